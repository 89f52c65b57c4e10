"""The made-up site of these tests."""

import pytest

from tests.server.pages.cache.site import Asking, make_site


@pytest.fixture
def site() -> Asking:
    return make_site()
