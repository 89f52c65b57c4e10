"""An address lists all its allowed methods, and its default port changes nothing."""

import httpx
import pytest

from server.contracts.routes import LANGUAGES, ROUTES, path_for
from tests.server.asking import described

pytestmark = pytest.mark.anyio

ANY_ID = "1"


def methods_of(answer: httpx.Response) -> set[str]:
    return set(answer.headers["allow"].split(", "))


async def test_every_described_address_tells_all_its_methods(public: httpx.AsyncClient) -> None:
    known: dict[str, set[str]] = {}
    for name in described():
        verb, path = name.split()
        known.setdefault(path.replace("{id}", ANY_ID), {"OPTIONS"}).add(verb)

    for path, verbs in known.items():
        told, refused = await public.options(path), await public.request("PATCH", path)
        expected = verbs | {"HEAD"} if "GET" in verbs else verbs
        assert (told.status_code, methods_of(told)) == (204, expected), path
        assert (refused.status_code, methods_of(refused)) == (405, expected), path


async def test_a_page_is_read_and_nothing_else(public: httpx.AsyncClient) -> None:
    paths = [
        path_for(name, language, params={"id": ANY_ID}) for name in ROUTES for language in LANGUAGES
    ]

    for path in paths:
        for method in ("OPTIONS", "POST", "PATCH"):
            answer = await public.request(method, path)
            assert methods_of(answer) == {"GET", "HEAD", "OPTIONS"}, (method, path)


async def test_the_default_port_is_our_host_and_in_no_address(public: httpx.AsyncClient) -> None:
    plain = await public.get("/ja/cultivars")
    ported = await public.get("/ja/cultivars", headers={"host": "tea.example:443"})
    other = await public.get("/ja/cultivars", headers={"host": "tea.example:80"})

    assert (ported.status_code, ported.content) == (200, plain.content)
    assert ":443" not in ported.text
    assert (other.status_code, other.json()["code"]) == (400, "unknown-host")
