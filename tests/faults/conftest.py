"""The real site without its page cache, so that every page is rendered during the fault."""

from collections.abc import Iterator

import pytest

from tests.faults.databases import Embedded, Scene, embedded, scene
from tests.running_site import RunningSite, running_site


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site"), PAGE_CACHE_MB="0") as site:
        yield site


@pytest.fixture
def two_hosts(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[RunningSite, RunningSite]]:
    """Two hosts, which the test may stop or kill."""
    with (
        running_site(tmp_path_factory.mktemp("a"), may_end=True, DRAIN_SECONDS="1") as one,
        running_site(tmp_path_factory.mktemp("b"), may_end=True, DRAIN_SECONDS="1") as other,
    ):
        yield one, other


@pytest.fixture(scope="module")
def server() -> Iterator[Embedded]:
    with embedded() as server:
        yield server


@pytest.fixture
def stage(server: Embedded, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A site behind whose database connection a proxy can cause faults."""
    with scene(server, tmp_path_factory.mktemp("site")) as stage:
        yield stage
