"""Workers that crash, are killed or send broken frames: only the page that breaks them is lost."""

import asyncio
import os
import random
import signal
import time

import pytest
from structlog.testing import capture_logs

from tests.server.rendering.conftest import StartPool
from tests.server.rendering.worker_commands import (
    children,
    command,
    is_running,
    outcome,
    pid_in,
    pids_of,
    until,
)

pytestmark = pytest.mark.anyio


async def test_page_of_a_crashed_worker_is_rendered_by_another_worker(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(2)
    pids = await pids_of(pool)
    first = pid_in(await pool.render(command("echo")))

    page = await pool.render(command("crashIn", pids=[first]))

    assert pid_in(page) in pids - {first}


async def test_page_of_the_only_worker_waits_for_its_successor_after_a_crash(
    start_pool: StartPool,
) -> None:
    pool = await start_pool()
    pids = await pids_of(pool)

    page = await pool.render(command("crashIn", pids=list(pids)))

    assert pid_in(page) not in pids
    assert pool.snapshot().restarts == 1


async def test_page_that_crashes_two_workers_is_refused(start_pool: StartPool) -> None:
    pool = await start_pool(2)

    assert await outcome(pool, command("crash")) == "crash"
    await until(lambda: pool.snapshot().ready == 2)
    assert pool.snapshot().restarts == 2


@pytest.mark.fault
async def test_page_queued_behind_a_crashing_page_is_rendered(
    start_pool: StartPool,
) -> None:
    pool = await start_pool()

    crash, echo = await asyncio.gather(
        outcome(pool, command("crash")), outcome(pool, command("echo"))
    )

    assert (crash, echo) == ("crash", "page")


@pytest.mark.fault
async def test_page_lost_by_a_crash_goes_to_the_front_of_the_queue(start_pool: StartPool) -> None:
    pool = await start_pool(1, deadline_s=5)
    pids = list(await pids_of(pool))
    done: list[str] = []

    async def render(name: str, payload: bytes) -> None:
        await pool.render(payload)
        done.append(name)

    await asyncio.gather(
        render("lost", command("crashIn", pids=pids)),
        *(render(f"waiting {n}", command("echo")) for n in range(5)),
    )

    assert done == ["lost", *(f"waiting {n}" for n in range(5))]


@pytest.mark.fault
async def test_killing_a_worker_every_200_ms_under_load_loses_no_page(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(3)
    pids: set[int] = await pids_of(pool)
    outcomes: list[str] = []
    end = time.monotonic() + 4
    killed = 0

    async def visit() -> None:
        while time.monotonic() < end:
            page = await pool.render(command("sleep", ms=2))
            pids.add(pid_in(page))
            outcomes.append("page")

    async def kill() -> None:
        nonlocal killed
        while time.monotonic() < end:
            await asyncio.sleep(0.2)
            running = [pid for pid in pids if is_running(pid)]
            # A page is tried twice, so one worker must be left for the second try.
            if running and pool.snapshot().ready >= 2:
                os.kill(random.choice(running), signal.SIGKILL)
                killed += 1

    await asyncio.gather(kill(), *(visit() for _ in range(8)))

    assert killed > 5
    assert len(outcomes) > 100
    await until(lambda: pool.snapshot().ready == 3)


@pytest.mark.parametrize(
    "frame",
    [
        "garbage",
        *(
            pytest.param(one, marks=pytest.mark.fault)
            for one in ("endless", "unrequested", "secondHello")
        ),
    ],
)
async def test_worker_that_sends_broken_frames_is_replaced(
    start_pool: StartPool, frame: str
) -> None:
    pool = await start_pool()
    pids = await pids_of(pool)

    with capture_logs() as logs:
        refused = await outcome(pool, command(frame))

    assert refused == "crash"
    assert [entry["event"] for entry in logs].count("render_worker_broken_frame") == 2
    assert pid_in(await pool.render(command("echo"))) not in pids
    await until(lambda: not any(is_running(pid) for pid in pids))


@pytest.mark.fault
async def test_worker_that_closes_its_socket_is_killed(
    start_pool: StartPool,
) -> None:
    pool = await start_pool()
    pids = await pids_of(pool)

    assert await outcome(pool, command("close")) == "crash"
    await until(lambda: not any(is_running(pid) for pid in pids))
    assert await outcome(pool, command("echo")) == "page"


@pytest.mark.fault
async def test_worker_out_of_memory_is_replaced(start_pool: StartPool) -> None:
    pool = await start_pool(1, deadline_s=30)

    with capture_logs() as logs:
        refused = await outcome(pool, command("exhaust"))

    assert refused == "crash"
    assert any("heap limit" in entry.get("line", "") for entry in logs)
    assert await outcome(pool, command("echo")) == "page"


@pytest.mark.fault
async def test_killed_workers_leave_no_zombies(start_pool: StartPool) -> None:
    others = len(children())
    pool = await start_pool(2)
    for _ in range(3):
        await outcome(pool, command("crash"))

    await until(lambda: pool.snapshot().ready == 2)

    await until(lambda: len(children()) == others + pool.snapshot().workers)
