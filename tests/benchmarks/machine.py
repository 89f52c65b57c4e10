"""The machine that was measured on, and how much of it belonged to others meanwhile."""

import os
import platform
import subprocess
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

import msgspec
import psutil

from tests.benchmarks.paths import NODE

TASK_TIMES = 40


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What one has to know to read an absolute figure."""

    processors: int
    system: str
    python: str
    node: str
    load_average: float
    others_share: float


class ModerationWatch:
    """From its making on, tells how busy the machine was with what is not ours."""

    def __init__(self) -> None:
        self._busy, self._whole = _machine_s()
        self._own = _own_s()

    def machine(self) -> Machine:
        busy, whole = _machine_s()
        others = busy - self._busy - (_own_s() - self._own)
        node = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=True)
        return Machine(
            processors=os.cpu_count() or 1,
            system=f"{platform.system()} {platform.machine()}",
            python=platform.python_version(),
            node=node.stdout.strip(),
            load_average=os.getloadavg()[0],
            others_share=max(0.0, others / (whole - self._whole)),
        )


@contextmanager
def on_one_processor() -> Iterator[None]:
    """For this process and what it starts meanwhile; where the system can say so.

    To wake another processor costs a virtual machine more than many a question to a database, and
    whether that has to be done is chance.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    _keep_on({min(before)})
    try:
        yield
    finally:
        _keep_on(before)


def _keep_on(processors: set[int]) -> None:
    for thread in psutil.Process().threads():
        with suppress(ProcessLookupError):
            os.sched_setaffinity(thread.id, processors)


async def cpu_us(task: Callable[[], Awaitable[None]]) -> float:
    """Microseconds of this process for a task, on the average of a few dozen in a row."""
    started = time.process_time()
    for _ in range(TASK_TIMES):
        await task()
    return (time.process_time() - started) / TASK_TIMES * 1_000_000


def _machine_s() -> tuple[float, float]:
    """Seconds of all processors: busy, and altogether."""
    times = psutil.cpu_times()
    # Time of guests is counted in `user` already.
    whole: float = sum(times) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0)
    return whole - times.idle - getattr(times, "iowait", 0.0), whole


def _own_s() -> float:
    """This process and everything that it started."""
    this = psutil.Process()
    trees = [one.cpu_times() for one in (this, *this.children(recursive=True))]
    running: float = sum(one.user + one.system for one in trees)
    ended: float = sum(one.children_user + one.children_system for one in trees)
    return running + ended
