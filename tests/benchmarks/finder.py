"""The filtered list beside the plain one, and a press on a filter in a slowed browser."""

import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Page

from tests.benchmarks.paint import SLOWER, VIEW, WATCH, chromium, interactive_times
from tests.benchmarks.servers import Contender, host

PLAIN = "/ja/cultivars"
# Several values of several filters, over records of every kind.
FILTERED = (
    f"{PLAIN}?suitableFor=sencha,matcha&timing=earlier,later&anthracnose=high,unknown&kind=all"
)
ROUNDS = 60
VISITS = 7
PRESSES = 7
# Between presses, so that none waits for the painting of the one before.
REST_MS = 500

# Milliseconds from the press on a box until its number of results is in the page.
PRESS = """
(box) => new Promise((resolve) => {
  const count = document.getElementById('results');
  const watch = new MutationObserver(() => {
    watch.disconnect();
    resolve(performance.now() - started);
  });
  watch.observe(count, { childList: true, characterData: true, subtree: true });
  // A press moves the focus before it clicks.
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
        first, further = _presses(f"http://127.0.0.1:{ours.port}{PLAIN}")
    print(
        f"a press on a filter, {SLOWER} x slowed: the first of a visit median "
        f"{median(first):.0f} ms, further ones median {median(further):.0f} ms, "
        f"most {max(further):.0f} ms (goal: below 50 ms)"
    )


def _seconds(ours: Contender) -> tuple[float, float]:
    """Returns the medians of a response of the plain and of the filtered list, asked in turns."""
    taken: dict[str, list[float]] = {PLAIN: [], FILTERED: []}
    for _ in range(ROUNDS):
        for path, seconds in taken.items():
            before = time.perf_counter()
            answer = ours.ask(path)
            seconds.append(time.perf_counter() - before)
            assert answer.body, path
    return median(taken[PLAIN]), median(taken[FILTERED])


def _presses(address: str) -> tuple[list[float], list[float]]:
    """Returns the first press of each visit, and the further ones, each on a page at rest."""
    first, further = [], []
    for _ in range(VISITS):
        with chromium() as browser:
            page = browser.new_context(viewport=VIEW, locale="ja-JP").new_page()
            page.add_init_script(WATCH)
            page.goto(address, wait_until="load")
            interactive_times(page)
            devtools = page.context.new_cdp_session(page)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            # As a reader does: the sheet, then a value of its first filter, which is open.
            page.click(".filter-open")
            page.wait_for_timeout(REST_MS)
            first.append(_press(page))
            further += [_press(page) for _ in range(PRESSES)]
    return first, further


def _press(page: Page) -> float:
    milliseconds: float = page.locator("input[name=suitableFor]").first.evaluate(PRESS)
    page.wait_for_timeout(REST_MS)
    return milliseconds


if __name__ == "__main__":
    main()
