"""Fixtures of the journeys: running sites and HTTP clients.

Each site has one render worker, because every further one has to load the whole bundle first.
"""

from collections.abc import Iterator
from itertools import count

import httpx
import pytest

from tests.journeys.crawler import CrawlResult, crawl
from tests.running_site import RunningSite, running_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A running site without members and posts, shared by the tests of a process."""
    with running_site(
        tmp_path_factory.mktemp("site"), RENDER_WORKERS="1", TRUSTED_PROXIES="127.0.0.1"
    ) as site:
        yield site


@pytest.fixture(scope="session")
def sample_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A running site with sample posts and comments in both languages, and a Japanese operator."""
    with running_site(
        tmp_path_factory.mktemp("samples"),
        samples=True,
        RENDER_WORKERS="1",
        TRUSTED_PROXIES="127.0.0.1",
        OPERATOR_NAME="茶の木の会",
        OPERATOR_REPRESENTATIVE="茶木 葉子",
        OPERATOR_ADDRESS="静岡県静岡市葵区1-2-3",
    ) as site:
        yield site


@pytest.fixture(scope="session")
def written_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A running site in which tests sign in and write posts, unlike in the others."""
    with running_site(tmp_path_factory.mktemp("written"), RENDER_WORKERS="1") as site:
        yield site


@pytest.fixture(scope="session")
def crawled(sample_site: RunningSite, addresses: Iterator[str]) -> CrawlResult:
    """Every page of `sample_site` that is reachable by links, opened once per process."""
    headers = {"accept": "*/*", "x-forwarded-for": next(addresses)}
    with httpx.Client(base_url=sample_site.origin, headers=headers, timeout=30) as http:
        return crawl(http)


@pytest.fixture(scope="module")
def robot(sample_site: RunningSite, addresses: Iterator[str]) -> Iterator[httpx.Client]:
    """HTTP client of `sample_site` that accepts every media type, like a crawler."""
    headers = {"accept": "*/*", "x-forwarded-for": next(addresses)}
    with httpx.Client(base_url=sample_site.origin, headers=headers, timeout=30) as http:
        yield http


@pytest.fixture(scope="session")
def addresses() -> Iterator[str]:
    """IP addresses for clients, each new, so that rate limits count no client twice."""
    return (f"203.0.113.{number}" for number in count(1))


@pytest.fixture(scope="module")
def visitor(site: RunningSite, addresses: Iterator[str]) -> Iterator[httpx.Client]:
    """HTTP client of `site` that accepts HTML like a browser and follows no redirects.

    It has an IP address of its own, so that each test file has its own limit of searches.
    """
    headers = {
        "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "x-forwarded-for": next(addresses),
    }
    with httpx.Client(base_url=site.origin, headers=headers, timeout=10) as http:
        yield http
