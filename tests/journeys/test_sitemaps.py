"""What robots.txt and the sitemaps of a site without posts list."""

import httpx

from server.contracts.catalogue import LINEAGE_GROUPS
from server.contracts.evidence import BREEDERS
from server.contracts.prefectures import PREFECTURE_PAGES
from server.contracts.routes import LANGUAGES, path_for
from tests.journeys.addresses import ADDRESSED_PLACES, CULTIVAR_PATHS, FOUND_BY_SEARCH
from tests.journeys.sitemaps import read_sitemaps
from tests.running_site import RunningSite


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
