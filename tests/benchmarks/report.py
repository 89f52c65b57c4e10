"""The results as Markdown, for people, and as JSON, for the next reader's script."""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from tests.benchmarks.duel import Duel, Ratio, Sides
from tests.benchmarks.kills import Kills
from tests.benchmarks.machine import Machine
from tests.benchmarks.memory import Memory
from tests.benchmarks.weights import Weight, Weights
from tests.benchmarks.words import Words

# What the first view of any page may bring in scripts.
SCRIPT_BYTES_MOST = 90 * 1024


class Results(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one run found."""

    build: str
    seconds: float
    generator: str
    machine: Machine
    duels: list[Duel]
    words: Words | None
    memory: Memory
    weights: Weights
    kills: Kills


def markdown(results: Results) -> str:
    return "\n".join(
        [
            "# Chanoki, side by side\n",
            *_method(results),
            "\n## Pages, drawn anew for each request\n",
            *_duels(results.duels),
            "\n## Words in the list page\n",
            *_words(results.words),
            "\n## Memory after the load, MB\n",
            *_memory(results.memory),
            "\n## A page's first byte while a worker is killed, ms\n",
            *_kills(results.kills),
            "\n## Bytes of a first visit (brotli), English / Japanese\n",
            *_weights(results.weights),
        ]
    )


def _method(results: Results) -> Iterator[str]:
    machine = results.machine
    rounds = min(duel.rounds for duel in results.duels)
    yield f"- Build {results.build}; {results.seconds:.0f} s in all, every ratio within this run."
    yield (
        f"- {machine.processors} processors, {machine.system}, Python {machine.python}, "
        f"Node {machine.node}; load generator: {results.generator}."
    )
    yield (
        "- Ours: the host in production mode with 2 render workers. Bare Node: `node:cluster` of 2 "
        "that draws the same pages from payloads in memory. Pages of the same length, plain coding."
    )
    yield (
        f"- Turns ours, bare, bare, ours; {rounds} rounds; ours and bare are medians, a ratio is "
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
    yield from _heading(("page", "connections", *heads, "of ours, workers"))
    for duel in duels:
        cells = [duel.path, str(duel.connections)]
        for one, digits in (
            (duel.requests_per_s, 0),
            (duel.cpu_ms, 2),
            (duel.p50_ms, 1),
            (duel.p99_ms, 1),
        ):
            cells += [_pair(one, digits), _ratio(one.ratio)]
        yield _row([*cells, f"{duel.workers_share:.0%}"])
    failed = sum(one.failed for one in duels)
    unknown = any(one.undrawn is None for one in duels)
    undrawn = "unknown" if unknown else sum(one.undrawn or 0 for one in duels)
    yield f"\nA pair is ours / bare. Failed answers: {failed}; answers without a page: {undrawn}."


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
    yield from _heading(("route", "scripts", "of 90 KiB", "style sheet", "HTML", "fonts"))
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
