"""CPU time that each layer saves: the traffic mix with the whole site and without one layer."""

import argparse
import asyncio
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import msgspec

from tests.benchmarks.cached import CACHE_MB
from tests.benchmarks.generators import OwnGenerator, own_generator
from tests.benchmarks.jobs import Job
from tests.benchmarks.servers import Server, host
from tests.benchmarks.traffic.mix import SignedInMember, mixed_requests, sign_in
from tests.benchmarks.traffic.switches import SWITCHES, is_present

CONNECTIONS = 16
ROUNDS = 10
ROUNDS_LEAST = 2
REQUESTS = 600
WARM_UP_REQUESTS = 2000
# A layer that saves a smaller share of the CPU time is deleted.
MIN_SAVING = 0.15


class Saving(msgspec.Struct, frozen=True, kw_only=True):
    """CPU milliseconds of host and workers for 1,000 requests with and without a layer, medians."""

    layer: str
    rounds: int
    cpu_with: float
    cpu_without: float
    # Share of the CPU time without the layer that the layer saves; one value for each round.
    lower_quartile: float
    median: float
    failed: int


class MeasuredHost:
    """Running host with signed-in members, whose CPU time is measured."""

    def __init__(self, server: Server, members: Sequence[SignedInMember]) -> None:
        self._server = server
        self._members = members
        self.failed = 0

    def cpu_ms(self, generator: OwnGenerator, *, seed: int, count: int) -> float:
        """Returns the CPU milliseconds of host and workers for 1,000 requests."""
        requests = mixed_requests(self._server, self._members, seed=seed, count=count)
        job = Job(
            port=self._server.port,
            path="",
            size=0,
            connections=CONNECTIONS,
            requests=requests,
        )
        before, _ = self._server.cpu_s()
        load = generator.run(job)
        after, _ = self._server.cpu_s()
        self.failed += load.failed
        return (after - before) / max(1, load.responses) * 1_000_000


def measure_savings(
    generator: OwnGenerator, layers: Sequence[str], *, rounds: int = ROUNDS, until: float
) -> list[Saving]:
    """Measures one layer after the other; layers after the time `until` are left out."""
    found: list[Saving] = []
    for layer in layers:
        if is_present(layer) and time.monotonic() < until:
            with TemporaryDirectory(prefix="ablation-") as folder:
                found.append(_measure(Path(folder), generator, layer, rounds))
    return found


def _measure(folder: Path, generator: OwnGenerator, layer: str, rounds: int) -> Saving:
    full_folder, reduced_folder = folder / "with", folder / "without"
    full_folder.mkdir()
    reduced_folder.mkdir()
    entry = ["-m", "tests.benchmarks.traffic.switches", layer]
    without_mb = 0 if layer == "page cache" else CACHE_MB
    with (
        host(full_folder, cache_mb=CACHE_MB) as ours,
        host(reduced_folder, cache_mb=without_mb, entry=entry) as other,
    ):
        full = MeasuredHost(ours, asyncio.run(sign_in(full_folder, ours)))
        reduced = MeasuredHost(other, asyncio.run(sign_in(reduced_folder, other)))
        for measured in (full, reduced):
            measured.cpu_ms(generator, seed=0, count=WARM_UP_REQUESTS)
        pairs = [_round(full, reduced, generator, seed) for seed in range(1, rounds + 1)]
    savings = [1 - with_ms / without_ms for with_ms, without_ms in pairs]
    return Saving(
        layer=layer,
        rounds=rounds,
        cpu_with=median(with_ms for with_ms, _ in pairs),
        cpu_without=median(without_ms for _, without_ms in pairs),
        lower_quartile=quantiles(savings, n=4, method="inclusive")[0],
        median=median(savings),
        failed=full.failed + reduced.failed,
    )


def _round(
    full: MeasuredHost, reduced: MeasuredHost, generator: OwnGenerator, seed: int
) -> tuple[float, float]:
    """Runs turns with, without, without and with the layer; returns the mean of both kinds."""
    a, b, c, d = (
        measured.cpu_ms(generator, seed=seed, count=REQUESTS)
        for measured in (full, reduced, reduced, full)
    )
    return (a + d) / 2, (b + c) / 2


def saving_lines(savings: Sequence[Saving]) -> Iterator[str]:
    cpu = "CPU ms for 1,000 requests: with, without the layer"
    yield f"| layer | {cpu} | saving: lower quartile, median |"
    yield "| --- | --- | --- |"
    for one in savings:
        verdict = "" if one.lower_quartile >= MIN_SAVING else " (below 15 %)"
        failed = f"; {one.failed} requests failed" if one.failed else ""
        yield (
            f"| {one.layer} | {one.cpu_with:.0f}, {one.cpu_without:.0f} | "
            f"**{one.lower_quartile:.0%}**, {one.median:.0%}{verdict}{failed} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("layers", nargs="*", default=list(SWITCHES), help="all of them by default")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="paired rounds of each layer")
    chosen = parser.parse_args()
    if chosen.rounds < ROUNDS_LEAST:
        parser.error(f"--rounds is {ROUNDS_LEAST} or more, for a lower quartile")
    unknown = set(chosen.layers) - set(SWITCHES)
    if unknown:
        sys.exit(f"No such layer: {', '.join(unknown)}. There are: {', '.join(SWITCHES)}.")
    with own_generator() as generator:
        savings = measure_savings(
            generator, chosen.layers, rounds=chosen.rounds, until=float("inf")
        )
    print(*saving_lines(savings), sep="\n")


if __name__ == "__main__":
    main()
