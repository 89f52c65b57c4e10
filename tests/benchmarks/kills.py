"""Time to first byte of a page under load while a render worker is killed."""

import time
from statistics import median

import msgspec

from tests.benchmarks.comparison import MedianPair, Page, count_without_page, median_pair
from tests.benchmarks.generators import OwnGenerator
from tests.benchmarks.jobs import Job, LoadResult
from tests.benchmarks.servers import WORKER_READY, WORKERS, Server

MAX_KILLS = 4
LOAD = Job(port=0, path="", size=0, connections=4, seconds=1.2, pause_s=0.01)
KILL_AFTER_S = 0.3
RESTART_LIMIT_S = 8.0


class Kills(msgspec.Struct, frozen=True, kw_only=True):
    """Time to first byte in milliseconds, in turns with a kill (`ours`) and without (`peer`).

    `restart_s` is the median time from a kill until the next worker is ready.
    """

    kills: int
    responses: int
    failed: int
    without_page: int | None
    failed_quiet: int
    without_page_quiet: int | None
    p50_ms: MedianPair
    p99_ms: MedianPair
    slowest_ms: MedianPair
    restart_s: float


def measure_kills(host: Server, page: Page, generator: OwnGenerator, *, until: float) -> Kills:
    """Runs turns without, with, with and without a kill; repeats them while there is time.

    Each turn begins with all workers running.
    """
    quiet: list[LoadResult] = []
    killed: list[LoadResult] = []
    restarts: list[float] = []
    job = msgspec.structs.replace(LOAD, port=host.port, path=page.path, size=page.size)
    while not killed or (len(restarts) < MAX_KILLS and time.monotonic() < until):
        for is_kill in (False, True, True, False):
            generator.begin(job)
            if is_kill:
                time.sleep(KILL_AFTER_S)
                restarts.append(_kill_one(host))
            (killed if is_kill else quiet).append(generator.finish())
    pairs = list(
        zip((load.first_byte for load in killed), (load.first_byte for load in quiet), strict=True)
    )
    return Kills(
        kills=len(restarts),
        responses=sum(load.responses for load in killed),
        failed=sum(load.failed for load in killed),
        without_page=count_without_page(killed),
        failed_quiet=sum(load.failed for load in quiet),
        without_page_quiet=count_without_page(quiet),
        p50_ms=median_pair([(one.p50, other.p50) for one, other in pairs]),
        p99_ms=median_pair([(one.p99, other.p99) for one, other in pairs]),
        slowest_ms=median_pair([(one.maximum, other.maximum) for one, other in pairs]),
        restart_s=median(restarts),
    )


def _kill_one(host: Server) -> float:
    """Kills a worker; returns the seconds until its replacement is ready."""
    since = host.log.stat().st_size
    workers = host.workers()
    assert len(workers) == WORKERS, workers
    workers[0].kill()
    killed = time.monotonic()
    while WORKER_READY not in host.read_log(since):
        if time.monotonic() > killed + RESTART_LIMIT_S:
            raise RuntimeError(f"no worker replaced the killed one:\n{host.read_log()[-4000:]}")
        time.sleep(0.01)
    return time.monotonic() - killed
