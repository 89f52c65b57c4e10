"""How long readers wait for a page's first byte while a render worker is killed under them."""

import time
from statistics import median

import msgspec

from tests.benchmarks.comparison import Page, Sides, sides, undrawn_of
from tests.benchmarks.generators import OwnGenerator
from tests.benchmarks.jobs import Job, Load
from tests.benchmarks.servers import HELLO, WORKERS, Contender

KILLS_MOST = 4
READERS = Job(port=0, path="", size=0, connections=4, seconds=1.2, pause_s=0.01)
KILL_AFTER_S = 0.3
HELLO_LIMIT_S = 8.0


class Kills(msgspec.Struct, frozen=True, kw_only=True):
    """First bytes in milliseconds: with a worker killed against a quiet time beside it."""

    kills: int
    answers: int
    failed: int
    undrawn: int | None
    failed_quiet: int
    undrawn_quiet: int | None
    p50_ms: Sides
    p99_ms: Sides
    slowest_ms: Sides
    restart_s: float


def measure_kills(host: Contender, page: Page, generator: OwnGenerator, *, until: float) -> Kills:
    """Quiet, kill, kill, quiet, once more if there is time; a turn begins with all workers up."""
    quiet: list[Load] = []
    killed: list[Load] = []
    restarts: list[float] = []
    job = msgspec.structs.replace(READERS, port=host.port, path=page.path, size=page.size)
    while not killed or (len(restarts) < KILLS_MOST and time.monotonic() < until):
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
        answers=sum(load.answers for load in killed),
        failed=sum(load.failed for load in killed),
        undrawn=undrawn_of(killed),
        failed_quiet=sum(load.failed for load in quiet),
        undrawn_quiet=undrawn_of(quiet),
        p50_ms=sides([(hit.p50, calm.p50) for hit, calm in pairs]),
        p99_ms=sides([(hit.p99, calm.p99) for hit, calm in pairs]),
        slowest_ms=sides([(hit.most, calm.most) for hit, calm in pairs]),
        restart_s=median(restarts),
    )


def _kill_one(host: Contender) -> float:
    """Seconds from the kill to the next worker's hello."""
    since = host.log.stat().st_size
    victims = host.workers()
    assert len(victims) == WORKERS, victims
    victims[0].kill()
    killed = time.monotonic()
    while HELLO not in host.said(since):
        if time.monotonic() > killed + HELLO_LIMIT_S:
            raise RuntimeError(f"no worker came after the killed one:\n{host.said()[-4000:]}")
        time.sleep(0.01)
    return time.monotonic() - killed
