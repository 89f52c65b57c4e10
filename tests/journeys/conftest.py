"""Fixtures of the journeys: the real site, and a client that runs no scripts.

One worker draws the pages of each site: every further one loads and warms up the whole bundle.
"""

from collections.abc import Iterator
from itertools import count

import httpx
import pytest

from tests.journeys.crawler import CrawlResult, crawl
from tests.running_site import RunningSite, running_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(
        tmp_path_factory.mktemp("site"), RENDER_WORKERS="1", TRUSTED_PROXIES="127.0.0.1"
    ) as site:
        yield site


@pytest.fixture(scope="session")
def sample_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site of an operator in Japan, with posts and comments in both languages."""
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
    """A site where members of the tests write: elsewhere nobody has ever written a post."""
    with running_site(tmp_path_factory.mktemp("written"), RENDER_WORKERS="1") as site:
        yield site


@pytest.fixture(scope="session")
def crawled(sample_site: RunningSite, addresses: Iterator[str]) -> CrawlResult:
    """Every page of the site with samples that links lead to, opened once."""
    headers = {"accept": "*/*", "x-forwarded-for": next(addresses)}
    with httpx.Client(base_url=sample_site.origin, headers=headers, timeout=30) as asking:
        return crawl(asking)


@pytest.fixture(scope="module")
def robot(sample_site: RunningSite, addresses: Iterator[str]) -> Iterator[httpx.Client]:
    """HTTP client of the site with samples that accepts everything."""
    headers = {"accept": "*/*", "x-forwarded-for": next(addresses)}
    with httpx.Client(base_url=sample_site.origin, headers=headers, timeout=30) as asking:
        yield asking


@pytest.fixture(scope="session")
def addresses() -> Iterator[str]:
    """IP addresses of visitors, none of which made a search before."""
    return (f"203.0.113.{number}" for number in count(1))


@pytest.fixture(scope="module")
def visitor(site: RunningSite, addresses: Iterator[str]) -> Iterator[httpx.Client]:
    """HTTP client that accepts HTML as a browser does; follows no redirects.

    The searches of one file do not count for the next.
    """
    headers = {
        "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "x-forwarded-for": next(addresses),
    }
    with httpx.Client(base_url=site.origin, headers=headers, timeout=10) as asking:
        yield asking
