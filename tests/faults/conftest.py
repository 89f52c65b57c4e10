"""Fixtures of the fault tests: running sites."""

from collections.abc import Iterator

import pytest

from tests.faults.databases import PostgresqlServer, ProxiedSite, postgresql_server, proxied_site_on
from tests.running_site import RunningSite, running_site


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """A site without a page cache, so that every page is rendered during the fault."""
    with running_site(tmp_path_factory.mktemp("site"), PAGE_CACHE_MB="0") as site:
        yield site


@pytest.fixture
def two_hosts(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[RunningSite, RunningSite]]:
    """Two hosts with separate databases, which the test may stop or kill."""
    with (
        running_site(tmp_path_factory.mktemp("a"), may_end=True, DRAIN_SECONDS="1") as one,
        running_site(tmp_path_factory.mktemp("b"), may_end=True, DRAIN_SECONDS="1") as other,
    ):
        yield one, other


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresqlServer]:
    """A PostgreSQL server, which the test may stop and start again."""
    with postgresql_server() as server:
        yield server


@pytest.fixture
def proxied_site(
    server: PostgresqlServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ProxiedSite]:
    """A site that reaches its database through a proxy, which can cause faults."""
    with proxied_site_on(server, tmp_path_factory.mktemp("site")) as proxied_site:
        yield proxied_site
