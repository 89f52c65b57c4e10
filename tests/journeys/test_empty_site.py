"""Tests of robots.txt, the sitemaps and the links on a site without posts."""

import httpx
import pytest

from server.contracts.catalogue import LINEAGE_GROUPS
from server.contracts.evidence import BREEDERS
from server.contracts.prefectures import PREFECTURE_PAGES
from server.contracts.routes import LANGUAGES, path_for
from tests.journeys.addresses import CANONICAL_PAGES, CULTIVAR_PATHS, FOUND_BY_SEARCH
from tests.journeys.crawler import (
    internal_links,
    invalid_links,
    open_page,
    redirects_visitors,
    wrong_language_links,
)
from tests.journeys.sitemaps import read_sitemaps
from tests.running_site import RunningSite

# Pages that look different as long as the site has no posts.
EMPTY_PAGES = [
    prefix + path
    for prefix in ("", "/ja")
    for path in ("/community", "/cultivars/saemidori", "/search/members", "/moderation/log")
]


def test_robots_txt_allows_all_crawlers_and_names_the_sitemap(
    visitor: httpx.Client, site: RunningSite
) -> None:
    answer = visitor.get("/robots.txt")

    lines = [line.strip() for line in answer.text.splitlines()]
    assert answer.headers["content-type"].startswith("text/plain")
    assert f"Sitemap: {site.origin}/sitemap.xml" in lines
    assert not [line for line in lines if line.startswith("Disallow: /")]


def test_sitemap_contains_exactly_the_indexed_pages(
    visitor: httpx.Client, site: RunningSite
) -> None:
    pages = {p.path() for p in CANONICAL_PAGES if p.route in FOUND_BY_SEARCH - {"cultivar"}}
    records = {path for paths in CULTIVAR_PATHS.values() for path in paths.values()}

    lineages = {
        path_for("lineage", language, params={"code": code})
        for code, group in LINEAGE_GROUPS.items()
        if group.slug is not None
        for language in LANGUAGES
    }

    breeders = {
        path_for("breeder", language, params={"id": id})
        for id in BREEDERS
        for language in LANGUAGES
    }

    prefectures = {
        path_for("prefecture", language, params={"id": id})
        for id in PREFECTURE_PAGES
        for language in LANGUAGES
    }

    expected = pages | records | lineages | breeders | prefectures
    # `test_indexed_lists.py` tests the filtered lists.
    listed = {address for address in read_sitemaps(visitor) if "?" not in address}
    assert listed == {site.origin + path for path in expected}


@pytest.mark.parametrize("path", EMPTY_PAGES)
def test_links_of_a_page_without_posts_return_200_or_redirect_visitors(
    site: RunningSite, visitor: httpx.Client, path: str
) -> None:
    page = open_page(visitor, site.origin + path)

    # Records and their links are opened by `test_links.py`.
    links = {link.href.partition("#")[0] for link in internal_links(page.anchors)}
    opened = {link for link in links if link and "/cultivars/" not in link}
    statuses = {link: visitor.get(link).status_code for link in opened}
    assert statuses == {link: 302 if redirects_visitors(link) else 200 for link in opened}
    assert (invalid_links(page.anchors), [*wrong_language_links(path, page.anchors)]) == ([], [])
