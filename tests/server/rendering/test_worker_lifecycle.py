"""Start, replacement and restart of workers, with a growing delay between failed starts."""

import asyncio
import os
import time
from itertools import pairwise
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from server.rendering.pool import RenderPool
from server.rendering.process import RenderProcess
from server.rendering.worker_pool import Backoff
from tests.server.rendering.conftest import StartPool
from tests.server.rendering.worker_commands import (
    FAKE_WORKER,
    at_once,
    children,
    command,
    is_running,
    outcome,
    pid_in,
    pids_of,
    until,
)

pytestmark = pytest.mark.anyio


async def test_pool_without_a_bundle_starts_and_refuses_renders(
    start_pool: StartPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rendering.worker_pool.FIRST_HELLO_WAIT_S", 60)

    pool = await asyncio.wait_for(start_pool(2, tmp_path / "missing.js"), 20)

    assert await outcome(pool, command("echo")) == "no_worker"
    await until(lambda: pool.snapshot().restarts >= 4)

    assert await at_once(outcome(pool, command("echo"))) == "no_worker"


async def test_pool_without_node_starts_and_refuses_renders(
    start_pool: StartPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rendering.process.NODE", Path("/nowhere/node"))
    pool = RenderPool(FAKE_WORKER, 1)

    await pool.start()
    await until(lambda: pool.snapshot().restarts >= 2)
    refused = await outcome(pool, command("echo"))
    await pool.stop()

    assert refused == "no_worker"


async def test_pool_of_zero_workers_refuses_renders(start_pool: StartPool) -> None:
    pool = await start_pool(0)

    assert await outcome(pool, command("echo")) == "no_worker"


@pytest.mark.fault
async def test_render_is_refused_after_two_failed_worker_starts(
    start_pool: StartPool, tmp_path: Path
) -> None:
    pool = await start_pool(1, tmp_path / "missing.js", deadline_s=60)

    assert await outcome(pool, command("echo")) == "no_worker"

    assert pool.snapshot().restarts == 2


async def test_slow_worker_start_does_not_delay_the_start_of_the_pool(
    start_pool: StartPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rendering.worker_pool.FIRST_HELLO_WAIT_S", 0.1)
    mute = tmp_path / "mute.mjs"
    mute.write_text("setInterval(() => {}, 1000);")

    pool = await asyncio.wait_for(start_pool(1, mute), 5)

    assert pool.snapshot().ready == 0


@pytest.mark.fault
async def test_worker_without_hello_is_killed_and_replaced(
    start_pool: StartPool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.rendering.process.START_LIMIT_S", 0.2)
    mute = tmp_path / "mute.mjs"
    mute.write_text("setInterval(() => {}, 1000);")
    before = children()

    pool = await start_pool(1, mute)

    assert pool.snapshot().ready == 0
    await until(lambda: pool.snapshot().restarts >= 3)
    assert len(children() - before) <= 1
    await pool.stop()
    assert children() == before


@pytest.mark.fault
async def test_pool_recovers_when_the_bundle_appears(start_pool: StartPool, tmp_path: Path) -> None:
    bundle = tmp_path / "worker.mjs"
    pool = await start_pool(1, bundle)
    await until(lambda: pool.snapshot().restarts >= 3)
    assert await at_once(outcome(pool, command("echo"))) == "no_worker"

    bundle.write_text(FAKE_WORKER.read_text())

    await until(lambda: pool.snapshot().ready == 1)
    # Earlier failed starts no longer count: a page lost by a crash waits for the next worker.
    pids = list(await pids_of(pool))
    assert await outcome(pool, command("crashIn", pids=pids)) == "page"


@pytest.mark.fault
async def test_delay_between_failed_worker_starts_grows(
    start_pool: StartPool, tmp_path: Path
) -> None:
    with capture_logs() as logs:
        pool = await start_pool(1, tmp_path / "missing.js")
        began = time.monotonic()
        await until(lambda: pool.snapshot().restarts >= 4)

    delays = [entry["delay_s"] for entry in logs if "delay_s" in entry]
    assert delays == [0.05, 0.1, 0.2, 0.4]
    assert time.monotonic() - began > 0.7


def test_backoff_is_limited_to_five_seconds_and_can_be_reset() -> None:
    back_off = Backoff()

    delays = [back_off.next_s() for _ in range(9)]
    back_off.reset()

    assert delays == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert back_off.next_s() == 0.05


@pytest.mark.fault
async def test_worker_that_crashes_after_its_hello_restarts_at_once(
    start_pool: StartPool,
) -> None:
    pool = await start_pool()

    with capture_logs() as logs:
        for _ in range(4):
            await outcome(pool, command("crash"))
            await until(lambda: pool.snapshot().ready == 1)

    assert {entry["delay_s"] for entry in logs if "delay_s" in entry} == {0.05}


async def test_worker_is_replaced_without_a_gap_after_its_most_renders(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(1, renders_most=20)
    pids: list[int] = []
    least_ready = 1

    ends_at = time.monotonic() + 20
    while len(pids) < 150 or (len(set(pids)) < 3 and time.monotonic() < ends_at):
        pids.append(pid_in(await pool.render(command("sleep", ms=2))))
        least_ready = min(least_ready, pool.snapshot().ready)

    assert least_ready == 1
    assert len(set(pids)) >= 3
    # An old worker gets no page once its successor is ready.
    assert len([1 for a, b in pairwise(pids) if a != b]) == len(set(pids)) - 1
    await until(lambda: len([pid for pid in set(pids) if is_running(pid)]) <= 1)


async def test_replaced_worker_finishes_its_pages(start_pool: StartPool) -> None:
    pool = await start_pool(1, renders_most=2)

    outcomes = await asyncio.gather(*(outcome(pool, command("sleep", ms=150)) for _ in range(4)))

    assert outcomes == ["page"] * 4


@pytest.mark.fault
async def test_workers_are_replaced_one_at_a_time(
    start_pool: StartPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = await start_pool(2, renders_most=20)
    start = RenderProcess.start
    starting: list[int] = []

    async def counted_start(worker: RenderProcess, bundle: Path) -> bool:
        starting.append(starting.pop() + 1 if starting else 1)
        most.append(starting[-1])
        said_hello = await start(worker, bundle)
        starting.append(starting.pop() - 1)
        return said_hello

    most: list[int] = []
    monkeypatch.setattr(RenderProcess, "start", counted_start)

    async def visit() -> None:
        give_up = time.monotonic() + 20
        while pool.snapshot().restarts < 4 and time.monotonic() < give_up:
            await pool.render(command("sleep", ms=1))

    await asyncio.gather(*(visit() for _ in range(4)))

    assert len(most) >= 4
    assert max(most) == 1


@pytest.mark.fault
async def test_stopped_pool_leaves_no_open_descriptors(start_pool: StartPool) -> None:
    pool = await start_pool(2)
    for _ in range(3):
        await outcome(pool, command("crash"))
    await until(lambda: pool.snapshot().ready == 2)
    await pool.stop()
    before = len(os.listdir("/proc/self/fd"))

    again = await start_pool(2)
    for _ in range(3):
        await outcome(again, command("crash"))
    await until(lambda: again.snapshot().ready == 2)
    await again.stop()

    assert len(os.listdir("/proc/self/fd")) == before
