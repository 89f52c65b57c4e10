"""Fixture: a site with one page handler behind the page cache."""

import pytest

from tests.server.pages.cache.site import CachedSite, make_site


@pytest.fixture
def site() -> CachedSite:
    """Returns the site with the default limits of its cache."""
    return make_site()
