"""Commands for `fake_worker.mjs`, and functions that read its responses."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from server.rendering.pool import RenderPool, RenderUnavailable
from server.rendering.protocol import RenderedPage

FAKE_WORKER = Path(__file__).parent / "fake_worker.mjs"


def command(do: str, **details: object) -> bytes:
    """Returns the payload of a command for the fake worker, such as "echo" or "crash"."""
    return msgspec.json.encode({"do": do, **details})


def pid_in(page: RenderedPage) -> int:
    """Returns the process id of the worker that rendered a page."""
    return int(page.head.removeprefix(b"<title>").removesuffix(b"</title>"))


async def outcome(pool: RenderPool, payload: bytes) -> str:
    """Renders a payload; returns "page", or the reason why there is none."""
    try:
        await pool.render(payload)
    except RenderUnavailable as unavailable:
        return unavailable.reason
    return "page"


async def at_once(work: Coroutine[None, None, str]) -> str:
    """Returns the result of a coroutine; fails if it is not done after three loop iterations."""
    task = asyncio.create_task(work)
    for _ in range(3):
        await asyncio.sleep(0)
    assert task.done()
    return task.result()


async def pids_of(pool: RenderPool) -> set[int]:
    """Returns the process ids of an idle pool's workers; renders one page with each."""
    renders = [pool.render(command("sleep", ms=30)) for _ in range(pool.snapshot().workers)]
    return {pid_in(page) for page in await asyncio.gather(*renders)}


async def until(condition: Callable[[], bool], limit_s: float = 30.0) -> None:
    """Waits until a condition is true; fails after `limit_s` seconds."""
    give_up = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < give_up, "the condition did not become true"
        await asyncio.sleep(0.01)


@contextmanager
def paused(pid: int) -> Iterator[None]:
    """Stops a process by SIGSTOP during the block, so that it renders nothing."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def is_running(pid: int) -> bool:
    """Returns whether a process exists; a zombie does."""
    return Path(f"/proc/{pid}").exists()


def children() -> set[int]:
    """Returns the process ids of this process's children."""
    lists = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(pid) for pids in lists for pid in pids.read_text().split()}
