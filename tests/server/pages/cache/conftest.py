"""The small site of these tests."""

import pytest

from tests.server.pages.cache.site import CachedSite, make_site


@pytest.fixture
def site() -> CachedSite:
    return make_site()
