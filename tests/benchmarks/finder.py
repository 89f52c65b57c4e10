"""Time of the filtered and the plain list, and of a click on a filter in a slowed browser."""

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from tests.benchmarks.paint import (
    CPU_SLOWDOWN,
    INTERACTIVE_SCRIPT,
    VIEW,
    chromium,
    interactive_times,
)
from tests.benchmarks.servers import Server, host

PLAIN = "/ja/cultivars"
# Several values of several filters, over records of every kind.
FILTERED = (
    f"{PLAIN}?suitableFor=sencha,matcha&timing=earlier,later&anthracnose=high,unknown&kind=all"
)
ROUNDS = 60
VISITS = 7
CLICKS = 7
# Pause between clicks, so that none waits for the paint of the one before.
PAUSE_MS = 500

# Milliseconds from the click on a checkbox until the number of results has changed.
CLICK_SCRIPT = """
(box) => new Promise((resolve) => {
  const count = document.getElementById('results');
  const observer = new MutationObserver(() => {
    observer.disconnect();
    resolve(performance.now() - started);
  });
  observer.observe(count, { childList: true, characterData: true, subtree: true });
  // A real click moves the focus first.
  box.focus();
  const started = performance.now();
  box.click();
})
"""


def main() -> None:
    with TemporaryDirectory() as folder, host(Path(folder)) as ours:
        plain, filtered = _seconds(ours)
        print(f"plain list: {plain * 1000:.1f} ms; filtered: {filtered * 1000:.1f} ms")
        print(f"filtered list x plain list: {filtered / plain:.2f} (goal: at most 2)")
        first, further = _click_times(f"http://127.0.0.1:{ours.port}{PLAIN}")
    print(
        f"click on a filter, CPU slowed {CPU_SLOWDOWN} times: first click of a visit: median "
        f"{median(first):.0f} ms; further clicks: median {median(further):.0f} ms, "
        f"maximum {max(further):.0f} ms (goal: below 50 ms)"
    )


def _seconds(ours: Server) -> tuple[float, float]:
    """Returns the median seconds of a response: plain and filtered list, requested in turns."""
    times: dict[str, list[float]] = {PLAIN: [], FILTERED: []}
    for _ in range(ROUNDS):
        for path, seconds in times.items():
            before = time.perf_counter()
            response = ours.get(path)
            seconds.append(time.perf_counter() - before)
            assert response.body, path
    return median(times[PLAIN]), median(times[FILTERED])


def _click_times(address: str) -> tuple[list[float], list[float]]:
    """Returns the milliseconds of the first click of each visit, and of the further clicks."""
    first, further = [], []
    for _ in range(VISITS):
        with chromium() as browser:
            page = browser.new_context(viewport=VIEW, locale="ja-JP").new_page()
            page.add_init_script(INTERACTIVE_SCRIPT)
            page.goto(address, wait_until="load")
            interactive_times(page)
            devtools = page.context.new_cdp_session(page)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
            # The reader opens the sheet of filters; its first filter is expanded.
            page.click(".filter-open")
            page.wait_for_timeout(PAUSE_MS)
            first.append(_click(page))
            further += [_click(page) for _ in range(CLICKS)]
    return first, further


def _click(page: Page) -> float:
    milliseconds: float = page.locator("input[name=suitableFor]").first.evaluate(CLICK_SCRIPT)
    page.wait_for_timeout(PAUSE_MS)
    return milliseconds


if __name__ == "__main__":
    main()
