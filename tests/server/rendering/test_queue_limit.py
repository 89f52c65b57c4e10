"""What a worker may owe follows what it was seen to do."""

from server.rendering.queue_limit import IN_FLIGHT_MOST, IN_FLIGHT_USUALLY, QUICK_S, InFlightLimit


def test_a_new_worker_may_owe_one_page_that_is_drawn_and_one_that_waits() -> None:
    assert InFlightLimit().most == IN_FLIGHT_USUALLY == 2


def test_each_quick_page_allows_one_more_up_to_a_bound() -> None:
    limit = InFlightLimit()
    seen = []

    for _ in range(8):
        limit.add(QUICK_S / 2)
        seen.append(limit.most)

    assert seen == [3, 4, 5, 6, 7, 8, 8, IN_FLIGHT_MOST]


def test_one_slow_page_takes_all_of_it_back() -> None:
    limit = InFlightLimit()
    for _ in range(8):
        limit.add(0.0)

    limit.add(QUICK_S)

    assert limit.most == IN_FLIGHT_USUALLY
