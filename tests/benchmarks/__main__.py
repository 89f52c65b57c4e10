"""Measures the site beside bare Node and nginx: `make bench`."""

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

from tests.benchmarks.cached import CACHE_MB, Cached, measure_cached
from tests.benchmarks.comparison import Page, compare_in_turns
from tests.benchmarks.feed import FEW, MANY, measure_feed
from tests.benchmarks.generators import Generator, OwnGenerator, best_generator, own_generator
from tests.benchmarks.kills import measure_kills
from tests.benchmarks.machine import CpuMonitor
from tests.benchmarks.memory import measure_memory
from tests.benchmarks.page_bytes import measure_bytes, paths_of
from tests.benchmarks.paint import PaintTimes, measure_paint
from tests.benchmarks.paths import BENCH_DIR, NODE, PEER_DIR, ROOT
from tests.benchmarks.report import Results, Uncached, markdown
from tests.benchmarks.servers import bare_pair, documents_of, host
from tests.benchmarks.traffic.results import measure_traffic
from tests.benchmarks.translator import measure_translator

# Pages in Japanese, the main language; its characters take more bytes than English ones.
PAGES = {
    "home": "/ja",
    "list": "/ja/cultivars",
    "detail": "/ja/cultivars/saemidori",
    "feed": "/ja/community",
}
MAX_ROUNDS = 4
# Time limits of the parts; a round that has begun is finished.
COMPARISONS_S, KILLS_S, CACHED_S, PAINT_S, TRAFFIC_S = 90.0, 8.0, 60.0, 60.0, 75.0
LIMIT_S = 475
END_S = 15
MILLION = 1_000_000

Measured = TypeVar("Measured")


class TimeLimitError(Exception):
    """Time limit of the run, which a slow or busy machine exceeds."""


def main() -> int:
    million = _arguments().million
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM):
        signal.signal(number, _stop_on_signal)
    signal.alarm(LIMIT_S * (10 if million else 1))
    BENCH_DIR.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        results = _measure(Path(folder), time.monotonic(), MILLION if million else MANY)
    (BENCH_DIR / "results.json").write_bytes(msgspec.json.format(msgspec.json.encode(results)))
    table = markdown(results)
    (BENCH_DIR / "results.md").write_text(f"{table}\n", encoding="utf-8")
    print(table)
    left = psutil.Process().children(recursive=True)
    if left:
        print(f"Processes that did not end: {left}", file=sys.stderr)
    return int(bool(left))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--million", action="store_true", help="measure the feed with a million posts"
    )
    return parser.parse_args()


def _stop_on_signal(number: int, _frame: FrameType | None) -> None:
    """Raises an exception, so that the context managers end every child process."""
    if number == signal.SIGALRM:
        raise TimeLimitError
    raise SystemExit(128 + number)


def _measure(folder: Path, started: float, posts: int) -> Results:
    subprocess.run([NODE, PEER_DIR / "bundle.mjs"], cwd=ROOT, env={}, check=True)
    monitor = CpuMonitor()
    with own_generator() as own:
        generator = best_generator(own)
        uncached = _measure_uncached(_folder(folder, "uncached"), generator, own)
        cached = _measure_part("cached pages", lambda: _measure_cached(folder, generator, own))
        until = time.monotonic() + TRAFFIC_S
        traffic = _measure_part("the traffic mix", lambda: measure_traffic(own, until=until))
    paint = _measure_part("first paint", lambda: _measure_paint(folder))
    left = None if posts > MANY else LIMIT_S - END_S - (time.monotonic() - started)
    feed = _measure_part(
        f"the feed with {posts:,} posts",
        lambda: asyncio.run(measure_feed((FEW, posts), seconds=left)),
    )
    return Results(
        date=datetime.now(UTC).date().isoformat(),
        build=json.loads((ROOT / "build" / "manifest.json").read_bytes())["build"],
        seconds=time.monotonic() - started,
        generator=generator.name,
        machine=monitor.machine(),
        uncached=uncached,
        cached=cached,
        traffic=traffic,
        paint=paint,
        feed=feed,
    )


def _measure_part(name: str, measure: Callable[[], Measured]) -> Measured | str:
    """Returns the result, or a sentence for the report if the measurement fails."""
    _report_progress(name)
    try:
        return measure()
    except Exception as error:
        print_exception(error)
        return f"Not measured: {type(error).__name__}."


def _measure_cached(folder: Path, generator: Generator, own: OwnGenerator) -> Cached | str:
    until = time.monotonic() + CACHED_S
    return measure_cached(_folder(folder, "cached"), generator, own, until=until)


def _measure_paint(folder: Path) -> list[PaintTimes] | str:
    with host(_folder(folder, "paint"), cache_mb=CACHE_MB) as ours:
        paths = [path for path in paths_of("/ja") if ours.get(path).status == 200]
        return measure_paint(ours, paths, until=time.monotonic() + PAINT_S)


def _folder(folder: Path, name: str) -> Path:
    made = folder / name
    made.mkdir()
    return made


def _report_progress(part: str) -> None:
    print(f"Measuring: {part}.", file=sys.stderr, flush=True)


def _measure_uncached(folder: Path, generator: Generator, own: OwnGenerator) -> Uncached:
    """Measures the host without its page cache, and bare Node."""
    _report_progress("uncached pages, beside bare Node")
    with host(folder) as ours:
        documents = documents_of(ours, list(PAGES.values()))
        with bare_pair(folder, documents) as peer:
            pages = [
                Page(name, path, len(documents[path].html.encode())) for name, path in PAGES.items()
            ]
            for path, document in documents.items():
                # The time in the payload differs between both, but not its length.
                same = len(peer.get(path).body) == len(document.html.encode())
                assert same, f"bare Node renders {path} with another length"
            translator = measure_translator(
                str(ours.log.with_name("documents.json")), PAGES["list"]
            )
            site_bytes = measure_bytes(ours)
            until = time.monotonic() + COMPARISONS_S
            comparisons = compare_in_turns(
                (ours, peer), pages, generator, max_rounds=MAX_ROUNDS, until=until
            )
            memory = measure_memory(ours, peer)
            kills = measure_kills(ours, pages[1], own, until=time.monotonic() + KILLS_S)
            return Uncached(
                comparisons=comparisons,
                translator=translator,
                memory=memory,
                site_bytes=site_bytes,
                kills=kills,
            )


if __name__ == "__main__":
    sys.exit(main())
