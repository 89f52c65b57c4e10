"""Addresses of the pages on the relation of two records."""

import pytest

from server.pages.cache.policy import find_policy
from tests.server.members import Browser


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("/relation?a=seimei&b=saemidori", "/relation/seimei/saemidori"),
        ("/ja/relation?b=saemidori&a=seimei", "/ja/relation/seimei/saemidori"),
        ("/relation?a=benifuuki&b=yabukita", "/relation/benifuki/yabukita"),
        ("/ja/relation?a=benifuuki", "/ja/relation?a=benifuki"),
        ("/relation?a=benifuuki&b=nothing", "/relation?a=benifuki&b=nothing"),
        ("/relation/benifuuki/seimei", "/relation/benifuki/seimei"),
        ("/relation/Seimei/saemidori", "/relation/seimei/saemidori"),
        ("/JA/relation/Benifuuki/SEIMEI/?x=1", "/ja/relation/benifuki/seimei?x=1"),
        ("/Relation/Nothing/benifuuki", "/relation/nothing/benifuki"),
    ],
)
async def test_address_leads_to_the_page_of_the_pair(
    visitor: Browser, address: str, target: str
) -> None:
    answer = await visitor.get(address)

    assert answer.status_code in (301, 302)
    assert answer.headers["location"] == target


@pytest.mark.anyio
@pytest.mark.parametrize("query", ["a=seimei", "a=seimei&b=nothing", "a=//host&b=saemidori"])
async def test_incomplete_pair_shows_the_form(visitor: Browser, query: str) -> None:
    assert (await visitor.get(f"/relation?{query}")).status_code == 200


@pytest.mark.anyio
async def test_pair_has_a_title_and_is_not_indexed(visitor: Browser) -> None:
    answer = await visitor.get("/ja/relation/seimei/saemidori")

    assert answer.status_code == 200
    assert "せいめいとさえみどりの血縁関係" in answer.text
    assert "noindex,follow" in answer.text


@pytest.mark.anyio
async def test_unknown_record_is_not_found(visitor: Browser) -> None:
    answer = await visitor.get("/relation/seimei/nothing")

    assert answer.status_code == 404
    assert "No such pair" in answer.text


def test_only_the_form_is_in_the_page_cache() -> None:
    assert find_policy(b"/relation", b"") is not None
    assert find_policy(b"/relation/seimei/saemidori", b"") is None


@pytest.mark.anyio
async def test_only_the_form_is_in_the_sitemap(visitor: Browser) -> None:
    pages = (await visitor.get("/sitemaps/pages.xml")).text

    assert "/relation<" in pages
    assert "/relation/" not in pages
