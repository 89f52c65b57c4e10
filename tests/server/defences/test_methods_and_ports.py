"""An address lists all its allowed methods, and its default port changes nothing."""

import httpx
import pytest

from server.contracts.routes import LANGUAGES, ROUTES, path_for
from tests.server.operations import described_operations

pytestmark = pytest.mark.anyio

ANY_ID = "1"


def methods_of(answer: httpx.Response) -> set[str]:
    return set(answer.headers["allow"].split(", "))


async def test_allow_header_lists_all_described_methods_of_a_path(
    public: httpx.AsyncClient,
) -> None:
    known: dict[str, set[str]] = {}
    for name in described_operations():
        verb, path = name.split()
        known.setdefault(path.replace("{id}", ANY_ID), {"OPTIONS"}).add(verb)

    for path, verbs in known.items():
        options, refused = await public.options(path), await public.request("PATCH", path)
        expected = verbs | {"HEAD"} if "GET" in verbs else verbs
        assert (options.status_code, methods_of(options)) == (204, expected), path
        assert (refused.status_code, methods_of(refused)) == (405, expected), path


async def test_page_allows_get_head_and_options_only(public: httpx.AsyncClient) -> None:
    paths = [
        path_for(name, language, params={"id": ANY_ID}) for name in ROUTES for language in LANGUAGES
    ]

    for path in paths:
        for method in ("OPTIONS", "POST", "PATCH"):
            answer = await public.request(method, path)
            assert methods_of(answer) == {"GET", "HEAD", "OPTIONS"}, (method, path)


async def test_default_port_in_the_host_header_is_accepted_and_not_in_links(
    public: httpx.AsyncClient,
) -> None:
    plain = await public.get("/ja/cultivars")
    ported = await public.get("/ja/cultivars", headers={"host": "tea.example:443"})
    other = await public.get("/ja/cultivars", headers={"host": "tea.example:80"})

    assert (ported.status_code, ported.content) == (200, plain.content)
    assert ":443" not in ported.text
    assert (other.status_code, other.json()["code"]) == (400, "unknown-host")
