"""Results of a run, and their report in Markdown."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tests.benchmarks.cached import Cached
from tests.benchmarks.comparison import Comparison, MedianPair, Ratio
from tests.benchmarks.feed import FeedTable, feed_lines
from tests.benchmarks.kills import Kills
from tests.benchmarks.machine import Machine
from tests.benchmarks.memory import Memory
from tests.benchmarks.page_bytes import PageBytes, SiteBytes
from tests.benchmarks.paint import PaintTimes
from tests.benchmarks.traffic.results import Traffic, traffic_lines
from tests.benchmarks.translator import TranslatorCost

# Bytes of scripts of the first view of a page, compressed with brotli: limit and aim.
SCRIPT_BYTES_LIMIT = 120_000
SCRIPT_BYTES_AIM = 112_000
DATABASES = 2
RENDERS_ROW = "renders of a page that was not cached, for 200 requests at once"


class Uncached(msgspec.Struct, frozen=True, kw_only=True):
    """Results without the page cache; `translator` is None if its renderers differ."""

    comparisons: list[Comparison]
    translator: TranslatorCost | None
    memory: Memory
    site_bytes: SiteBytes
    kills: Kills


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """Results of one run; a string says why a part was not measured."""

    date: str
    build: str
    seconds: float
    generator: str
    machine: Machine
    uncached: Uncached
    cached: Cached | str
    traffic: Traffic | str
    paint: list[PaintTimes] | str
    feed: list[FeedTable] | str


def markdown(results: Results) -> str:
    uncached = results.uncached
    return "\n".join(
        [
            "# Benchmarks of Chanoki\n",
            *_summary(results),
            "\n## How it was measured\n",
            *_method(results),
            "\n## Pages, rendered for each request: ours / bare Node\n",
            *_comparisons(uncached.comparisons),
            "\nShare of the render workers in the host's CPU time: "
            f"{_workers_share(uncached.comparisons)}.",
            "\n## Cached pages: ours / nginx\n",
            *_cached(results.cached),
            "\n## The traffic mix, and the CPU time that each layer saves\n",
            *traffic_lines(results.traffic),
            "\n## CPU time of the translator in the list page\n",
            *_translator(uncached.translator),
            "\n## Memory after the load, MB\n",
            *_memory(uncached.memory),
            "\n## The feed\n",
            *_feed(results.feed),
            "## First paint in Chromium on a slow network\n",
            *_paint(results.paint),
            "\n## Time to first byte while a worker is killed, ms\n",
            *_kills(uncached.kills),
            "\n## Bytes of a first visit (brotli), English / Japanese\n",
            *_site_bytes(uncached.site_bytes),
        ]
    )


def _summary(results: Results) -> Iterator[str]:
    """The goals of the project, with the ratios of this run."""
    uncached = results.uncached
    yield from _heading(("figure", "goal", "measured"))
    for comparison in uncached.comparisons:
        if comparison.page in ("list", "feed"):
            name = f"{comparison.path} rendered, {_connections(comparison)}: × bare Node"
            yield _row((name, "requests ≥ 0.65, CPU ≤ 1.35", _requests_and_cpu(comparison)))
    for comparison in [] if isinstance(results.cached, str) else results.cached.comparisons:
        name = f"{comparison.path} cached, {_connections(comparison)}: × nginx"
        yield _row((name, "requests ≥ 0.25, CPU ≤ 4", _requests_and_cpu(comparison)))
    if not isinstance(results.cached, str):
        yield _row((RENDERS_ROW, "1", f"{results.cached.renders}"))
    memory = uncached.memory
    for name, ratio in (
        ("resident", memory.resident_ratio),
        ("shared once", memory.shared_once_ratio),
    ):
        yield _row((f"memory of all processes, {name}: × bare Node", "≤ 0.6", f"{ratio:.2f}"))
    if uncached.translator:
        ratio = uncached.translator.cpu_us.ratio.median
        yield _row(("list page: × constant strings", "≤ 1.5", f"{ratio:.2f}"))
    for table in [] if isinstance(results.feed, str) else results.feed:
        slowest = max(table.rows, key=lambda row: row.many_ms / row.few_ms)
        ratio_and_query = f"{slowest.many_ms / slowest.few_ms:.2f} ({slowest.query})"
        name = f"{table.database}: the slowest feed query, {table.many:,} × {table.few:,} posts"
        yield _row((name, "≤ 2", ratio_and_query))
        name = f"{table.database}: CPU of the newest page × the bare driver"
        yield _row((name, "≤ 2", f"{table.driver.ratio.median:.2f}"))
    scripts = max(page.scripts for page in uncached.site_bytes.pages)
    goal = f"≤ {SCRIPT_BYTES_LIMIT:,} (aim: {SCRIPT_BYTES_AIM:,})"
    yield _row(("scripts of the heaviest first view, brotli", goal, f"{scripts:,}"))


def _connections(comparison: Comparison) -> str:
    return f"{comparison.connections} connection{'s' if comparison.connections > 1 else ''}"


def _requests_and_cpu(comparison: Comparison) -> str:
    requests, cpu = comparison.requests_per_s.ratio.median, comparison.cpu_ms.ratio.median
    return f"{requests:.2f}, {cpu:.2f}"


def _method(results: Results) -> Iterator[str]:
    machine = results.machine
    rounds = min(comparison.rounds for comparison in results.uncached.comparisons)
    yield (
        f"- {results.date}, build {results.build}; measured by `make bench` in "
        f"{results.seconds:.0f} s; every ratio compares figures of this run."
    )
    yield (
        f"- {machine.processors} processors, {machine.system}, Python {machine.python}, "
        f"Node {machine.node}; load generator: {results.generator}."
    )
    yield (
        "- Ours: the host in production mode with 2 render workers and 200 posts in SQLite. Bare "
        "Node: `node:cluster` with 2 processes, which renders the same pages from payloads in "
        "memory. Their pages have the same length and are not compressed. nginx: one worker, which "
        "sends the compressed bytes of the host from files."
    )
    yield (
        f"- Both servers take turns: ours, peer, peer, ours; {rounds} rounds or more. Figures are "
        "medians of the rounds; a ratio is the median of the ratios of the rounds (with minimum "
        "and maximum)."
    )
    yield (
        f"- Other processes used {machine.other_processes_share:.0%} of the CPU time meanwhile "
        f"(load average {machine.load_average:.1f})" + _verdict(machine.other_processes_share)
    )


def _verdict(other_processes_share: float) -> str:
    if other_processes_share < 0.1:
        return "."
    return ": **the machine was busy. Do not rely on absolute figures; the ratios are rough.**"


def _comparisons(comparisons: Sequence[Comparison]) -> Iterator[str]:
    figures = ("requests/s", "CPU ms per request", "p50 ms", "p99 ms")
    columns = [column for figure in figures for column in (figure, "ratio")]
    yield from _heading(("page", "connections", *columns))
    for comparison in comparisons:
        cells = [comparison.path, str(comparison.connections)]
        for one, digits in (
            (comparison.requests_per_s, 0),
            (comparison.cpu_ms, 3),
            (comparison.p50_ms, 2),
            (comparison.p99_ms, 2),
        ):
            cells += [_pair(one, digits), _ratio(one.ratio)]
        yield _row(cells)
    failed = sum(one.failed for one in comparisons)
    unknown = any(one.without_page is None for one in comparisons)
    without_page = "unknown" if unknown else sum(one.without_page or 0 for one in comparisons)
    yield f"\nFailed requests: {failed}; responses without a page: {without_page}."


def _workers_share(comparisons: Sequence[Comparison]) -> str:
    shares = [comparison.workers_share for comparison in comparisons]
    return f"{min(shares):.0%} to {max(shares):.0%}; the rest is the host process"


def _cached(cached: Cached | str) -> Iterator[str]:
    if isinstance(cached, str):
        yield cached
        return
    yield from _comparisons(cached.comparisons)
    yield (
        f"\nBoth send {cached.coding}. A page that was not cached, requested by 200 connections at "
        f"once, {cached.requests_at_once} requests in all: renders **{cached.renders}**."
    )


def _feed(feed: list[FeedTable] | str) -> Iterator[str]:
    if isinstance(feed, str):
        yield f"{feed}\n"
        return
    for table in feed:
        yield from feed_lines(table)
        yield ""
    if len(feed) < DATABASES:
        yield "The time limit was reached before both databases had been measured.\n"


def _paint(paint: list[PaintTimes] | str) -> Iterator[str]:
    if isinstance(paint, str):
        yield paint
        return
    yield from _heading(("page", "KB", "requests", "first paint, ms", "interactive, ms"))
    for page in paint:
        times = (f"{page.first_paint_ms:.0f}", f"{page.interactive_ms:.0f}")
        yield _row((page.path, f"{page.kilobytes:.0f}", str(page.requests), *times))
    yield (
        "\nFirst visits at 1.6 Mbit/s with a round-trip time of 150 ms and a quarter of the CPU "
        "speed; fonts and pictures are counted. Interactive: React has hydrated every element."
    )


def _translator(translator: TranslatorCost | None) -> Iterator[str]:
    if translator is None:
        yield "Skipped: constant strings give another page, so the times cannot be compared."
        return
    yield from _heading(("page", "with `t()`, CPU µs", "constant strings, CPU µs", "ratio"))
    cpu = translator.cpu_us
    yield _row((translator.path, f"{cpu.ours:.0f}", f"{cpu.peer:.0f}", _ratio(cpu.ratio)))
    yield f"\nRendering alone, in one process; {translator.rounds} rounds in turns."


def _memory(memory: Memory) -> Iterator[str]:
    yield from _heading(("memory", "ours (1 + 2 processes)", "bare Node (1 + 2)", "ratio"))
    for name, ours, peer, ratio in (
        ("resident", memory.ours_resident, memory.peer_resident, memory.resident_ratio),
        ("shared once", memory.ours_shared_once, memory.peer_shared_once, memory.shared_once_ratio),
    ):
        yield _row((name, f"{ours:.0f}", f"{peer:.0f}", f"{ratio:.2f}"))


def _kills(kills: Kills) -> Iterator[str]:
    yield from _heading(("time to first byte", "with a kill", "without a kill", "ratio"))
    for name, one in (
        ("p50", kills.p50_ms),
        ("p99", kills.p99_ms),
        ("slowest", kills.slowest_ms),
    ):
        yield _row((name, f"{one.ours:.1f}", f"{one.peer:.1f}", _ratio(one.ratio)))
    yield (
        f"\n{kills.kills} kills and {kills.responses} responses; {kills.failed} requests failed, "
        f"{kills.without_page} responses were without a page (without a kill: "
        f"{kills.failed_quiet} and {kills.without_page_quiet}). The replacement of a killed worker "
        f"was ready after {kills.restart_s:.2f} s (median)."
    )


def _site_bytes(site_bytes: SiteBytes) -> Iterator[str]:
    yield from _heading(("route", "scripts", "share of 120,000", "style sheet", "HTML", "fonts"))
    routes = dict.fromkeys(page.route for page in site_bytes.pages)
    for route in routes:
        pages = [page for page in site_bytes.pages if page.route == route]
        if any(page.html == 0 for page in pages):
            yield _row((route, f"redirects ({pages[0].status})", "", "", "", ""))
            continue
        share = max(page.scripts for page in pages) / SCRIPT_BYTES_LIMIT
        yield _row((route, *_byte_cells(pages, share)))
    later = ", ".join(f"{size}" for size in site_bytes.later_fonts.values())
    yield f"\nFonts that are loaded only by pages that contain their characters: {later} bytes."


def _byte_cells(pages: Sequence[PageBytes], share: float) -> tuple[str, ...]:
    def both(figures: Iterable[int]) -> str:
        return " / ".join(map(str, dict.fromkeys(figures)))

    return (
        both(page.scripts for page in pages),
        f"{share:.2f}",
        both(page.stylesheets for page in pages),
        both(page.html for page in pages),
        both(page.fonts for page in pages),
    )


def _pair(one: MedianPair, digits: int) -> str:
    return f"{one.ours:.{digits}f} / {one.peer:.{digits}f}"


def _ratio(ratio: Ratio) -> str:
    return f"**{ratio.median:.2f}** ({ratio.minimum:.2f}–{ratio.maximum:.2f})"


def _heading(cells: Sequence[str]) -> tuple[str, str]:
    return _row(cells), _row(["---"] * len(cells))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
