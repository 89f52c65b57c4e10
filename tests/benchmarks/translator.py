"""CPU time of the list page with its translator, beside constant strings."""

import subprocess

import msgspec

from tests.benchmarks.comparison import MedianPair, median_pair
from tests.benchmarks.paths import BENCH_DIR, NODE, PEER_DIR, ROOT

TIMEOUT_S = 20


class PrintedResult(msgspec.Struct, frozen=True):
    """Output of `translatorCost.ts`; a round is CPU microseconds with and without translator."""

    is_same: bool
    rounds: list[tuple[float, float]]


class TranslatorCost(msgspec.Struct, frozen=True):
    """CPU microseconds of one render: `ours` with the translator, `peer` with constant strings."""

    path: str
    rounds: int
    cpu_us: MedianPair


def measure_translator(documents: str, path: str) -> TranslatorCost | None:
    """Returns None if both renderers do not render the same page."""
    bundles = [str(BENCH_DIR / "translated.mjs"), str(BENCH_DIR / "recorded.mjs")]
    ran = subprocess.run(
        [NODE, PEER_DIR / "translatorCost.ts", *bundles, documents, path],
        cwd=ROOT,
        env={},
        stdout=subprocess.PIPE,
        timeout=TIMEOUT_S,
        check=True,
    )
    printed = msgspec.json.decode(ran.stdout, type=PrintedResult)
    if not printed.is_same:
        return None
    return TranslatorCost(path, len(printed.rounds), median_pair(printed.rounds))
