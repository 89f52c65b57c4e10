"""The results as Markdown, for people, and as JSON, for the next reader's script."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tests.benchmarks.cached import Kept
from tests.benchmarks.comparison import Duel, Ratio, Sides
from tests.benchmarks.feed import FeedTable, feed_lines
from tests.benchmarks.kills import Kills
from tests.benchmarks.machine import Machine
from tests.benchmarks.memory import Memory
from tests.benchmarks.page_bytes import Weight, Weights
from tests.benchmarks.paint import Painted
from tests.benchmarks.traffic.results import Traffic, traffic_lines
from tests.benchmarks.translator import Words

# Scripts of the first view of any page, compressed with brotli: the limit, and the aim.
SCRIPT_BYTES_MOST = 120_000
SCRIPT_BYTES_AIM = 112_000
DATABASES = 2


class DrawnAnew(msgspec.Struct, frozen=True, kw_only=True):
    """What was measured without a cache of pages."""

    duels: list[Duel]
    words: Words | None
    memory: Memory
    weights: Weights
    kills: Kills


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one run found."""

    date: str
    build: str
    seconds: float
    generator: str
    machine: Machine
    drawn: DrawnAnew
    kept: Kept | str
    traffic: Traffic | str
    paint: list[Painted] | str
    feed: list[FeedTable] | str


def markdown(results: Results) -> str:
    drawn = results.drawn
    return "\n".join(
        [
            "# Chanoki, side by side\n",
            *_summary(results),
            "\n## How it was measured\n",
            *_method(results),
            "\n## Pages, rendered for each request: ours / bare Node\n",
            *_duels(drawn.duels),
            f"\nOf our processor time the render workers had {_workers_share(drawn.duels)}.",
            "\n## Kept pages: ours / nginx\n",
            *_kept(results.kept),
            "\n## The traffic mix, and what each layer saves\n",
            *traffic_lines(results.traffic),
            "\n## Words in the list page\n",
            *_words(drawn.words),
            "\n## Memory after the load, MB\n",
            *_memory(drawn.memory),
            "\n## The feed\n",
            *_feed(results.feed),
            "## On a slow line, in Chromium\n",
            *_paint(results.paint),
            "\n## A page's first byte while a worker is killed, ms\n",
            *_kills(drawn.kills),
            "\n## Bytes of a first visit (brotli), English / Japanese\n",
            *_weights(drawn.weights),
        ]
    )


def _summary(results: Results) -> Iterator[str]:
    """The goals of the project, and what this run says to them."""
    drawn = results.drawn
    yield from _heading(("ratio of this run", "goal", "measured"))
    for duel in drawn.duels:
        if duel.page in ("list", "feed"):
            name = f"{duel.path} not cached, {duel.connections} at a time: × bare Node"
            yield _row((name, "requests ≥ 0.65, CPU ≤ 1.35", _both(duel)))
    for duel in [] if isinstance(results.kept, str) else results.kept.duels:
        name = f"{duel.path} kept, {duel.connections} at a time: × nginx"
        yield _row((name, "requests ≥ 0.25, CPU ≤ 4", _both(duel)))
    if not isinstance(results.kept, str):
        yield _row(("drawings of a cold page for 200 at once", "1", f"{results.kept.drawings}"))
    memory = drawn.memory
    for name, ratio in (
        ("resident", memory.resident_ratio),
        ("shared once", memory.shared_once_ratio),
    ):
        yield _row((f"memory of all processes, {name}: × bare Node", "≤ 0.6", f"{ratio:.2f}"))
    if drawn.words:
        ratio = drawn.words.us.ratio.median
        yield _row(("list page: × constant strings", "≤ 1.5", f"{ratio:.2f}"))
    for table in [] if isinstance(results.feed, str) else results.feed:
        worst = max(table.rows, key=lambda row: row.many_ms / row.few_ms)
        told = f"{worst.many_ms / worst.few_ms:.2f} ({worst.question})"
        name = (
            f"{table.database}: the feed's dearest question, {table.many:,} × {table.few:,} posts"
        )
        yield _row((name, "≤ 2", told))
        name = f"{table.database}: the newest page × the bare driver's CPU"
        yield _row((name, "≤ 2", f"{table.driver.ratio.median:.2f}"))
    scripts = max(page.scripts for page in drawn.weights.pages)
    yield _row(
        (
            "scripts of the heaviest page, brotli",
            f"≤ {SCRIPT_BYTES_MOST:,} (aim: {SCRIPT_BYTES_AIM:,})",
            f"{scripts:,}",
        )
    )


