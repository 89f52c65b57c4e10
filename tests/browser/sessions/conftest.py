"""Readers of these tests, in browsers that other tests used before."""

import pytest

from tests.browser.conftest import NewReader


@pytest.fixture
def new_reader(lent_reader: NewReader) -> NewReader:
    return lent_reader
