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
    https_client: httpx.AsyncClient,
) -> None:
    known: dict[str, set[str]] = {}
    for name in described_operations():
        verb, path = name.split()
        known.setdefault(path.replace("{id}", ANY_ID), {"OPTIONS"}).add(verb)

    for path, verbs in known.items():
        options, refused = (
            await https_client.options(path),
            await https_client.request("PATCH", path),
        )
        expected = verbs | {"HEAD"} if "GET" in verbs else verbs
        assert (options.status_code, methods_of(options)) == (204, expected), path
        assert (refused.status_code, methods_of(refused)) == (405, expected), path


async def test_page_allows_get_head_and_options_only(https_client: httpx.AsyncClient) -> None:
    paths = [
        path_for(name, language, params={"id": ANY_ID}) for name in ROUTES for language in LANGUAGES
    ]

    for path in paths:
        for method in ("OPTIONS", "POST", "PATCH"):
            answer = await https_client.request(method, path)
            assert methods_of(answer) == {"GET", "HEAD", "OPTIONS"}, (method, path)


async def test_default_port_in_the_host_header_is_accepted_and_not_in_links(
    https_client: httpx.AsyncClient,
) -> None:
    plain = await https_client.get("/ja/cultivars")
    with_default_port = await https_client.get("/ja/cultivars", headers={"host": "tea.example:443"})
    with_other_port = await https_client.get("/ja/cultivars", headers={"host": "tea.example:80"})

    assert (with_default_port.status_code, with_default_port.content) == (200, plain.content)
    assert ":443" not in with_default_port.text
    assert (with_other_port.status_code, with_other_port.json()["code"]) == (400, "unknown-host")