def _both(duel: Duel) -> str:
    requests, cpu = duel.requests_per_s.ratio.median, duel.cpu_ms.ratio.median
    return f"{requests:.2f}, {cpu:.2f}"


def _method(results: Results) -> Iterator[str]:
    machine = results.machine
    rounds = min(duel.rounds for duel in results.drawn.duels)
    yield (
        f"- {results.date}, build {results.build}; {results.seconds:.0f} s in all, every ratio "
        "within this run, by `make bench`."
    )
    yield (
        f"- {machine.processors} processors, {machine.system}, Python {machine.python}, "
        f"Node {machine.node}; load generator: {results.generator}."
    )
    yield (
        "- Ours: the host in production mode with 2 render workers and 200 posts in SQLite. Bare "
        "Node: `node:cluster` of 2 that draws the same pages from payloads in memory. Pages of the "
        "same length, plain coding. nginx: one worker, the same compressed bytes from files."
    )
    yield (
        f"- Turns ours, other, other, ours; {rounds} rounds; both figures are medians, a ratio is "
        "the median of the rounds' own ratios (least–most in brackets)."
    )
    yield (
        f"- Others used {machine.others_share:.0%} of the processors meanwhile (load average "
        f"{machine.load_average:.1f})" + _verdict(machine.others_share)
    )


def _verdict(others_share: float) -> str:
    if others_share < 0.1:
        return "."
    return ": **the machine was busy, so trust no absolute figure, and the ratios with care.**"


def _duels(duels: Sequence[Duel]) -> Iterator[str]:
    heads = ("req/s", "ratio", "CPU ms a request", "ratio", "p50 ms", "ratio", "p99 ms", "ratio")
    yield from _heading(("page", "connections", *heads))
    for duel in duels:
        cells = [duel.path, str(duel.connections)]
        for one, digits in (
            (duel.requests_per_s, 0),
            (duel.cpu_ms, 3),
            (duel.p50_ms, 2),
            (duel.p99_ms, 2),
        ):
            cells += [_pair(one, digits), _ratio(one.ratio)]
        yield _row(cells)
    failed = sum(one.failed for one in duels)
    unknown = any(one.undrawn is None for one in duels)
    undrawn = "unknown" if unknown else sum(one.undrawn or 0 for one in duels)
    yield f"\nFailed answers: {failed}; answers without a page: {undrawn}."


def _workers_share(duels: Sequence[Duel]) -> str:
    shares = [duel.workers_share for duel in duels]
    return f"{min(shares):.0%} to {max(shares):.0%}; the rest is the host"


def _kept(kept: Kept | str) -> Iterator[str]:
    if isinstance(kept, str):
        yield kept
        return
    yield from _duels(kept.duels)
    yield (
        f"\nBoth send {kept.coding}. Two hundred readers at once of a page that nobody had asked "
        f"for, {kept.asked_at_once} requests in all: **{kept.drawings}** drawing."
    )


def _feed(feed: list[FeedTable] | str) -> Iterator[str]:
    if isinstance(feed, str):
        yield f"{feed}\n"
        return
    for table in feed:
        yield from feed_lines(table)
        yield ""
    if len(feed) < DATABASES:
        yield "The time was up before both databases had been asked: the machine was busy.\n"


