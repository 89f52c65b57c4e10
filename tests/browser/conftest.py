"""What the browser tests start from: a real Chromium, the real site, readers of every taste."""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserType, expect

from tests.browser.club import Club, open_club
from tests.browser.reading import PATIENCE_MS, Reader, Taste, start_reading
from tests.running_site import RunningSite, running_site

ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=PATIENCE_MS)

StartReading = Callable[[Taste], Reader]


class Coming(Protocol):
    """Starts a reader of the samples."""

    def __call__(self, taste: Taste, choice: str | None = None) -> Reader: ...


def chromium(*programs: str) -> str | None:
    """Path of the Chromium that `CHROMIUM` names, or of the first of these that is installed."""
    named = os.environ.get("CHROMIUM")  # noqa: TID251 (names the browser, not the site's settings)
    return named or next(filter(None, map(shutil.which, programs)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # The shell is the same engine without windows, and needs much less of the processor.
    path = chromium("chromium-headless-shell", "chromium")
    found = {"executable_path": path} if path else {}
    return {**browser_type_launch_args, **found, "chromium_sandbox": False, "args": ARGUMENTS}


@pytest.fixture
def browser_with_windows(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Chromium with windows that lose and regain the focus, which the headless shell has not."""
    path = chromium("chromium")
    found = {"executable_path": path} if path else {}
    with browser_type.launch(**{**browser_type_launch_args, **found}) as browser:
        yield browser


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def reading(browser: Browser, site: RunningSite) -> Iterator[StartReading]:
    """Starts readers; each has a browser of its own that remembers nothing."""
    readers: list[Reader] = []

    def start(taste: Taste) -> Reader:
        readers.append(start_reading(browser, site, taste))
        return readers[-1]

    yield start
    for reader in readers:
        reader.page.context.close()


@pytest.fixture(scope="session")
def sample_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site with the sample posts; tests that write there leave the samples as they are."""
    with running_site(tmp_path_factory.mktemp("samples"), samples=True) as site:
        yield site


@pytest.fixture(scope="session")
def club(browser: Browser, sample_site: RunningSite) -> Club:
    return open_club(browser, sample_site)


@pytest.fixture
def coming(browser: Browser, sample_site: RunningSite, club: Club) -> Iterator[Coming]:
    """Brings readers to the samples: members by name, visitors without one."""
    readers: list[Reader] = []

    def come(taste: Taste, choice: str | None = None) -> Reader:
        state = None if choice is None else club.members[choice].state
        readers.append(start_reading(browser, sample_site, taste, state))
        return readers[-1]

    yield come
    for reader in readers:
        reader.page.context.close()


@pytest.fixture
def reader(reading: StartReading) -> Reader:
    """An English reader at a desk, in a light room, who has asked for no motion."""
    return reading(Taste())
