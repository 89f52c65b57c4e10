"""Addresses of the pages of lineage groups."""

import pytest

from server.contracts.catalogue import LINEAGE_GROUPS
from server.pages.cache.policy import BUILT_IN_FRESH_S, find_policy
from tests.server.members import Browser


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/lineages/0", "The Yabukita lineage"),
        ("/ja/lineages/13", "宇治在来系統"),
    ],
)
async def test_lineage_has_a_title_and_is_indexed(visitor: Browser, path: str, title: str) -> None:
    answer = await visitor.get(path)

    assert answer.status_code == 200
    assert title in answer.text
    assert "noindex" not in answer.text


@pytest.mark.anyio
@pytest.mark.parametrize("code", ["14", "x", "99"])
async def test_code_without_a_page_is_not_found(visitor: Browser, code: str) -> None:
    answer = await visitor.get(f"/lineages/{code}")

    assert answer.status_code == 404
    assert "No such lineage" in answer.text


def test_lineages_are_cached_like_other_pages_of_the_build() -> None:
    for path in (b"/lineages", b"/ja/lineages/4"):
        policy = find_policy(path, b"")
        assert policy is not None
        assert policy.fresh_s == BUILT_IN_FRESH_S


@pytest.mark.anyio
async def test_sitemap_lists_each_lineage_with_a_page(visitor: Browser) -> None:
    listed = (await visitor.get("/sitemaps/lineages.xml")).text

    for code, group in LINEAGE_GROUPS.items():
        assert (f"/ja/lineages/{code}</loc>" in listed) == (group.slug is not None)
