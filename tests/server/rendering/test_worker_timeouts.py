"""Timeouts: a worker that does not respond is killed; others and later pages are not affected."""

import asyncio
import os
import signal
import time

import pytest
from structlog.testing import capture_logs

from tests.server.rendering.conftest import StartPool
from tests.server.rendering.worker_commands import (
    at_once,
    command,
    is_running,
    outcome,
    pids_of,
    until,
)

pytestmark = pytest.mark.anyio


async def test_hanging_page_is_refused_at_the_deadline(start_pool: StartPool) -> None:
    pool = await start_pool(1, deadline_s=0.3)
    pids = await pids_of(pool)

    began = time.monotonic()
    assert await outcome(pool, command("hang")) == "deadline"

    assert 0.29 < time.monotonic() - began < 2
    await until(lambda: not any(is_running(pid) for pid in pids))


async def test_page_after_a_hanging_page_is_rendered(start_pool: StartPool) -> None:
    pool = await start_pool(1, deadline_s=0.5)

    assert await outcome(pool, command("hang")) == "deadline"
    await until(lambda: pool.snapshot().ready == 1)
    assert await outcome(pool, command("echo")) == "page"


@pytest.mark.fault
async def test_suspended_worker_is_killed_and_replaced(start_pool: StartPool) -> None:
    pool = await start_pool(1, deadline_s=0.5)
    [pid] = await pids_of(pool)
    os.kill(pid, signal.SIGSTOP)

    assert await outcome(pool, command("echo")) == "deadline"
    await until(lambda: not is_running(pid))
    await until(lambda: pool.snapshot().ready == 1)
    assert await outcome(pool, command("echo")) == "page"


@pytest.mark.fault
async def test_page_behind_a_hanging_page_is_rendered_by_the_next_worker(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(1, deadline_s=6)
    hanging = asyncio.create_task(outcome(pool, command("hang")))
    await asyncio.sleep(3)

    behind = await outcome(pool, command("echo"))

    assert (await hanging, behind) == ("deadline", "page")


@pytest.mark.fault
async def test_other_workers_render_while_one_hangs(start_pool: StartPool) -> None:
    pool = await start_pool(2, deadline_s=0.5)
    hanging = asyncio.create_task(outcome(pool, command("hang")))
    await asyncio.sleep(0.01)

    # One of the pages goes to the hanging worker, and returns when that worker is killed.
    outcomes = await asyncio.gather(*(outcome(pool, command("echo")) for _ in range(20)))

    assert outcomes.count("page") >= 19
    assert await hanging == "deadline"


@pytest.mark.fault
async def test_hanging_worker_is_killed_when_its_request_is_cancelled(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(1, deadline_s=0.4)
    pids = await pids_of(pool)
    cancelled = asyncio.create_task(pool.render(command("hang")))
    await asyncio.sleep(0.05)

    cancelled.cancel()

    await until(lambda: not any(is_running(pid) for pid in pids))
    await until(lambda: pool.snapshot().ready == 1)
    assert await outcome(pool, command("echo")) == "page"


async def test_page_rendered_while_the_event_loop_was_blocked_is_returned(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(1, deadline_s=0.2)
    rendered = asyncio.create_task(outcome(pool, command("echo")))
    await asyncio.sleep(0)

    time.sleep(0.4)

    assert await rendered == "page"
    assert pool.snapshot().restarts == 0


@pytest.mark.fault
async def test_overloaded_worker_is_not_killed(start_pool: StartPool) -> None:
    pool = await start_pool(1, deadline_s=4)

    with capture_logs() as logs:
        outcomes = await asyncio.gather(
            *(outcome(pool, command("sleep", ms=480)) for _ in range(20))
        )

    assert outcomes.count("deadline") > 5
    assert outcomes.count("page") > 2
    assert pool.snapshot().queued == 0
    assert "render_worker_killed" not in {entry["event"] for entry in logs}


@pytest.mark.fault
async def test_breaker_opens_after_three_timeouts_and_closes_after_five_seconds(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(1, deadline_s=0.4)
    with capture_logs() as logs:
        for _ in range(3):
            await until(lambda: pool.snapshot().ready == 1)
            assert await outcome(pool, command("hang")) == "deadline"
        await until(lambda: pool.snapshot().ready == 1)

        opened = time.monotonic()
        assert await at_once(outcome(pool, command("echo"))) == "breaker_open"
        assert pool.snapshot().is_breaker_open

        await asyncio.sleep(5.05 - (time.monotonic() - opened))
        assert await outcome(pool, command("echo")) == "page"

    assert not pool.snapshot().is_breaker_open
    events = [entry["event"] for entry in logs]
    assert events.count("render_breaker_opened") == 1
    assert events.count("render_breaker_closed") == 1
