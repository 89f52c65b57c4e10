"""Expected wait in the render queue, computed from recent render times only."""

from math import inf

import pytest

from server.rendering.render_times import PAGES_REMEMBERED, RECENT_S, RenderTimes


def render_times(*render_s: float) -> RenderTimes:
    """Returns recorded render times of pages; the last was recorded at 100 s."""
    times = RenderTimes()
    for at, seconds in enumerate(render_s):
        times.add(101.0 + at - len(render_s), seconds)
    return times


def test_expected_wait_is_infinite_before_the_first_page() -> None:
    assert RenderTimes().expected_wait_s(0.0, waiting=1, workers=2) == inf


def test_expected_wait_is_render_time_by_queue_length_over_workers() -> None:
    assert render_times(0.002).expected_wait_s(100.0, waiting=300, workers=2) == pytest.approx(0.3)


def test_expected_wait_is_infinite_when_the_last_page_is_too_old() -> None:
    times = render_times(0.002)

    assert times.expected_wait_s(100.0 + RECENT_S, waiting=1, workers=1) < inf
    assert times.expected_wait_s(100.01 + RECENT_S, waiting=1, workers=1) == inf


def test_expected_wait_is_infinite_without_workers() -> None:
    assert render_times(0.002).expected_wait_s(100.0, waiting=0, workers=0) == inf


def test_one_slow_page_changes_the_expected_wait_by_its_share() -> None:
    times = render_times(*[0.001] * 50, 0.321)

    wait_s = times.expected_wait_s(100.0, waiting=1, workers=1)

    assert wait_s == pytest.approx(0.001 + 0.320 / PAGES_REMEMBERED)


def test_expected_wait_grows_after_a_few_slow_pages() -> None:
    times = render_times(*[0.001] * 500, *[1.0] * 3)

    assert times.expected_wait_s(100.0, waiting=64, workers=2) > 1.5
