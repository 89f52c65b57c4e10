"""Fixtures of the browser tests: Chromium, sites, and readers with browser settings."""

import os
import shutil
from collections.abc import Iterator
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
    """Opens a reader on the site, as a visitor or signed in by a state."""

    def __call__(self, settings: BrowserSettings, state: StorageState | None = None) -> Reader: ...


class NewSampleReader(Protocol):
    """Opens a reader on the sample site."""

    def __call__(self, settings: BrowserSettings, choice: str | None = None) -> Reader: ...


def chromium_path(*programs: str) -> str | None:
    """Path of the Chromium that `CHROMIUM` names, or of the first of these that is installed."""
    named = os.environ.get("CHROMIUM")  # noqa: TID251 (names the browser, not the site's settings)
    return named or next(filter(None, map(shutil.which, programs)), None)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    # The shell is the same engine without windows, and needs much less of the processor.
    path = chromium_path("chromium-headless-shell", "chromium")
    found = {"executable_path": path} if path else {}
    return {**browser_type_launch_args, **found, "chromium_sandbox": False, "args": ARGUMENTS}


@pytest.fixture
def browser_with_windows(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any]
) -> Iterator[Browser]:
    """Chromium with windows that lose and regain the focus, which the headless shell has not."""
    path = chromium_path("chromium")
    found = {"executable_path": path} if path else {}
    with browser_type.launch(**{**browser_type_launch_args, **found}) as browser:
        yield browser


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> SiteStarter:
    """Starts sites; a file that changes what no `restored_site` restores has one of its own."""
    own = tmp_path_factory.mktemp("sites")
    run = own if worker_id == "master" else tmp_path_factory.getbasetemp().parent
    return SiteStarter(run / "prepared", own)


@pytest.fixture(scope="session")
def site(sites: SiteStarter) -> Iterator[RunningSite]:
    with sites.start("site") as site:
        yield site


@pytest.fixture(scope="module")
def restored_site(
    site: RunningSite, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningSite]:
    """The site without posts, where this file may write: afterwards it is as before."""
    with restored_afterwards(site, tmp_path_factory.mktemp("before") / "chanoki.sqlite3"):
        yield site


@pytest.fixture(scope="session")
def reader_pool(browser: Browser) -> ReaderPool:
    return ReaderPool(browser)


@pytest.fixture
def new_reader(reader_pool: ReaderPool, site: RunningSite) -> Iterator[NewReader]:
    """Opens readers in browser contexts that other tests used before, with a full cache."""
    acquired: list[tuple[Reader, BrowserSettings]] = []

    def acquire(settings: BrowserSettings, state: StorageState | None = None) -> Reader:
        acquired.append((reader_pool.acquire(site, settings, state), settings))
        return acquired[-1][0]

    yield acquire
    for reader, settings in acquired:
        reader_pool.release(reader, settings)


@pytest.fixture
def fresh_reader(browser: Browser, site: RunningSite) -> Iterator[NewReader]:
    """Opens readers in new browser contexts, for tests that change their clock or network."""
    readers: list[Reader] = []

    def start(settings: BrowserSettings, state: StorageState | None = None) -> Reader:
        readers.append(start_reader(browser, site, settings, state))
        return readers[-1]

    yield start
    for reader in readers:
        reader.page.context.close()


@pytest.fixture(scope="session")
def sample_site(sites: SiteStarter) -> Iterator[RunningSite]:
    """A site with the sample posts; tests that write there leave the samples as they are."""
    with sites.start("samples", samples=True) as site:
        yield site


@pytest.fixture(scope="session")
def signed_in_members(browser: Browser, sample_site: RunningSite) -> SampleMembers:
    return sign_in_members(browser, sample_site)


@pytest.fixture(scope="module")
def sample_members(signed_in_members: SampleMembers, sample_site: RunningSite) -> SampleMembers:
    """The members, who wrote nothing of late: many texts in a short time are refused or held."""
    clear_recent_activity(sample_site)
    return signed_in_members


@pytest.fixture
def new_sample_reader(
    reader_pool: ReaderPool, sample_site: RunningSite, sample_members: SampleMembers
) -> Iterator[NewSampleReader]:
    """Opens readers on the sample site, as `new_reader` does: a member by choice, or a visitor."""
    acquired: list[tuple[Reader, BrowserSettings]] = []

    def start(settings: BrowserSettings, choice: str | None = None) -> Reader:
        state = None if choice is None else sample_members.members[choice].state
        acquired.append((reader_pool.acquire(sample_site, settings, state), settings))
        return acquired[-1][0]

    yield start
    for reader, settings in acquired:
        reader_pool.release(reader, settings)


@pytest.fixture
def fresh_sample_reader(
    browser: Browser, sample_site: RunningSite, sample_members: SampleMembers
) -> Iterator[NewSampleReader]:
    """Opens readers on the sample site in new browser contexts, as `fresh_reader` does."""
    readers: list[Reader] = []

    def start(settings: BrowserSettings, choice: str | None = None) -> Reader:
        state = None if choice is None else sample_members.members[choice].state
        readers.append(start_reader(browser, sample_site, settings, state))
        return readers[-1]

    yield start
    for reader in readers:
        reader.page.context.close()


@pytest.fixture
def reader(new_reader: NewReader) -> Reader:
    """English desktop reader with light theme and reduced motion."""
    return new_reader(BrowserSettings())
