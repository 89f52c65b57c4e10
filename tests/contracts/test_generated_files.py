"""Tests that generated files match the current code."""

from server.describe import API, describe


def test_api_description_is_current() -> None:
    assert API.read_text(encoding="utf-8") == describe()
