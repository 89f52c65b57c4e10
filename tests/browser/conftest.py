"""Fixtures of the browser tests: Chromium, running sites, and readers in tabs of it."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserType, StorageState, expect

from tests.browser.reader import TIMEOUT_MS, BrowserSettings, Reader, ReaderPool, start_reader
from tests.browser.sample_members import SampleMembers, sign_in_members
from tests.browser.sites import SiteStarter, clear_recent_activity, restored_afterwards
from tests.running_site import RunningSite

ARGUMENTS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=TIMEOUT_MS)


class NewReader(Protocol):
    """Type of `new_reader`: opens a reader of `site`, as a visitor or signed in by `state`."""

    def __call__(self, settings: BrowserSettings, state: StorageState | None = None) -> Reader: ...


class NewSampleReader(Protocol):
    """Type of `new_sample_reader`: `choice` is the member's name at the development provider."""

    def __call__(self, settings: BrowserSettings, choice: str | None = None) -> Reader: ...


def chromium_path(*programs: str) -> str | None:
    """Returns the path in `CHROMIUM`, or that of the first of these programs that is installed."""
    named = os.environ.get("CHROMIUM")  # noqa: TID251 (names the browser, not the site's settings)
    return named or next(filter(None, map(shutil.which, programs)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # The headless shell is the same engine without windows and needs much less processor time.
    path = chromium_path("chromium-headless-shell", "chromium")
    found = {"executable_path": path} if path else {}
    return {**browser_type_launch_args, **found, "chromium_sandbox": False, "args": ARGUMENTS}


@pytest.fixture
def browser_with_windows(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Complete Chromium: its windows lose and regain the focus, unlike those of the shell."""
    path = chromium_path("chromium")
    found = {"executable_path": path} if path else {}
    with browser_type.launch(**{**browser_type_launch_args, **found}) as browser:
        yield browser


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> SiteStarter:
    """Starts further sites, for files that change what `restored_site` does not restore."""
    own = tmp_path_factory.mktemp("sites")
    run = own if worker_id == "master" else tmp_path_factory.getbasetemp().parent
    return SiteStarter(run / "prepared", own)


@pytest.fixture(scope="session")
def site(sites: SiteStarter) -> Iterator[RunningSite]:
    """Site without posts; files that write to it use `restored_site`, too."""
    with sites.start("site") as site:
        yield site


@pytest.fixture(scope="module")
def restored_site(
    site: RunningSite, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningSite]:
    """`site` for a file that writes to it: its rows are restored after the last test."""
    with restored_afterwards(site, tmp_path_factory.mktemp("before") / "chanoki.sqlite3"):
        yield site


@pytest.fixture(scope="session")
def reader_pool(browser: Browser) -> ReaderPool:
    return ReaderPool(browser)


@contextmanager
def _pooled(pool: ReaderPool, site: RunningSite) -> Iterator[NewReader]:
    """Yields a function that acquires readers of the pool, which are released at the end."""
    acquired: list[tuple[Reader, BrowserSettings]] = []

    def acquire(settings: BrowserSettings, state: StorageState | None = None) -> Reader:
        acquired.append((pool.acquire(site, settings, state), settings))
        return acquired[-1][0]

    yield acquire
    for reader, settings in acquired:
        pool.release(reader, settings)


@contextmanager
def _fresh(browser: Browser, site: RunningSite) -> Iterator[NewReader]:
    """Yields a function that starts readers in new contexts, which are closed at the end."""
    readers: list[Reader] = []

    def start(settings: BrowserSettings, state: StorageState | None = None) -> Reader:
        readers.append(start_reader(browser, site, settings, state))
        return readers[-1]

    yield start
    for reader in readers:
        reader.page.context.close()


@pytest.fixture
def new_reader(reader_pool: ReaderPool, site: RunningSite) -> Iterator[NewReader]:
    """Opens readers of the pool: in contexts of earlier tests, with the HTTP cache they filled."""
    with _pooled(reader_pool, site) as new:
        yield new


@pytest.fixture
def fresh_reader(browser: Browser, site: RunningSite) -> Iterator[NewReader]:
    """Opens readers in new contexts, for tests that change clock or network or need no cache."""
    with _fresh(browser, site) as new:
        yield new


@pytest.fixture(scope="session")
def sample_site(sites: SiteStarter) -> Iterator[RunningSite]:
    """Site with the sample posts; tests may add to it but do not change the samples."""
    with sites.start("samples", samples=True) as site:
        yield site


@pytest.fixture(scope="session")
def signed_in_members(browser: Browser, sample_site: RunningSite) -> SampleMembers:
    return sign_in_members(browser, sample_site)


@pytest.fixture(scope="module")
def sample_members(signed_in_members: SampleMembers, sample_site: RunningSite) -> SampleMembers:
    """Signed-in members whose recent texts are not counted; the site limits texts per time."""
    clear_recent_activity(sample_site)
    return signed_in_members


@pytest.fixture
def new_sample_reader(
    reader_pool: ReaderPool, sample_site: RunningSite, sample_members: SampleMembers
) -> Iterator[NewSampleReader]:
    """Opens readers of the sample site, like `new_reader`: as the member `choice` or a visitor."""
    with _pooled(reader_pool, sample_site) as new:
        yield lambda settings, choice=None: new(settings, sample_members.state_of(choice))


@pytest.fixture
def fresh_sample_reader(
    browser: Browser, sample_site: RunningSite, sample_members: SampleMembers
) -> Iterator[NewSampleReader]:
    """Opens readers of the sample site in new contexts, like `fresh_reader`."""
    with _fresh(browser, sample_site) as new:
        yield lambda settings, choice=None: new(settings, sample_members.state_of(choice))


@pytest.fixture
def reader(new_reader: NewReader) -> Reader:
    """Reader of `site` with the default settings: English, desktop, light, reduced motion."""
    return new_reader(BrowserSettings())
