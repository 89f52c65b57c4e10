"""First paint and first answer to a tap of each page, in Chromium on a slow line."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from time import monotonic

import msgspec
from playwright.sync_api import Browser, CDPSession, Error, Page, ViewportSize, sync_playwright

from tests.benchmarks.servers import Contender

# A telephone on a weak line: 1.6 Mbit/s down, 0.75 up, 150 ms there and back.
LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
VISITS_MOST = 3
VISIT_LIMIT_MS = 20_000
LOOK_MS = 100
VIEW = ViewportSize(width=412, height=823)

# React takes a page over in slices, and says in its root when every element has its listeners.
WATCH = """
(() => {
  const look = () => {
    const root = document.getElementById('root');
    const mark = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer$'));
    const isOurs = mark && !root[mark].stateNode.current.memoizedState.isDehydrated;
    if (isOurs && root.firstElementChild) window.interactiveMs = performance.now();
    else setTimeout(look, 10);
  };
  look();
})()
"""
READ = """
() => ({
  first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  interactive: window.interactiveMs ?? 0,
})
"""


class Painted(msgspec.Struct, frozen=True, kw_only=True):
    """One page: bytes over the line, milliseconds; medians of the visits, each a first one."""

    path: str
    visits: int
    kilobytes: float
    requests: int
    first_paint_ms: float
    interactive_ms: float


class Visit(msgspec.Struct, frozen=True):
    """What one visit saw."""

    bytes: int
    requests: int
    first_ms: float
    interactive_ms: float


def measure_paint(host: Contender, paths: Sequence[str], *, until: float) -> list[Painted] | str:
    """Or in words why it can't be measured."""
    try:
        with chromium() as browser:
            return _visit_all(browser, host, paths, until=until)
    except Error as error:
        return f"Skipped: {str(error).strip().partition(chr(10))[0]}"


def _visit_all(
    browser: Browser, host: Contender, paths: Sequence[str], *, until: float
) -> list[Painted]:
    """Every page once, and again while there is time."""
    seen: dict[str, list[Visit]] = {path: [] for path in paths}
    for path in paths:
        host.ask(path)
    for number in range(VISITS_MOST):
        started = monotonic()
        for path in paths:
            seen[path].append(_visit(browser, f"http://127.0.0.1:{host.port}{path}"))
        if number + 1 < VISITS_MOST and 2 * monotonic() - started > until:
            break
    return [_painted(path, visits) for path, visits in seen.items()]


def _painted(path: str, visits: list[Visit]) -> Painted:
    return Painted(
        path=path,
        visits=len(visits),
        kilobytes=median(visit.bytes for visit in visits) / 1024,
        requests=max(visit.requests for visit in visits),
        first_paint_ms=median(visit.first_ms for visit in visits),
        interactive_ms=median(visit.interactive_ms for visit in visits),
    )


def _visit(browser: Browser, address: str) -> Visit:
    """With a context of its own, which remembers nothing."""
    context = browser.new_context(viewport=VIEW, locale="ja-JP", is_mobile=True)
    try:
        page = context.new_page()
        page.add_init_script(WATCH)
        devtools = context.new_cdp_session(page)
        sizes = _throttle(devtools)
        page.goto(address, wait_until="load", timeout=VISIT_LIMIT_MS)
        times = interactive_times(page)
        return Visit(sum(sizes), len(sizes), times["first"], times["interactive"])
    finally:
        context.close()


def interactive_times(page: Page) -> dict[str, float]:
    """Asked from outside: the pages' own policy lets nobody wait within them."""
    for _ in range(VISIT_LIMIT_MS // LOOK_MS):
        times: dict[str, float] = page.evaluate(READ)
        if times["interactive"]:
            return times
        page.wait_for_timeout(LOOK_MS)
    raise Error(f"{page.url} did not become interactive")


def _throttle(devtools: CDPSession) -> list[int]:
    """The sizes of the answers as they came over the line, one by one."""
    sizes: list[int] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", LINE)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return sizes


@contextmanager
def chromium() -> Iterator[Browser]:
    named = os.environ.get("CHROMIUM")  # noqa: TID251 (names the browser, not the site's settings)
    program = named or shutil.which("chromium")
    with sync_playwright() as playwright:
        arguments = ["--disable-gpu", "--no-first-run", "--disable-background-networking"]
        browser = playwright.chromium.launch(
            executable_path=program, args=arguments, chromium_sandbox=False
        )
        try:
            yield browser
        finally:
            browser.close()
