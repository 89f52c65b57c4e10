"""The pool with healthy workers: responses, distribution of work and the limit of the queue."""

import asyncio
import os

import pytest
from structlog.testing import capture_logs

from server.rendering import pool as rendering_pool
from server.rendering import render_times
from server.rendering.pool import QUEUED_QUICKLY_MOST, PoolSnapshot, RenderPool, RenderUnavailable
from server.rendering.process import IN_FLIGHT_MOST
from server.rendering.protocol import PAYLOAD_BYTES_MOST
from tests.server.rendering.conftest import StartPool
from tests.server.rendering.worker_commands import (
    FAKE_WORKER,
    at_once,
    children,
    command,
    is_running,
    outcome,
    paused,
    pid_in,
    pids_of,
)

pytestmark = pytest.mark.anyio


async def test_page_is_rendered_in_another_process(start_pool: StartPool) -> None:
    pool = await start_pool()

    page = await pool.render(command("echo", text="やぶきた 🍵"))

    assert (page.status, page.body) == (200, "やぶきた 🍵".encode())
    assert pid_in(page) != os.getpid()


async def test_page_larger_than_every_buffer_is_rendered(start_pool: StartPool) -> None:
    pool = await start_pool()
    text = "茶" * 2_000_000

    page = await pool.render(command("echo", text=text))

    assert page.body.decode() == text


async def test_each_of_300_parallel_renders_gets_its_own_page(start_pool: StartPool) -> None:
    pool = await start_pool(2, queue_most=500)

    pages = await asyncio.gather(*(pool.render(command("echo", text=str(n))) for n in range(300)))

    assert [page.body for page in pages] == [b"%d" % n for n in range(300)]


async def test_render_goes_to_the_least_busy_worker(start_pool: StartPool) -> None:
    pool = await start_pool(3)

    pages = await asyncio.gather(*(pool.render(command("sleep", ms=100)) for _ in range(3)))

    assert len({pid_in(page) for page in pages}) == 3


async def queued_of(pool: RenderPool, renders: int) -> int:
    """Returns the number of queued pages when this many renders start at once."""
    slow = [asyncio.create_task(pool.render(command("sleep", ms=50))) for _ in range(renders)]
    await asyncio.sleep(0)
    queued = pool.snapshot().queued
    await asyncio.gather(*slow)
    return queued


async def render_one_slow_page_each(pool: RenderPool) -> None:
    """Renders one page per worker; the pool may read the responses to two of a worker at once."""
    assert await queued_of(pool, 2) == 0


async def test_worker_has_at_most_two_pages_in_flight(start_pool: StartPool) -> None:
    pool = await start_pool(2)

    assert await queued_of(pool, 7) == 3
    await render_one_slow_page_each(pool)
    assert await queued_of(pool, 7) == 3


async def test_pages_are_rendered_in_the_order_of_their_requests(start_pool: StartPool) -> None:
    pool = await start_pool()
    done: list[int] = []

    async def render(number: int) -> None:
        await pool.render(command("echo"))
        done.append(number)

    await asyncio.gather(*(render(number) for number in range(20)))

    assert done == list(range(20))


async def test_render_is_refused_at_once_when_the_queue_is_full(start_pool: StartPool) -> None:
    others = children()
    pool = await start_pool(1, queue_most=3)
    [pid] = children() - others
    with paused(pid):
        renders = [asyncio.create_task(pool.render(command("echo"))) for _ in range(5)]
        await asyncio.sleep(0)

        assert await at_once(outcome(pool, command("echo"))) == "queue_full"
    assert len(await asyncio.gather(*renders)) == 5
    assert await outcome(pool, command("echo")) == "page"


async def test_queue_is_longer_when_pages_render_quickly(
    start_pool: StartPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_times, "RECENT_S", 60.0)
    monkeypatch.setattr(rendering_pool, "WAIT_OF_MANY", 60.0)
    pool = await start_pool(1, queue_most=3, deadline_s=60.0)
    most = IN_FLIGHT_MOST + QUEUED_QUICKLY_MOST
    with paused(pid_in(await pool.render(command("echo")))):
        renders = [asyncio.create_task(pool.render(command("echo"))) for _ in range(most)]
        await asyncio.sleep(0)

        assert await at_once(outcome(pool, command("echo"))) == "queue_full"
    assert len(await asyncio.gather(*renders)) == most


async def test_exception_in_a_render_is_logged_once_and_the_worker_kept(
    start_pool: StartPool,
) -> None:
    pool = await start_pool(2)
    before = await pids_of(pool)

    with capture_logs() as logs:
        assert await outcome(pool, command("throw")) == "exception"

    [entry] = [entry for entry in logs if entry["event"] == "render_exception"]
    assert entry["stack"].startswith("Error: no such leaf")
    assert await pids_of(pool) == before


async def test_page_with_status_500_is_returned_as_a_page(start_pool: StartPool) -> None:
    pool = await start_pool()

    page = await pool.render(command("errorPage"))

    assert (page.status, page.body) == (500, b"the fallback screen")


async def test_oversized_payload_is_refused(start_pool: StartPool) -> None:
    pool = await start_pool()

    assert await outcome(pool, b" " * (PAYLOAD_BYTES_MOST + 1)) == "payload_too_large"


async def test_cancelled_render_in_the_queue_is_never_started(start_pool: StartPool) -> None:
    pool = await start_pool()
    busy = [asyncio.create_task(pool.render(command("sleep", ms=100))) for _ in range(2)]
    cancelled = asyncio.create_task(pool.render(command("crash")))
    await asyncio.sleep(0.01)

    cancelled.cancel()
    await asyncio.gather(*busy)

    assert await outcome(pool, command("echo")) == "page"
    assert pool.snapshot() == PoolSnapshot(1, 1, 0, 0, False)


async def test_cancelled_render_does_not_affect_the_next_page(
    start_pool: StartPool,
) -> None:
    pool = await start_pool()
    cancelled = asyncio.create_task(pool.render(command("sleep", ms=100)))
    await asyncio.sleep(0.03)

    cancelled.cancel()

    assert (await pool.render(command("echo", text="next"))).body == b"next"
    assert pool.snapshot().restarts == 0


async def test_snapshot_has_the_state_of_the_pool(start_pool: StartPool) -> None:
    pool = await start_pool(2)

    assert pool.snapshot() == PoolSnapshot(
        workers=2, ready=2, queued=0, restarts=0, is_breaker_open=False
    )


@pytest.mark.fault
async def test_stop_ends_every_process_and_refuses_waiting_renders(start_pool: StartPool) -> None:
    pool = await start_pool(2)
    pids = await pids_of(pool)
    waiting = [asyncio.create_task(outcome(pool, command("hang"))) for _ in range(6)]
    await asyncio.sleep(0.05)

    await pool.stop()

    assert [pid for pid in pids if is_running(pid)] == []
    assert await asyncio.gather(*waiting) == ["stopped"] * 6
    with pytest.raises(RenderUnavailable, match="stopped"):
        await pool.render(command("echo"))


@pytest.mark.parametrize(
    "delay_ms", [5, *(pytest.param(one, marks=pytest.mark.fault) for one in (0, 1, 20, 40, 80))]
)
async def test_stop_during_start_leaves_no_process(delay_ms: int) -> None:
    before = children()
    pool = RenderPool(FAKE_WORKER, 2)
    starting = asyncio.create_task(pool.start())
    await asyncio.sleep(delay_ms / 1000)

    await pool.stop()
    starting.cancel()

    assert children() == before
