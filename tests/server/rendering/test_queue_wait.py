"""The expected wait is computed from recent measurements, and from nothing older."""

from math import inf

import pytest

from server.rendering.render_times import PAGES_REMEMBERED, RECENT_S, RenderTimes


def render_times(*render_s: float) -> RenderTimes:
    """Pages that took so long, the last of which came at 100 s."""
    times = RenderTimes()
    for at, seconds in enumerate(render_s):
        times.add(101.0 + at - len(render_s), seconds)
    return times


def test_before_the_first_page_nothing_is_told() -> None:
    assert RenderTimes().expected_wait_s(0.0, waiting=1, workers=2) == inf


def test_many_wait_as_long_as_their_pages_take_over_the_workers() -> None:
    assert render_times(0.002).expected_wait_s(100.0, waiting=300, workers=2) == pytest.approx(0.3)


def test_a_worker_that_has_been_silent_for_a_while_tells_nothing() -> None:
    times = render_times(0.002)

    assert times.expected_wait_s(100.0 + RECENT_S, waiting=1, workers=1) < inf
    assert times.expected_wait_s(100.01 + RECENT_S, waiting=1, workers=1) == inf


def test_without_a_worker_the_wait_is_endless() -> None:
    assert render_times(0.002).expected_wait_s(100.0, waiting=0, workers=0) == inf


def test_one_slow_page_among_quick_ones_is_told_of_in_part() -> None:
    times = render_times(*[0.001] * 50, 0.321)

    wait_s = times.expected_wait_s(100.0, waiting=1, workers=1)

    assert wait_s == pytest.approx(0.001 + 0.320 / PAGES_REMEMBERED)


def test_pages_that_have_become_slow_are_known_before_long() -> None:
    times = render_times(*[0.001] * 500, *[1.0] * 3)

    assert times.expected_wait_s(100.0, waiting=64, workers=2) > 1.5
