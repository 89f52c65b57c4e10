"""What the words cost: the list page with its translator against constant strings."""

import subprocess

import msgspec

from tests.benchmarks.comparison import Sides, sides
from tests.benchmarks.paths import BENCH, NODE, PEER, ROOT

LIMIT_S = 20


class Printed(msgspec.Struct, frozen=True):
    """What `translatorCost.ts` prints; a round is microseconds with the translator and without."""

    is_same: bool
    rounds: list[tuple[float, float]]


class Words(msgspec.Struct, frozen=True):
    """Microseconds of processor time for one drawing."""

    path: str
    rounds: int
    us: Sides


def measure_words(documents: str, path: str) -> Words | None:
    """Nothing if the two do not draw the same page: then there is nothing to compare."""
    bundles = [str(BENCH / "worded.mjs"), str(BENCH / "taped.mjs")]
    ran = subprocess.run(
        [NODE, PEER / "translatorCost.ts", *bundles, documents, path],
        cwd=ROOT,
        env={},
        stdout=subprocess.PIPE,
        timeout=LIMIT_S,
        check=True,
    )
    printed = msgspec.json.decode(ran.stdout, type=Printed)
    if not printed.is_same:
        return None
    return Words(path, len(printed.rounds), sides(printed.rounds))
