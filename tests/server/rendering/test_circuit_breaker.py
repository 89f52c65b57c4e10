"""Circuit breaker: three timeouts in a row open it; one trial page every 5 s may close it."""

from server.rendering.circuit_breaker import CircuitBreaker


def make_open_breaker(now: float = 0.0) -> CircuitBreaker:
    """Returns a circuit breaker that three timeouts opened."""
    breaker = CircuitBreaker()
    for _ in range(3):
        breaker.record_timeout(now)
    return breaker


def test_breaker_opens_after_three_timeouts_in_a_row() -> None:
    breaker = CircuitBreaker()

    opened = [breaker.record_timeout(0.0) for _ in range(3)]

    assert opened == [False, False, True]
    assert breaker.is_open
    assert not breaker.allows(4.9)


def test_success_resets_the_count_of_timeouts() -> None:
    breaker = CircuitBreaker()

    for _ in range(5):
        breaker.record_timeout(0.0)
        breaker.record_timeout(0.0)
        breaker.record_success()

    assert not breaker.is_open


def test_half_open_breaker_allows_one_page() -> None:
    breaker = make_open_breaker()

    assert [breaker.allows(5.0) for _ in range(3)] == [True, False, False]


def test_success_of_the_trial_page_closes_the_breaker() -> None:
    breaker = make_open_breaker()
    breaker.allows(5.0)

    assert breaker.record_success()
    assert not breaker.is_open
    assert breaker.allows(5.1)


def test_closed_breaker_counts_timeouts_from_zero() -> None:
    breaker = make_open_breaker()
    breaker.allows(5.0)
    breaker.record_success()

    assert not breaker.record_timeout(6.0)
    assert breaker.allows(6.0)


def test_timeout_of_the_trial_page_restarts_the_open_interval() -> None:
    breaker = make_open_breaker()
    breaker.allows(5.0)

    assert breaker.record_timeout(6.5)
    assert not breaker.allows(11.4)
    assert breaker.allows(11.5)


def test_success_of_an_earlier_page_does_not_close_an_open_breaker() -> None:
    breaker = make_open_breaker()

    assert not breaker.record_success()
    assert breaker.is_open


def test_timeouts_while_open_do_not_extend_the_open_interval() -> None:
    breaker = make_open_breaker()

    assert not breaker.record_timeout(3.0)
    assert breaker.allows(5.0)


def test_lost_trial_page_is_followed_by_another_after_five_seconds() -> None:
    breaker = make_open_breaker()
    breaker.allows(5.0)

    assert breaker.allows(10.0)
