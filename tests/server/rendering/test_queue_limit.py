"""What a worker may owe follows what it was seen to do."""

from server.rendering.queue_limit import OWED_MOST, OWED_USUALLY, QUICK_S, Allowance


def test_a_new_worker_may_owe_one_page_that_is_drawn_and_one_that_waits() -> None:
    assert Allowance().most == OWED_USUALLY == 2


def test_each_quick_page_allows_one_more_up_to_a_bound() -> None:
    allowance = Allowance()
    seen = []

    for _ in range(8):
        allowance.note(QUICK_S / 2)
        seen.append(allowance.most)

    assert seen == [3, 4, 5, 6, 7, 8, 8, OWED_MOST]


def test_one_slow_page_takes_all_of_it_back() -> None:
    allowance = Allowance()
    for _ in range(8):
        allowance.note(0.0)

    allowance.note(QUICK_S)

    assert allowance.most == OWED_USUALLY
