"""Two contenders in turns, ours, theirs, theirs, ours, and what the rounds say together."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean, median

import msgspec

from tests.benchmarks.generators import Generator
from tests.benchmarks.jobs import Job, Load
from tests.benchmarks.servers import Contender

CONNECTIONS = (1, 16)
TRIES = 4
SAID_CHARACTERS = 2000
WARM_UP = Job(port=0, path="", size=0, connections=4, seconds=0.5)


class Ratio(msgspec.Struct, frozen=True):
    """The middle of the rounds' own ratios, and how far apart they lie."""

    median: float
    least: float
    most: float


class Sides(msgspec.Struct, frozen=True):
    """One figure of both contenders (medians), and ours divided by the other's."""

    ours: float
    peer: float
    ratio: Ratio


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """One page under one number of connections."""

    page: str
    path: str
    connections: int
    rounds: int
    requests_per_s: Sides
    cpu_ms: Sides
    p50_ms: Sides
    p99_ms: Sides
    workers_share: float
    failed: int
    undrawn: int | None


@dataclass(frozen=True, slots=True)
class Turn:
    """What one contender did in its time."""

    load: Load
    cpu_s: float
    workers_s: float


@dataclass(frozen=True, slots=True)
class Page:
    """A request, and how long its whole response is."""

    name: str
    path: str
    size: int
    coding: str = ""


Round = tuple[list[Turn], list[Turn]]
Rounds = dict[tuple[Page, int], list[Round]]


def compare(ratios: list[float]) -> Ratio:
    return Ratio(median(ratios), min(ratios), max(ratios))


def sides(pairs: list[tuple[float, float]]) -> Sides:
    """From one pair a round."""
    return Sides(
        ours=median(ours for ours, _ in pairs),
        peer=median(peer for _, peer in pairs),
        ratio=compare([ours / peer if peer else 0.0 for ours, peer in pairs]),
    )


def fight(
    contenders: tuple[Contender, Contender],
    pages: list[Page],
    generator: Generator,
    *,
    rounds_most: int,
    until: float,
) -> list[Duel]:
    """As many rounds over all pages as there is time for, at least one."""
    for contender in contenders:
        for page in pages:
            _turn(contender, page, generator, WARM_UP)
    rounds: Rounds = {(page, number): [] for page in pages for number in CONNECTIONS}
    longest = 0.0
    for done in range(rounds_most):
        started = time.monotonic()
        if done and started + longest > until:
            break
        for (page, connections), found in rounds.items():
            job = Job(port=0, path="", size=0, connections=connections)
            found.append(_round(contenders, page, generator, job))
        longest = max(longest, time.monotonic() - started)
    return [_judge(page, number, found) for (page, number), found in rounds.items()]


def _round(
    contenders: tuple[Contender, Contender], page: Page, generator: Generator, job: Job
) -> Round:
    ours, peer = contenders
    a, b, c, d = (_turn(one, page, generator, job) for one in (ours, peer, peer, ours))
    return [a, d], [b, c]


def _turn(contender: Contender, page: Page, generator: Generator, job: Job) -> Turn:
    asked = {"path": page.path, "size": page.size, "coding": page.coding}
    job = msgspec.structs.replace(job, port=contender.port, **asked)
    for _ in range(TRIES):
        before, workers_before = contender.cpu_s()
        load = generator.run(job)
        after, workers_after = contender.cpu_s()
        # On a machine that is busy with others a whole second may pass without an answer.
        if load.answers:
            return Turn(load, after - before, workers_after - workers_before)
    said = contender.said()[-SAID_CHARACTERS:]
    raise RuntimeError(f"{contender.name} gave no answer to {page.path}:\n{said}")


def _judge(page: Page, connections: int, rounds: list[Round]) -> Duel:
    loads = [turn.load for both in rounds for turns in both for turn in turns]
    our_turns = [turn for ours, _ in rounds for turn in ours]

    def figure(name: str) -> Sides:
        return sides([(_figures(ours)[name], _figures(peer)[name]) for ours, peer in rounds])

    return Duel(
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
        undrawn=undrawn_of(loads),
    )


def undrawn_of(loads: list[Load]) -> int | None:
    known = [load.undrawn for load in loads if load.undrawn is not None]
    return sum(known) if len(known) == len(loads) else None


def _figures(turns: list[Turn]) -> Mapping[str, float]:
    answers = sum(turn.load.answers for turn in turns)
    return {
        "requests_per_s": answers / sum(turn.load.seconds for turn in turns),
        "cpu_ms": sum(turn.cpu_s for turn in turns) / answers * 1000,
        "p50_ms": fmean(turn.load.whole.p50 for turn in turns),
        "p99_ms": fmean(turn.load.whole.p99 for turn in turns),
    }
