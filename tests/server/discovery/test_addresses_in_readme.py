"""The addresses for machines in the root README are those that the host serves."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler

from server.app import create_app
from server.contracts.routes import LANGUAGES, ROUTES
from server.settings import Settings
from tests.fake_build import FakePool

README = Path(__file__).parents[3] / "README.md"
# `shared/api.json` describes the API; clients find the other two in responses.
ELSEWHERE = ("/api/", "/media/", "/dev/")
PAGES = {f"{route}.{language}" for route in ROUTES for language in LANGUAGES}


def test_readme_lists_the_addresses_for_machines(
    settings: Settings, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    handlers: list[object] = []

    def create_and_collect(**arguments: Any) -> Litestar:
        """Creates the application, and keeps its handlers."""
        handlers.extend(arguments["route_handlers"])
        return Litestar(**arguments)

    monkeypatch.setattr("server.app.Litestar", create_and_collect)
    create_app(settings, pool)

    served = {path for handler in handlers for path in addresses_of(handler)}
    assert len(served) > 10
    assert differences(README.read_text(encoding="utf-8"), served) == []


def test_missing_and_unknown_address_are_detected() -> None:
    text = "## Addresses for machines\n| `/a.xml`, `/f/{x,y}/….atom`, `.b` | `/d` |\n## More\n`/e`"

    served = {"/ja/a.xml", "/f/x/{name:str}", "/f/z/{name:str}"}

    assert differences(text, served) == ["/f/y/", "/f/z/"]


def addresses_of(handler: object) -> Iterator[str]:
    """Yields the addresses of a GET handler that is neither a page nor described elsewhere."""
    if not isinstance(handler, HTTPRouteHandler) or handler.http_methods != {"GET"}:
        return
    if handler.include_in_schema is False and handler.name not in PAGES:
        yield from (path for path in handler.paths if not path.startswith(ELSEWHERE))


def differences(readme: str, served: set[str]) -> list[str]:
    """Returns addresses up to their first variable that are only served or only in the README."""
    _, _, after = readme.partition("## Addresses for machines\n")
    rows = re.findall(r"^\| (.*) \| .* \|$", after.partition("\n## ")[0], re.MULTILINE)
    listed = {
        re.split("[{…?]", address)[0]
        for quoted in re.findall("`(/[^`]+)`", " ".join(rows).replace("`/ja`", ""))
        for address in _expanded(quoted)
    }
    fixed = {path.removeprefix("/ja").partition("{")[0] for path in served}
    unlisted = {path for path in fixed if not any(one.startswith(path) for one in listed)}
    unknown = {one for one in listed if not any(one.startswith(path) for path in fixed)}
    return sorted(unlisted | unknown)


def _expanded(address: str) -> list[str]:
    """Returns the addresses of one with a choice, such as `/feeds/{category,member}`."""
    found = re.search(r"\{([^}]*,[^}]*)\}", address)
    if found is None:
        return [address]
    return [address.replace(found[0], one) for one in found[1].split(",")]
