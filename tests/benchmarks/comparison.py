"""Comparison of two servers under load, in turns: ours, peer, peer, ours."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, median

import msgspec

from tests.benchmarks.generators import Generator
from tests.benchmarks.jobs import Job, LoadResult
from tests.benchmarks.servers import Server

CONNECTIONS = (1, 16)
ATTEMPTS = 4
LOG_TAIL_CHARACTERS = 2000
WARM_UP = Job(port=0, path="", size=0, connections=4, seconds=0.5)


class Ratio(msgspec.Struct, frozen=True):
    """Median, minimum and maximum of the ratios of the rounds."""

    median: float
    minimum: float
    maximum: float


class MedianPair(msgspec.Struct, frozen=True):
    """One figure of both servers (medians), and the ratio of ours to the peer's."""

    ours: float
    peer: float
    ratio: Ratio


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """Both servers with one page and one number of connections.

    `workers_share` is the share of our CPU time that the render workers used; `without_page` is
    None if the load generator cannot tell.
    """

    page: str
    path: str
    connections: int
    rounds: int
    requests_per_s: MedianPair
    cpu_ms: MedianPair
    p50_ms: MedianPair
    p99_ms: MedianPair
    workers_share: float
    failed: int
    without_page: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """Load and CPU seconds of one server in one turn: of all its processes, and of the workers."""

    load: LoadResult
    cpu_s: float
    workers_s: float


@dataclass(frozen=True, slots=True)
class Page:
    """Page that is requested; `size` is the length of its response in bytes, 0 for any length."""

    name: str
    path: str
    size: int
    coding: str = ""


Round = tuple[list[Turn], list[Turn]]
Rounds = dict[tuple[Page, int], list[Round]]


def ratio_of(ratios: list[float]) -> Ratio:
    return Ratio(median(ratios), min(ratios), max(ratios))


def median_pair(pairs: list[tuple[float, float]]) -> MedianPair:
    """Returns the medians of both servers; each round gives one pair of figures."""
    return MedianPair(
        ours=median(ours for ours, _ in pairs),
        peer=median(peer for _, peer in pairs),
        ratio=ratio_of([ours / peer if peer else 0.0 for ours, peer in pairs]),
    )


def compare_in_turns(
    servers: tuple[Server, Server],
    pages: list[Page],
    generator: Generator,
    *,
    max_rounds: int,
    until: float,
) -> list[Comparison]:
    """Runs rounds over all pages until the time `until`, at least one; returns their medians."""
    for server in servers:
        for page in pages:
            _turn(server, page, generator, WARM_UP)
    rounds: Rounds = {(page, number): [] for page in pages for number in CONNECTIONS}
    longest = 0.0
    for done in range(max_rounds):
        started = time.monotonic()
        if done and started + longest > until:
            break
        for (page, connections), found in rounds.items():
            job = Job(port=0, path="", size=0, connections=connections)
            found.append(_round(servers, page, generator, job))
        longest = max(longest, time.monotonic() - started)
    return [_combine(page, number, found) for (page, number), found in rounds.items()]


def _round(servers: tuple[Server, Server], page: Page, generator: Generator, job: Job) -> Round:
    ours, peer = servers
    a, b, c, d = (_turn(one, page, generator, job) for one in (ours, peer, peer, ours))
    return [a, d], [b, c]


def _turn(server: Server, page: Page, generator: Generator, job: Job) -> Turn:
    target = {"path": page.path, "size": page.size, "coding": page.coding}
    job = msgspec.structs.replace(job, port=server.port, **target)
    for _ in range(ATTEMPTS):
        before, workers_before = server.cpu_s()
        load = generator.run(job)
        after, workers_after = server.cpu_s()
        # On a busy machine a whole turn may pass without a response.
        if load.responses:
            return Turn(load, after - before, workers_after - workers_before)
    log = server.read_log()[-LOG_TAIL_CHARACTERS:]
    raise RuntimeError(f"{server.name} sent no response to {page.path}:\n{log}")


def _combine(page: Page, connections: int, rounds: list[Round]) -> Comparison:
    loads = [turn.load for pair in rounds for turns in pair for turn in turns]
    our_turns = [turn for ours, _ in rounds for turn in ours]

    def figure(name: str) -> MedianPair:
        return median_pair([(_figures(ours)[name], _figures(peer)[name]) for ours, peer in rounds])

    return Comparison(
        page=page.name,
        path=page.path,
        connections=connections,
        rounds=len(rounds),
        requests_per_s=figure("requests_per_s"),
        cpu_ms=figure("cpu_ms"),
        p50_ms=figure("p50_ms"),
        p99_ms=figure("p99_ms"),
        workers_share=sum(one.workers_s for one in our_turns) / sum(one.cpu_s for one in our_turns),
        failed=sum(load.failed for load in loads),
        without_page=count_without_page(loads),
    )


def count_without_page(loads: list[LoadResult]) -> int | None:
    """Returns the number of responses without a page, None if any of the loads does not know it."""
    known = [load.without_page for load in loads if load.without_page is not None]
    return sum(known) if len(known) == len(loads) else None


def _figures(turns: list[Turn]) -> Mapping[str, float]:
    responses = sum(turn.load.responses for turn in turns)
    return {
        "requests_per_s": responses / sum(turn.load.seconds for turn in turns),
        "cpu_ms": sum(turn.cpu_s for turn in turns) / responses * 1000,
        "p50_ms": fmean(turn.load.last_byte.p50 for turn in turns),
        "p99_ms": fmean(turn.load.last_byte.p99 for turn in turns),
    }