def _paint(paint: list[Painted] | str) -> Iterator[str]:
    if isinstance(paint, str):
        yield paint
        return
    yield from _heading(("page", "KB", "requests", "first paint, ms", "interactive, ms"))
    for page in paint:
        times = (f"{page.first_paint_ms:.0f}", f"{page.interactive_ms:.0f}")
        yield _row((page.path, f"{page.kilobytes:.0f}", str(page.requests), *times))
    yield (
        "\nFirst visits at 1.6 Mbit/s, 150 ms there and back, a quarter of the processor's speed; "
        "fonts and pictures are counted. Interactive: React has taken over every element."
    )


def _words(words: Words | None) -> Iterator[str]:
    if words is None:
        yield "Skipped: constant strings drew another page, so there is nothing to compare."
        return
    yield from _heading(("page", "with `t()`, CPU µs", "constant strings, CPU µs", "ratio"))
    yield _row((words.path, f"{words.us.ours:.0f}", f"{words.us.peer:.0f}", _ratio(words.us.ratio)))
    yield f"\nDrawing alone, in one process, {words.rounds} rounds in turns."


def _memory(memory: Memory) -> Iterator[str]:
    yield from _heading(("counted", "ours (1 + 2 processes)", "bare Node (1 + 2)", "ratio"))
    for name, ours, peer, ratio in (
        ("resident", memory.ours_resident, memory.peer_resident, memory.resident_ratio),
        ("shared once", memory.ours_shared_once, memory.peer_shared_once, memory.shared_once_ratio),
    ):
        yield _row((name, f"{ours:.0f}", f"{peer:.0f}", f"{ratio:.2f}"))


def _kills(kills: Kills) -> Iterator[str]:
    yield from _heading(("first byte", "a worker killed", "quiet", "ratio"))
    for name, one in (
        ("p50", kills.p50_ms),
        ("p99", kills.p99_ms),
        ("slowest of a turn", kills.slowest_ms),
    ):
        yield _row((name, f"{one.ours:.1f}", f"{one.peer:.1f}", _ratio(one.ratio)))
    yield (
        f"\n{kills.kills} kills, {kills.answers} answers: {kills.failed} failed, {kills.undrawn} "
        f"without a page (quiet: {kills.failed_quiet} and {kills.undrawn_quiet}). The next worker "
        f"said hello after {kills.restart_s:.2f} s."
    )


def _weights(weights: Weights) -> Iterator[str]:
    yield from _heading(("route", "scripts", "of 120,000", "style sheet", "HTML", "fonts"))
    routes = dict.fromkeys(page.route for page in weights.pages)
    for route in routes:
        pages = [page for page in weights.pages if page.route == route]
        if any(page.html == 0 for page in pages):
            yield _row((route, f"leads elsewhere ({pages[0].status})", "", "", "", ""))
            continue
        share = max(page.scripts for page in pages) / SCRIPT_BYTES_MOST
        yield _row((route, *_weighed(pages, share)))
    later = ", ".join(f"{size}" for size in weights.later_fonts.values())
    yield f"\nFonts that come only with a page that holds their letters: {later} bytes."


def _weighed(pages: Sequence[Weight], share: float) -> tuple[str, ...]:
    def both(figures: Iterable[int]) -> str:
        return " / ".join(map(str, dict.fromkeys(figures)))

    return (
        both(page.scripts for page in pages),
        f"{share:.2f}",
        both(page.stylesheets for page in pages),
        both(page.html for page in pages),
        both(page.fonts for page in pages),
    )


def _pair(one: Sides, digits: int) -> str:
    return f"{one.ours:.{digits}f} / {one.peer:.{digits}f}"


def _ratio(ratio: Ratio) -> str:
    return f"**{ratio.median:.2f}** ({ratio.least:.2f}–{ratio.most:.2f})"


def _heading(cells: Sequence[str]) -> tuple[str, str]:
    return _row(cells), _row(["---"] * len(cells))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
