"""Pages while render workers are killed, stopped and restarted."""

import signal
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import cycle, islice
from typing import NamedTuple

import httpx
import psutil
import pytest

from server.contracts.routes import LANGUAGES, Language, path_for
from tests.journeys.addresses import HALVES, MISSING_PAGES, OPEN_PAGES, half
from tests.journeys.heads import Head, assert_complete, head_of
from tests.markup import read
from tests.running_site import WORKERS, RunningSite, is_rendered, running_site, wait_for_pages

CLIENTS = 8
LOAD_S = 4.0
KILL_EVERY_S = 0.5
ANSWER_MOST_S = 2.5
# Shorter than the start of a worker, so that new workers are stopped before they are ready.
STOP_EVERY_S = 0.1
ROUTES = ("home", "cultivars", "cultivar")
VIEWS = (
    "/cultivars?page=3",
    "/cultivars?page=999",
    "/cultivars?search=sae&origin=shizuoka&page=2",
    "/cultivars/nothing",
    "/community?category=review",
    "/community?category=shop&sort=popular&search=tea",
    "/community?page=9",
    "/post/1",
    "/post/2",
    "/post/999999",
    "/members/nobody",
    "/nothing/at/all",
)


class PageRequest(NamedTuple):
    """Page to request, with the two addresses that its head must name."""

    route: str
    language: Language
    id: str = "saemidori"

    def path(self, language: Language) -> str:
        params = {"id": self.id} if self.route == "cultivar" else None
        return path_for(self.route, language, params=params)

    @property
    def addresses(self) -> dict[Language, str]:
        return {language: self.path(language) for language in LANGUAGES}


class PageResponse(NamedTuple):
    """Response to a request of a page, with the seconds that it took."""

    request: PageRequest
    status: int
    text: str
    seconds: float


