"""Faults 1 to 4: render workers are killed, hang, are slow or run out of memory."""

import asyncio
import os
import resource
import signal
import time
from contextlib import suppress

import psutil
import pytest

from tests.faults.raw_http import PATHS, exchange, get, under_load
from tests.running_site import WORKERS, RunningSite

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

ANSWER_MOST_S = 2.0
RECOVERY_MOST_S = 10.0


async def seconds_until_rendered(site: RunningSite) -> float:
    """Waits until workers render all of PATHS again; returns the seconds."""
    started = time.monotonic()
    while time.monotonic() - started < RECOVERY_MOST_S:
        answers = [await exchange(site.port, get(path, site.host)) for path in PATHS]
        if all(answer.is_rendered for answer in answers) and len(site.workers()) == WORKERS:
            return time.monotonic() - started
        await asyncio.sleep(0.1)
    raise AssertionError(site.log_text()[-3000:])


async def test_pages_are_served_while_a_worker_is_killed_repeatedly(site: RunningSite) -> None:
    async def kill() -> None:
        for _ in range(8):
            for worker in site.workers()[:1]:
                with suppress(psutil.Error):
                    worker.kill()
            await asyncio.sleep(0.5)

    result = await under_load(site.port, site.host, kill)

    assert (result.failures, result.statuses) == ([], {200})
    assert all(b"<title>" in answer.body for answer in result.responses)
    assert result.slowest_s < ANSWER_MOST_S + 0.5
    assert await seconds_until_rendered(site) < RECOVERY_MOST_S


async def test_pages_are_served_while_every_worker_hangs(site: RunningSite) -> None:
    async def hang() -> None:
        for worker in site.workers():
            os.kill(worker.pid, signal.SIGSTOP)
        await asyncio.sleep(4)

    result = await under_load(site.port, site.host, hang)

    assert (result.failures, result.statuses) == ([], {200})
    assert result.slowest_s < ANSWER_MOST_S + 0.5
    assert all(b"<title>" in answer.body for answer in result.responses)
    assert await seconds_until_rendered(site) < RECOVERY_MOST_S


async def test_pages_are_served_when_slow_workers_overfill_the_queue(
    site: RunningSite,
) -> None:
    def signal_workers(what: signal.Signals) -> None:
        for worker in site.workers():
            with suppress(ProcessLookupError):
                os.kill(worker.pid, what)

    async def slow_down() -> None:
        until = time.monotonic() + 4
        while time.monotonic() < until:
            signal_workers(signal.SIGSTOP)
            await asyncio.sleep(0.45)
            signal_workers(signal.SIGCONT)
            await asyncio.sleep(0.05)

    result = await under_load(site.port, site.host, slow_down, readers=120)

    assert (result.failures, result.statuses) == ([], {200})
    assert result.slowest_s < ANSWER_MOST_S + 2
    assert await seconds_until_rendered(site) < RECOVERY_MOST_S


async def test_pages_are_served_while_workers_run_out_of_memory(site: RunningSite) -> None:
    before = {worker.pid for worker in site.workers()}

    async def starve() -> None:
        for worker in site.workers():
            most = worker.memory_info().vms
            worker.rlimit(resource.RLIMIT_AS, (most, most))
            worker.rlimit(resource.RLIMIT_DATA, (1, 1))
        until = time.monotonic() + 15
        while time.monotonic() < until and before & {worker.pid for worker in site.workers()}:
            await asyncio.sleep(0.1)

    result = await under_load(site.port, site.host, starve)

    assert not before & {worker.pid for worker in site.workers()}
    assert (result.failures, result.statuses) == ([], {200})
    assert result.slowest_s < ANSWER_MOST_S + 0.5
    assert await seconds_until_rendered(site) < RECOVERY_MOST_S
