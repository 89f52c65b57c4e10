"""Three late pages in a row open the breaker; one page every five seconds may close it."""

from server.rendering.circuit_breaker import CircuitBreaker


def an_open_breaker(now: float = 0.0) -> CircuitBreaker:
    breaker = CircuitBreaker()
    for _ in range(3):
        breaker.record_timeout(now)
    return breaker


def test_three_late_pages_in_a_row_open_it() -> None:
    breaker = CircuitBreaker()

    opened = [breaker.record_timeout(0.0) for _ in range(3)]

    assert opened == [False, False, True]
    assert breaker.is_open
    assert not breaker.allows(4.9)


def test_a_page_in_time_starts_the_count_again() -> None:
    breaker = CircuitBreaker()

    for _ in range(5):
        breaker.record_timeout(0.0)
        breaker.record_timeout(0.0)
        breaker.record_success()

    assert not breaker.is_open


def test_half_open_lets_one_page_through() -> None:
    breaker = an_open_breaker()

    assert [breaker.allows(5.0) for _ in range(3)] == [True, False, False]


def test_the_page_let_through_closes_it() -> None:
    breaker = an_open_breaker()
    breaker.allows(5.0)

    assert breaker.record_success()
    assert not breaker.is_open
    assert breaker.allows(5.1)


def test_once_closed_it_takes_three_late_pages_again() -> None:
    breaker = an_open_breaker()
    breaker.allows(5.0)
    breaker.record_success()

    assert not breaker.record_timeout(6.0)
    assert breaker.allows(6.0)


def test_when_the_page_let_through_is_late_it_rests_anew() -> None:
    breaker = an_open_breaker()
    breaker.allows(5.0)

    assert breaker.record_timeout(6.5)
    assert not breaker.allows(11.4)
    assert breaker.allows(11.5)


def test_a_page_asked_for_before_it_opened_does_not_close_it() -> None:
    breaker = an_open_breaker()

    assert not breaker.record_success()
    assert breaker.is_open


def test_late_pages_while_open_do_not_prolong_the_rest() -> None:
    breaker = an_open_breaker()

    assert not breaker.record_timeout(3.0)
    assert breaker.allows(5.0)


def test_a_page_let_through_of_which_nothing_is_heard_is_followed_by_another() -> None:
    breaker = an_open_breaker()
    breaker.allows(5.0)

    assert breaker.allows(10.0)
