"""Generated files are committed as the code writes them today."""

from server.describe import API, describe


def test_the_api_description_is_current() -> None:
    assert API.read_text(encoding="utf-8") == describe()
