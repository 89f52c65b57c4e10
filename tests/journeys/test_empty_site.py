"""What robots.txt, the sitemaps and the links of a site without posts lead to."""

import httpx
import pytest

from server.contracts.catalogue import LINEAGE_GROUPS
from server.contracts.evidence import BREEDERS
from server.contracts.prefectures import PREFECTURE_PAGES
from server.contracts.routes import LANGUAGES, path_for
from tests.journeys.addresses import ADDRESSED_PLACES, CULTIVAR_PATHS, FOUND_BY_SEARCH
from tests.journeys.crawler import inner_links, leads_elsewhere, odd_links, open_page, strays
from tests.journeys.sitemaps import read_sitemaps
from tests.running_site import RunningSite

# Here a site says something else before its first post.
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
    pages = {p.path() for p in ADDRESSED_PLACES if p.route in FOUND_BY_SEARCH - {"cultivar"}}
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
    # Lists of one value have tests of their own.
    listed = {address for address in read_sitemaps(visitor) if "?" not in address}
    assert listed == {site.origin + path for path in expected}


@pytest.mark.parametrize("path", EMPTY_PAGES)
def test_links_of_a_page_without_posts_are_as_good(
    site: RunningSite, visitor: httpx.Client, path: str
) -> None:
    page = open_page(visitor, site.origin + path)

    # Elsewhere each record is opened, and what it links.
    paths = {link.href.partition("#")[0] for link in inner_links(page.anchors)}
    opened = {one for one in paths if one and "/cultivars/" not in one}
    statuses = {one: visitor.get(one).status_code for one in opened}
    assert statuses == {one: 302 if leads_elsewhere(one) else 200 for one in opened}
    assert (odd_links(page.anchors), [*strays(path, page.anchors)]) == ([], [])
