"""Fixtures of the journeys: the real site, and a client that runs no scripts."""

from collections.abc import Iterator

import httpx
import pytest

from tests.running_site import RunningSite, running_site


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture(scope="session")
def visitor(site: RunningSite) -> Iterator[httpx.Client]:
    """HTTP client that accepts HTML as a browser does; follows no redirects."""
    headers = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
    with httpx.Client(base_url=site.origin, headers=headers, timeout=10) as asking:
        yield asking
