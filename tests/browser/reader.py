"""A reader's Chromium tab: opens pages, waits for hydration and records errors; pool of readers."""

import time
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    Response,
    StorageState,
)

from tests.running_site import RunningSite

WIDE = (1280, 900)
NARROW = (360, 740)
NARROWEST = (320, 640)
# Long, so that no test fails on a busy machine: these tests do not measure speed.
TIMEOUT_MS = 30_000

# Resolves once React has hydrated the whole page, which its root container says.
HYDRATED = """() => new Promise(resolve => {
  const isHydrated = () => {
    const root = document.getElementById("root");
    const mark = Object.keys(root ?? {}).find(key => key.startsWith("__reactContainer"));
    const isWhole = mark && !root[mark].stateNode.current.memoizedState.isDehydrated;
    return Boolean(isWhole && root.firstElementChild);
  };
  const look = () => setTimeout(isHydrated() ? resolve : look, 10);
  look();
})"""

# Stores the localStorage items of a storage state.
SET_LOCAL_STORAGE = """items => {
  for (const {name, value} of items) localStorage.setItem(name, value);
}"""

# Runs before any script of the page: stores the HTML of the host, marks its elements, and adds up
# the layout shifts that no input caused.
WATCH = """
  window.watched = {serverHtml: "", shift: 0, shiftedElements: []};
  document.addEventListener("readystatechange", () => {
    if (document.readyState !== "interactive") return;
    const root = document.getElementById("root");
    watched.serverHtml = root?.innerHTML ?? "";
    for (const element of root?.querySelectorAll("*") ?? []) element.isFromServer = true;
  });
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      watched.shift += entry.value;
      watched.shiftedElements.push(...entry.sources.map(({node}) => node?.outerHTML?.slice(0, 99)));
    }
  }).observe({type: "layout-shift", buffered: true});
"""


class BrowserSettings(NamedTuple):
    """Settings of a reader's browser."""

    language: str = "en"
    scheme: str = "light"
    size: tuple[int, int] = WIDE
    is_touch: bool = False
    has_motion: bool = False
    has_scripts: bool = True


@dataclass
class Reader:
    """Tab with the errors and requests of its page.

    `browser_errors` has console errors and warnings, uncaught exceptions and failed requests.
    """

    page: Page
    origin: str
    browser_errors: list[str] = field(default_factory=list)
    requested_urls: list[str] = field(default_factory=list)

    def open(self, path: str) -> Response:
        """Opens a page and waits for hydration; returns the response."""
        response = self.page.goto(self.origin + path, wait_until="domcontentloaded")
        assert response is not None
        self.page.evaluate(HYDRATED)
        return response

    def reload(self) -> None:
        self.page.reload()
        self.page.evaluate(HYDRATED)

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def set_color_scheme(self, scheme: str) -> None:
        """Sets the color scheme that the system prefers."""
        self.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")

    def evaluate(self, script: str, argument: object = None) -> Any:
        return self.page.evaluate(script, argument)

    def wait_until(self, script: str, argument: object = None) -> None:
        """Waits until the script returns true or a promise of true."""
        deadline = time.monotonic() + TIMEOUT_MS / 1000
        wait = self.page.wait_for_function
        # `wait_for_function` takes a pending promise for true, so its value is checked as well.
        while not wait(script, arg=argument, polling=50).json_value():
            assert time.monotonic() < deadline, (script, self.browser_errors)
            self.page.wait_for_timeout(50)

    def wait_for_error(self, word: str) -> None:
        """Waits until an entry of `browser_errors` contains the word."""
        deadline = time.monotonic() + TIMEOUT_MS / 1000
        while not any(word in one for one in self.browser_errors):
            assert time.monotonic() < deadline, (word, self.browser_errors)
            self.page.wait_for_timeout(20)

    @property
    def path(self) -> str:
        return self.page.url.removeprefix(self.origin)


def start_reader(
    browser: Browser,
    site: RunningSite,
    settings: BrowserSettings | None = None,
    state: StorageState | None = None,
) -> Reader:
    """Opens a tab in a new browser context, signed in by `state`; the caller closes the context."""
    settings = settings or BrowserSettings()
    width, height = settings.size
    context = browser.new_context(
        base_url=site.origin,
        java_script_enabled=settings.has_scripts,
        storage_state=state,
        viewport={"width": width, "height": height},
        locale={"en": "en-US", "ja": "ja-JP"}[settings.language],
        color_scheme="dark" if settings.scheme == "dark" else "light",
        reduced_motion="no-preference" if settings.has_motion else "reduce",
        has_touch=settings.is_touch,
        is_mobile=settings.is_touch,
        # A page that a test fulfills has no IP address; without this permission Chromium would
        # not let it connect to the site.
        permissions=["local-network-access"],
    )
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(WATCH)
    return record_events(Reader(context.new_page(), site.origin))


def record_events(reader: Reader) -> Reader:
    """Records errors and requests of the page in the reader, which is returned."""

    def record_message(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            reader.browser_errors.append(f"{message.type}: {message.text}")

    def record_failure(request: Request) -> None:
        reader.browser_errors.append(f"request failed: {request.url} {request.failure}")

    reader.page.on("console", record_message)
    reader.page.on("pageerror", lambda error: reader.browser_errors.append(f"error: {error}"))
    reader.page.on("requestfailed", record_failure)
    reader.page.on("request", lambda request: reader.requested_urls.append(request.url))
    return reader


class ReaderPool:
    """Readers whose browser contexts are emptied and used again by later tests.

    A new context starts a process of Chromium, which takes longer than the page of most tests.
    """

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.free: dict[tuple[str, BrowserSettings], list[Reader]] = {}

    def acquire(
        self, site: RunningSite, settings: BrowserSettings, state: StorageState | None = None
    ) -> Reader:
        """Returns a free or new reader with these settings, signed in by `state`."""
        free = self.free.setdefault(_pool_key(site.origin, settings), [])
        if not free:
            return start_reader(self.browser, site, settings, state)
        reader = free.pop()
        if state:
            reader.page.context.add_cookies([{**one} for one in state["cookies"]])
            stored = [item for one in state["origins"] for item in one["localStorage"]]
            reader.evaluate(SET_LOCAL_STORAGE, stored)
        reader.resize(settings.size)
        reader.set_color_scheme(settings.scheme)
        return reader

    def release(self, reader: Reader, settings: BrowserSettings) -> None:
        """Removes all that the test stored, opened or routed; the next test may use the reader."""
        page, context = reader.page, reader.page.context
        for other in context.pages:
            if other != page:
                other.close()
        page.unroute_all()
        context.unroute_all()
        page.mouse.move(0, 0)
        page.emulate_media(media="null", forced_colors="null")
        # A page without scripts, because the page before may store something when it is left.
        page.goto(f"{reader.origin}/robots.txt")
        session = context.new_cdp_session(page)
        stored = {"origin": reader.origin, "storageTypes": "all"}
        session.send("Storage.clearDataForOrigin", stored)
        session.send("Page.resetNavigationHistory")
        session.detach()
        context.clear_cookies()
        reader.browser_errors.clear()
        reader.requested_urls.clear()
        self.free[_pool_key(reader.origin, settings)].append(reader)


def _pool_key(origin: str, settings: BrowserSettings) -> tuple[str, BrowserSettings]:
    """Returns the site, and the settings without those that an open context can change."""
    return origin, settings._replace(size=WIDE, scheme="light")