REQUESTS = [PageRequest(route, language) for route in ROUTES for language in LANGUAGES]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A running site without a page cache, so that every request needs a worker."""
    with running_site(tmp_path_factory.mktemp("site"), PAGE_CACHE_MB="0") as site:
        yield site


def request_page(client: httpx.Client, request: PageRequest) -> PageResponse:
    began = time.monotonic()
    answer = client.get(request.path(request.language))
    return PageResponse(request, answer.status_code, answer.text, time.monotonic() - began)


def assert_complete_page(response: PageResponse, site: RunningSite) -> Head:
    """Checks a page for all head tags, rendered by a worker or not; returns its head."""
    head = head_of(response.text)
    assert response.status == 200
    assert_complete(
        head,
        language=response.request.language,
        origin=site.origin,
        addresses=response.request.addresses,
    )
    assert head.one("robots").startswith("index,follow")
    return head


def request_until(site: RunningSite, first: int, over: threading.Event) -> list[PageResponse]:
    """Requests page after page from the page with number `first`, until `over` is set."""
    with httpx.Client(base_url=site.origin, timeout=10) as client:
        pages = islice(cycle(REQUESTS), first, None)
        return [request_page(client, next(pages)) for _ in iter(over.is_set, True)]


def kill_workers(site: RunningSite) -> int:
    """Kills a worker every half second under load; returns the number of kills."""
    killed = 0
    until = time.monotonic() + LOAD_S
    while time.monotonic() < until:
        for worker in site.workers()[:1]:
            worker.kill()
            killed += 1
        time.sleep(KILL_EVERY_S)
    return killed


def signal_workers(site: RunningSite, number: signal.Signals) -> None:
    for worker in site.workers():
        # The host may have ended the worker meanwhile.
        with suppress(psutil.NoSuchProcess):
            worker.send_signal(number)


def request_concurrently(site: RunningSite, pages: list[PageRequest]) -> list[PageResponse]:
    with (
        httpx.Client(base_url=site.origin, timeout=10) as client,
        ThreadPoolExecutor(len(pages)) as threads,
    ):
        return list(threads.map(lambda request: request_page(client, request), pages))


@pytest.mark.fault
def test_pages_and_heads_are_complete_while_workers_are_killed_under_load(
    site: RunningSite,
) -> None:
    wait_for_pages(site)
    over = threading.Event()

    with ThreadPoolExecutor(CLIENTS) as threads:
        futures = [threads.submit(request_until, site, first, over) for first in range(CLIENTS)]
        killed = kill_workers(site)
        over.set()
    answers = [response for future in futures for response in future.result()]

    assert killed >= LOAD_S / KILL_EVERY_S / 2
    assert len(answers) > 10 * CLIENTS
    assert {response.status for response in answers} == {200}
    assert max(response.seconds for response in answers) < ANSWER_MOST_S
    for response in answers:
        assert_complete_page(response, site)
    assert any(is_rendered(response.text) for response in answers)


@contextmanager
def stopped_workers(site: RunningSite) -> Iterator[None]:
    """Suspends all workers, and those that the host starts in their place; kills them at exit."""
    over = threading.Event()

    def stop() -> None:
        while not over.is_set():
            signal_workers(site, signal.SIGSTOP)
            over.wait(STOP_EVERY_S)

    signal_workers(site, signal.SIGSTOP)
    stopping = threading.Thread(target=stop)
    stopping.start()
    try:
        yield
    finally:
        over.set()
        stopping.join()
        signal_workers(site, signal.SIGKILL)


@pytest.mark.fault
def test_killed_workers_are_restarted(site: RunningSite) -> None:
    wait_for_pages(site)
    before = {worker.pid for worker in site.workers()}

    signal_workers(site, signal.SIGKILL)
    wait_for_pages(site)

    after = {worker.pid for worker in site.workers()}
    assert 0 < len(after) <= WORKERS
    assert before & after == set()


def test_page_without_workers_is_empty_with_a_complete_head_in_time(
    site: RunningSite,
) -> None:
    wait_for_pages(site)
    not_requested_before = [PageRequest("cultivar", language, "yabukita") for language in LANGUAGES]

    with stopped_workers(site):
        answers = request_concurrently(site, [*REQUESTS, *not_requested_before])

    for response in answers:
        head = assert_complete_page(response, site)
        document = read(response.text)
        assert not is_rendered(response.text), response.request
        assert response.seconds < ANSWER_MOST_S
        assert document.the("script", id="payload").source
        assert document.the("script", type="module").get("src")
        assert head.one("og:type") == (
            "article" if response.request.route == "cultivar" else "website"
        )


def get_all(site: RunningSite, paths: list[str]) -> list[httpx.Response]:
    with httpx.Client(base_url=site.origin, timeout=10) as client:
        return [client.get(path) for path in paths]


@pytest.mark.parametrize("is_other", HALVES)
def test_head_tags_are_the_same_with_and_without_a_worker(
    site: RunningSite, *, is_other: bool
) -> None:
    wait_for_pages(site)
    every = [route_page.path() for route_page in [*OPEN_PAGES, *MISSING_PAGES]]
    every += [prefix + path for path in VIEWS for prefix in ("", "/ja")]
    paths = half(every, is_other=is_other)

    with stopped_workers(site):
        without = get_all(site, paths)
    wait_for_pages(site)
    rendered = get_all(site, paths)

    for alone, worked in zip(without, rendered, strict=True):
        by_host, by_worker = head_of(alone.text), head_of(worked.text)
        assert alone.status_code == worked.status_code
        assert not is_rendered(alone.text)
        assert is_rendered(worked.text), worked.url
        assert replace(by_host, graphs=[]) == replace(by_worker, graphs=[])


@pytest.mark.parametrize(
    ("path", "status"),
    [("/nothing", 404), ("/ja/cultivars/nothing", 404), ("/create", 302), ("/cultivars/y2", 301)],
)
@pytest.mark.fault
def test_status_of_a_path_is_the_same_without_workers(
    site: RunningSite, path: str, status: int
) -> None:
    wait_for_pages(site)

    signal_workers(site, signal.SIGSTOP)
    answer = httpx.get(site.origin + path, timeout=10)

    assert answer.status_code == status
    if status == 404:
        head = head_of(answer.text)
        assert (head.one("robots"), head.canonicals) == ("noindex,follow", [])
        assert head.language == ("ja" if path.startswith("/ja") else "en")
