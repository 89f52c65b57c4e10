"""Background tasks that repeat an action: intervals, failures, timeouts."""

import asyncio

import pytest
from structlog.testing import capture_logs

from server.database.background import repeated

pytestmark = pytest.mark.anyio


async def test_first_failure_in_a_row_is_logged_and_the_action_goes_on() -> None:
    results: list[Exception | None] = [OSError(), OSError(), None, ValueError(), None]
    done = asyncio.Event()

    async def act() -> None:
        """Fails or succeeds in the order of the results."""
        if not results:
            done.set()
            return
        if error := results.pop(0):
            raise error

    with capture_logs() as logs:
        async with repeated(act, interval_s=0, timeout_s=9, logger="x", failure="not_done"):
            await asyncio.wait_for(done.wait(), 9)

    assert [(line["event"], line["reason"]) for line in logs] == [
        ("not_done", "OSError"),
        ("not_done", "ValueError"),
    ]


async def test_action_that_takes_too_long_fails_and_is_called_again() -> None:
    calls, again = 0, asyncio.Event()

    async def act() -> None:
        """Hangs at the first call."""
        nonlocal calls
        calls += 1
        if calls == 1:
            await asyncio.Event().wait()
        again.set()

    with capture_logs() as logs:
        async with repeated(act, interval_s=0, timeout_s=0.05, logger="x", failure="not_done"):
            await asyncio.wait_for(again.wait(), 9)

    assert [line["reason"] for line in logs] == ["TimeoutError"]
