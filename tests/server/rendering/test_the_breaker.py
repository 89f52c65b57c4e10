"""Three late pages in a row open the breaker; one page every five seconds may close it."""

from server.rendering.breaker import Breaker


def an_open_breaker(now: float = 0.0) -> Breaker:
    breaker = Breaker()
    for _ in range(3):
        breaker.page_was_late(now)
    return breaker


def test_three_late_pages_in_a_row_open_it() -> None:
    breaker = Breaker()

    opened = [breaker.page_was_late(0.0) for _ in range(3)]

    assert opened == [False, False, True]
    assert breaker.is_open
    assert not breaker.lets_through(4.9)


def test_a_page_in_time_starts_the_count_again() -> None:
    breaker = Breaker()

    for _ in range(5):
        breaker.page_was_late(0.0)
        breaker.page_was_late(0.0)
        breaker.page_came()

    assert not breaker.is_open


def test_half_open_lets_one_page_through() -> None:
    breaker = an_open_breaker()

    assert [breaker.lets_through(5.0) for _ in range(3)] == [True, False, False]


def test_the_page_let_through_closes_it() -> None:
    breaker = an_open_breaker()
    breaker.lets_through(5.0)

    assert breaker.page_came()
    assert not breaker.is_open
    assert breaker.lets_through(5.1)


def test_once_closed_it_takes_three_late_pages_again() -> None:
    breaker = an_open_breaker()
    breaker.lets_through(5.0)
    breaker.page_came()

    assert not breaker.page_was_late(6.0)
    assert breaker.lets_through(6.0)


def test_when_the_page_let_through_is_late_it_rests_anew() -> None:
    breaker = an_open_breaker()
    breaker.lets_through(5.0)

    assert breaker.page_was_late(6.5)
    assert not breaker.lets_through(11.4)
    assert breaker.lets_through(11.5)


def test_a_page_asked_for_before_it_opened_does_not_close_it() -> None:
    breaker = an_open_breaker()

    assert not breaker.page_came()
    assert breaker.is_open


def test_late_pages_while_open_do_not_prolong_the_rest() -> None:
    breaker = an_open_breaker()

    assert not breaker.page_was_late(3.0)
    assert breaker.lets_through(5.0)


def test_a_page_let_through_of_which_nothing_is_heard_is_followed_by_another() -> None:
    breaker = an_open_breaker()
    breaker.lets_through(5.0)

    assert breaker.lets_through(10.0)
