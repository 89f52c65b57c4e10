"""Measures the site side by side with its peers: `make bench`."""

import argparse
import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from traceback import print_exception
from types import FrameType
from typing import TypeVar

import msgspec
import psutil

from tests.benchmarks.cached import CACHE_MB, Kept, measure_kept
from tests.benchmarks.comparison import Page, fight
from tests.benchmarks.feed import FEW, MANY, measure_feed
from tests.benchmarks.generators import Generator, OwnGenerator, best_generator, own_generator
from tests.benchmarks.kills import measure_kills
from tests.benchmarks.machine import ModerationWatch
from tests.benchmarks.memory import measure_memory
from tests.benchmarks.page_bytes import paths_of, weigh
from tests.benchmarks.paint import Painted, measure_paint
from tests.benchmarks.paths import BENCH, NODE, PEER, ROOT
from tests.benchmarks.report import DrawnAnew, Results, markdown
from tests.benchmarks.servers import bare_pair, documents_of, host
from tests.benchmarks.traffic.results import measure_traffic
from tests.benchmarks.translator import measure_words

# The reader's own language, and its letters cost an encoder more than English ones.
PAGES = {
    "home": "/ja",
    "list": "/ja/cultivars",
    "detail": "/ja/cultivars/saemidori",
    "feed": "/ja/community",
}
ROUNDS_MOST = 4
# What each part may take; what was begun in that time is finished.
DUELS_S, KILLS_S, KEPT_S, PAINT_S, TRAFFIC_S = 90.0, 8.0, 60.0, 60.0, 75.0
LIMIT_S = 475
END_S = 15
MILLION = 1_000_000

Found = TypeVar("Found")


class TimeIsUpError(Exception):
    """Not everything could be measured: the machine is slow, or too busy to measure on."""


def main() -> int:
    million = _arguments().million
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, _leave)
    signal.alarm(LIMIT_S * (10 if million else 1))
    BENCH.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        results = _measure(Path(folder), time.monotonic(), MILLION if million else MANY)
    (BENCH / "results.json").write_bytes(msgspec.json.format(msgspec.json.encode(results)))
    table = markdown(results)
    (BENCH / "results.md").write_text(f"{table}\n", encoding="utf-8")
    print(table)
    left = psutil.Process().children(recursive=True)
    if left:
        print(f"Left behind: {left}", file=sys.stderr)
    return int(bool(left))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--million", action="store_true", help="ask the feed among so many posts")
    return parser.parse_args()


def _leave(number: int, _frame: FrameType | None) -> None:
    """By an exception, so that every child is ended on the way out."""
    if number == signal.SIGALRM:
        raise TimeIsUpError
    raise SystemExit(128 + number)


def _measure(folder: Path, started: float, posts: int) -> Results:
    subprocess.run([NODE, PEER / "bundle.mjs"], cwd=ROOT, env={}, check=True)
    watch = ModerationWatch()
    with own_generator() as own:
        generator = best_generator(own)
        drawn = _drawn_anew(_folder(folder, "drawn"), generator, own)
        kept = _part("kept pages", lambda: _kept(folder, generator, own))
        until = time.monotonic() + TRAFFIC_S
        traffic = _part("the traffic mix", lambda: measure_traffic(own, until=until))
    paint = _part("first paint", lambda: _painted(folder))
    left = None if posts > MANY else LIMIT_S - END_S - (time.monotonic() - started)
    feed = _part(
        f"the feed among {posts:,} posts",
        lambda: asyncio.run(measure_feed((FEW, posts), seconds=left)),
    )
    return Results(
        date=datetime.now(UTC).date().isoformat(),
        build=json.loads((ROOT / "build" / "manifest.json").read_bytes())["build"],
        seconds=time.monotonic() - started,
        generator=generator.name,
        machine=watch.machine(),
        drawn=drawn,
        kept=kept,
        traffic=traffic,
        paint=paint,
        feed=feed,
    )


def _part(name: str, measure: Callable[[], Found]) -> Found | str:
    """What can't be measured is reported in its place, and takes nothing from the others."""
    _say(name)
    try:
        return measure()
    except Exception as error:
        print_exception(error)
        return f"Not measured: {type(error).__name__}."


def _kept(folder: Path, generator: Generator, own: OwnGenerator) -> Kept | str:
    until = time.monotonic() + KEPT_S
    return measure_kept(_folder(folder, "kept"), generator, own, until=until)


def _painted(folder: Path) -> list[Painted] | str:
    with host(_folder(folder, "painted"), cache_mb=CACHE_MB) as ours:
        paths = [path for path in paths_of("/ja") if ours.ask(path).status == 200]
        return measure_paint(ours, paths, until=time.monotonic() + PAINT_S)


def _folder(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made


def _say(part: str) -> None:
    print(f"Measuring: {part}.", file=sys.stderr, flush=True)


def _drawn_anew(folder: Path, generator: Generator, own: OwnGenerator) -> DrawnAnew:
    """Everything without a cache of pages, beside bare Node."""
    _say("pages not cached, beside bare Node")
    with host(folder) as ours:
        documents = documents_of(ours, list(PAGES.values()))
        with bare_pair(folder, documents) as peer:
            pages = [
                Page(name, path, len(documents[path].html.encode())) for name, path in PAGES.items()
            ]
            for path, document in documents.items():
                # The clock in the payload differs, and is as long in both.
                same = len(peer.ask(path).body) == len(document.html.encode())
                assert same, f"the peer draws {path} otherwise"
            words = measure_words(str(ours.log.with_name("documents.json")), PAGES["list"])
            weights = weigh(ours)
            until = time.monotonic() + DUELS_S
            duels = fight((ours, peer), pages, generator, rounds_most=ROUNDS_MOST, until=until)
            memory = measure_memory(ours, peer)
            kills = measure_kills(ours, pages[1], own, until=time.monotonic() + KILLS_S)
            return DrawnAnew(duels=duels, words=words, memory=memory, weights=weights, kills=kills)


if __name__ == "__main__":
    sys.exit(main())
