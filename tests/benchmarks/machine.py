"""The machine, and the share of its CPU time that other processes used."""

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
    """Facts about the machine that absolute figures depend on; shares are of all processors."""

    processors: int
    system: str
    python: str
    node: str
    load_average: float
    other_processes_share: float


class CpuMonitor:
    """Measures the CPU time of other processes from its construction on."""

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
            other_processes_share=max(0.0, others / (whole - self._whole)),
        )


@contextmanager
def on_one_processor() -> Iterator[None]:
    """Pins this process and its new children to one processor, on systems that allow it.

    On a virtual machine, waking another processor costs more than many database queries, and
    happens at random.
    """
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    _pin_to({min(before)})
    try:
        yield
    finally:
        _pin_to(before)


def _pin_to(processors: set[int]) -> None:
    for thread in psutil.Process().threads():
        with suppress(ProcessLookupError):
            os.sched_setaffinity(thread.id, processors)


async def cpu_us(task: Callable[[], Awaitable[None]]) -> float:
    """Returns the mean CPU microseconds of this process for a task, over 40 runs in a row."""
    started = time.process_time()
    for _ in range(TASK_TIMES):
        await task()
    return (time.process_time() - started) / TASK_TIMES * 1_000_000


def _machine_s() -> tuple[float, float]:
    """Returns seconds of all processors: busy, and in total."""
    times = psutil.cpu_times()
    # `user` already includes the time of guests.
    whole: float = sum(times) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0)
    return whole - times.idle - getattr(times, "iowait", 0.0), whole


def _own_s() -> float:
    """Returns the CPU seconds of this process and of all its children, ended ones included."""
    this = psutil.Process()
    trees = [one.cpu_times() for one in (this, *this.children(recursive=True))]
    running: float = sum(one.user + one.system for one in trees)
    ended: float = sum(one.children_user + one.children_system for one in trees)
    return running + ended
