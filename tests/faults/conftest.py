"""The real site, which keeps no pages here: every page has to be drawn while things break."""

from collections.abc import Iterator

import pytest

from tests.running_site import RunningSite, running_site


@pytest.fixture
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("site"), PAGE_CACHE_MB="0") as site:
        yield site


@pytest.fixture
def twins(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningSite, RunningSite]]:
    """Two hosts; the test may end either of them."""
    with (
        running_site(tmp_path_factory.mktemp("a"), may_end=True, DRAIN_SECONDS="1") as one,
        running_site(tmp_path_factory.mktemp("b"), may_end=True, DRAIN_SECONDS="1") as other,
    ):
        yield one, other
