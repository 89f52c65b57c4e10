"""Time to first paint and to interactivity of each page, in Chromium on a slow network."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from time import monotonic

import msgspec
from playwright.sync_api import Browser, CDPSession, Error, Page, ViewportSize, sync_playwright

from tests.benchmarks.servers import Server

# A phone on a slow network: 1.6 Mbit/s down, 0.75 up, round-trip time of 150 ms.
NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
CPU_SLOWDOWN = 4
MAX_VISITS = 3
VISIT_TIMEOUT_MS = 20_000
POLL_MS = 100
VIEW = ViewportSize(width=412, height=823)

# React hydrates a page in slices; its root tells when every element has its listeners.
INTERACTIVE_SCRIPT = """
(() => {
  const poll = () => {
    const root = document.getElementById('root');
    const key = Object.keys(root ?? {}).find((key) => key.startsWith('__reactContainer$'));
    const isHydrated = key && !root[key].stateNode.current.memoizedState.isDehydrated;
    if (isHydrated && root.firstElementChild) window.interactiveMs = performance.now();
    else setTimeout(poll, 10);
  };
  poll();
})()
"""
READ_TIMES = """
() => ({
  first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
  interactive: window.interactiveMs ?? 0,
})
"""


class PaintTimes(msgspec.Struct, frozen=True, kw_only=True):
    """Transferred kilobytes and milliseconds of one page: medians of first visits."""

    path: str
    visits: int
    kilobytes: float
    requests: int
    first_paint_ms: float
    interactive_ms: float


class Visit(msgspec.Struct, frozen=True):
    """Transferred bytes, requests and milliseconds of one visit."""

    bytes: int
    requests: int
    first_ms: float
    interactive_ms: float


def measure_paint(host: Server, paths: Sequence[str], *, until: float) -> list[PaintTimes] | str:
    """Returns the times of each page, or a sentence that says why the part was skipped."""
    try:
        with chromium() as browser:
            return _visit_all(browser, host, paths, until=until)
    except Error as error:
        return f"Skipped: {str(error).strip().partition(chr(10))[0]}"


def _visit_all(
    browser: Browser, host: Server, paths: Sequence[str], *, until: float
) -> list[PaintTimes]:
    """Visits every page once, and again while there is time."""
    seen: dict[str, list[Visit]] = {path: [] for path in paths}
    for path in paths:
        host.get(path)
    for number in range(MAX_VISITS):
        started = monotonic()
        for path in paths:
            seen[path].append(_visit(browser, f"http://127.0.0.1:{host.port}{path}"))
        if number + 1 < MAX_VISITS and 2 * monotonic() - started > until:
            break
    return [_medians(path, visits) for path, visits in seen.items()]


def _medians(path: str, visits: list[Visit]) -> PaintTimes:
    return PaintTimes(
        path=path,
        visits=len(visits),
        kilobytes=median(visit.bytes for visit in visits) / 1024,
        requests=max(visit.requests for visit in visits),
        first_paint_ms=median(visit.first_ms for visit in visits),
        interactive_ms=median(visit.interactive_ms for visit in visits),
    )


def _visit(browser: Browser, address: str) -> Visit:
    """Visits a page in a new browser context, which has an empty cache."""
    context = browser.new_context(viewport=VIEW, locale="ja-JP", is_mobile=True)
    try:
        page = context.new_page()
        page.add_init_script(INTERACTIVE_SCRIPT)
        devtools = context.new_cdp_session(page)
        sizes = _throttle(devtools)
        page.goto(address, wait_until="load", timeout=VISIT_TIMEOUT_MS)
        times = interactive_times(page)
        return Visit(sum(sizes), len(sizes), times["first"], times["interactive"])
    finally:
        context.close()


def interactive_times(page: Page) -> dict[str, float]:
    """Returns the milliseconds until first paint and until interactive.

    Polls from outside, because the pages' content security policy refuses `wait_for_function`.
    """
    for _ in range(VISIT_TIMEOUT_MS // POLL_MS):
        times: dict[str, float] = page.evaluate(READ_TIMES)
        if times["interactive"]:
            return times
        page.wait_for_timeout(POLL_MS)
    raise Error(f"{page.url} did not become interactive")


def _throttle(devtools: CDPSession) -> list[int]:
    """Slows network and CPU; returns a list to which each response adds its bytes."""
    sizes: list[int] = []
    devtools.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", NETWORK)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
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
