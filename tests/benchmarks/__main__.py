"""Measures the site side by side with a bare peer: `make bench`."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import msgspec
import psutil

from tests.benchmarks.contenders import Contender, bare_pair, host
from tests.benchmarks.duel import Page, fight
from tests.benchmarks.generators import OwnGenerator, best_generator, own_generator
from tests.benchmarks.kills import measure_kills
from tests.benchmarks.machine import Watch
from tests.benchmarks.memory import measure_memory
from tests.benchmarks.places import BENCH, HERE, NODE, ROOT
from tests.benchmarks.report import Results, markdown
from tests.benchmarks.weights import weigh
from tests.benchmarks.words import measure_words

# The reader's own language, and its letters cost an encoder more than English ones.
PAGES = {"home": "/ja", "list": "/ja/cultivars", "detail": "/ja/cultivars/saemidori"}
ROUNDS_MOST = 4
DUELS_END_S = 62.0
KILLS_END_S = 70.0
LIMIT_S = 82


def main() -> int:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, _leave)
    signal.alarm(LIMIT_S)
    BENCH.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        results = _measure(Path(folder), time.monotonic())
    (BENCH / "results.json").write_bytes(msgspec.json.format(msgspec.json.encode(results)))
    print(markdown(results))
    left = psutil.Process().children(recursive=True)
    if left:
        print(f"Left behind: {left}", file=sys.stderr)
    return int(bool(left))


def _leave(number: int, _frame: FrameType | None) -> None:
    """By an exception, so that every child is ended on the way out."""
    if number == signal.SIGALRM:
        raise SystemExit(f"Not done after {LIMIT_S} s; the machine is too busy to measure on.")
    raise SystemExit(128 + number)


def _measure(folder: Path, started: float) -> Results:
    subprocess.run([NODE, HERE / "bundle.mjs"], cwd=ROOT, env={}, check=True)
    watch = Watch()
    with host(folder) as ours, own_generator() as own:
        documents = {path: ours.ask(path).body.decode() for path in PAGES.values()}
        with bare_pair(folder, documents) as peer:
            return _compare((ours, peer), documents, own, watch=watch, started=started)


def _compare(
    contenders: tuple[Contender, Contender],
    documents: dict[str, str],
    own: OwnGenerator,
    *,
    watch: Watch,
    started: float,
) -> Results:
    ours, peer = contenders
    pages = [Page(name, path, len(documents[path].encode())) for name, path in PAGES.items()]
    for path, html in documents.items():
        # The clock in the payload differs, and is as long in both.
        assert len(peer.ask(path).body) == len(html.encode()), f"the peer draws {path} otherwise"
    generator = best_generator(own)
    words = measure_words(str(ours.log.with_name("documents.json")), PAGES["list"])
    weights = weigh(ours)
    duels = fight(
        contenders, pages, generator, rounds_most=ROUNDS_MOST, until=started + DUELS_END_S
    )
    memory = measure_memory(ours, peer)
    kills = measure_kills(ours, pages[1], own, until=started + KILLS_END_S)
    manifest = json.loads((ROOT / "build" / "manifest.json").read_bytes())
    return Results(
        build=manifest["build"],
        seconds=time.monotonic() - started,
        generator=generator.name,
        machine=watch.machine(),
        duels=duels,
        words=words,
        memory=memory,
        weights=weights,
        kills=kills,
    )


if __name__ == "__main__":
    sys.exit(main())
