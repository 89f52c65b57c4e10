"""What each layer saves: the traffic mix with the whole site and with one layer taken out."""

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
from tests.benchmarks.servers import Contender, host
from tests.benchmarks.traffic.mix import SignedInMember, mixed_requests, sign_in
from tests.benchmarks.traffic.switches import SWITCHES, is_present

CONNECTIONS = 16
ROUNDS = 10
REQUESTS = 600
WARM_UP_REQUESTS = 2000
# A layer that saves less of the mix is deleted.
LEAST_SAVING = 0.15


class Saving(msgspec.Struct, frozen=True, kw_only=True):
    """One layer; CPU in milliseconds of host and workers for 1,000 requests, medians."""

    layer: str
    rounds: int
    cpu_with: float
    cpu_without: float
    # Shares of the CPU without the layer, one a round.
    lower_quartile: float
    median: float
    failed: int


class Side:
    """A running host with signed-in members, and a generator of its requests."""

    def __init__(self, contender: Contender, members: Sequence[SignedInMember]) -> None:
        self._contender = contender
        self._members = members
        self.failed = 0

    def cpu_ms(self, generator: OwnGenerator, *, seed: int, count: int) -> float:
        """CPU of host and workers in milliseconds for 1,000 requests."""
        requests = mixed_requests(self._contender, self._members, seed=seed, count=count)
        job = Job(
            port=self._contender.port,
            path="",
            size=0,
            connections=CONNECTIONS,
            requests=requests,
        )
        before, _ = self._contender.cpu_s()
        load = generator.run(job)
        after, _ = self._contender.cpu_s()
        self.failed += load.failed
        return (after - before) / max(1, load.answers) * 1_000_000


def measure_savings(
    generator: OwnGenerator, layers: Sequence[str], *, rounds: int = ROUNDS, until: float
) -> list[Saving]:
    """One layer after the other; what there is no time for is left out."""
    found: list[Saving] = []
    for layer in layers:
        if is_present(layer) and time.monotonic() < until:
            with TemporaryDirectory(prefix="ablation-") as folder:
                found.append(_measure(Path(folder), generator, layer, rounds))
    return found


def _measure(folder: Path, generator: OwnGenerator, layer: str, rounds: int) -> Saving:
    whole_folder, other_folder = folder / "with", folder / "without"
    for made in (whole_folder, other_folder):
        made.mkdir()
    entry = ["-m", "tests.benchmarks.traffic.switches", layer]
    without_mb = 0 if layer == "page cache" else CACHE_MB
    with (
        host(whole_folder, cache_mb=CACHE_MB) as ours,
        host(other_folder, cache_mb=without_mb, entry=entry) as other,
    ):
        whole = Side(ours, asyncio.run(sign_in(whole_folder, ours)))
        cut = Side(other, asyncio.run(sign_in(other_folder, other)))
        for side in (whole, cut):
            side.cpu_ms(generator, seed=0, count=WARM_UP_REQUESTS)
        pairs = [_round(whole, cut, generator, seed) for seed in range(1, rounds + 1)]
    savings = [1 - with_ms / without_ms for with_ms, without_ms in pairs]
    return Saving(
        layer=layer,
        rounds=rounds,
        cpu_with=median(with_ms for with_ms, _ in pairs),
        cpu_without=median(without_ms for _, without_ms in pairs),
        lower_quartile=quantiles(savings, n=4, method="inclusive")[0],
        median=median(savings),
        failed=whole.failed + cut.failed,
    )


def _round(whole: Side, cut: Side, generator: OwnGenerator, seed: int) -> tuple[float, float]:
    """Turns with, without, without, with; the mean of each two."""
    a, b, c, d = (
        side.cpu_ms(generator, seed=seed, count=REQUESTS) for side in (whole, cut, cut, whole)
    )
    return (a + d) / 2, (b + c) / 2


def saving_lines(savings: Sequence[Saving]) -> Iterator[str]:
    yield "| layer | CPU ms for 1,000 requests: with, without | saving: lower quartile, median |"
    yield "| --- | --- | --- |"
    for one in savings:
        verdict = "" if one.lower_quartile >= LEAST_SAVING else " (below 15 %)"
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
