"""Links of every page that is reachable from the sitemaps, on a site with sample posts."""

from urllib.parse import unquote, urljoin

import httpx
import pytest

from server.contracts.routes import LANGUAGES
from tests.journeys.addresses import CULTIVAR_PATHS
from tests.journeys.crawler import (
    CrawlResult,
    internal_links,
    invalid_links,
    language_of,
    redirects_visitors,
    wrong_language_links,
)
from tests.running_site import RunningSite


def path_of(site: RunningSite, address: str) -> str:
    return address.removeprefix(site.origin) or "/"


def test_internal_links_return_200_without_a_redirect(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    wrong = {
        address: page.status
        for address, page in crawled.pages.items()
        if page.status != (302 if redirects_visitors(path_of(sample_site, address)) else 200)
    }
    sources = [
        f"{page} -> {link}"
        for page, opened in crawled.pages.items()
        for link in opened.links & wrong.keys()
    ]
    assert len(crawled.pages) > 300
    assert (wrong, sources[:5]) == ({}, [])


@pytest.mark.audit
def test_every_file_of_a_record_returns_200(robot: httpx.Client, crawled: CrawlResult) -> None:
    files = sorted(link for link in crawled.linked() if "/data/v1/cultivars/" in link)

    assert len(files) > len(CULTIVAR_PATHS["en"])
    assert [file for file in files if robot.get(file).status_code != 200] == []


def test_every_link_has_text_and_an_absolute_or_root_relative_url(crawled: CrawlResult) -> None:
    invalid = {
        f"{address}: {link.attributes}"
        for address, page in crawled.pages.items()
        for link in invalid_links(page.anchors)
    }
    assert sorted(invalid)[:10] == []


def test_every_link_fragment_has_a_target_element(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    lost = {
        f"{address} -> {link.href}"
        for address, page in crawled.pages.items()
        for link in page.anchors
        if "#" in link.href
        and (target := urljoin(address, link.href.partition("#")[0])) in crawled.pages
        # Files and redirects have no ids.
        and (ids := crawled.pages[target].ids)
        and unquote(link.href.partition("#")[2]) not in ids
    }
    assert sorted(lost)[:10] == []


def test_links_keep_the_page_language_except_the_language_switch(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    found = [
        link
        for address, page in crawled.pages.items()
        for link in wrong_language_links(path_of(sample_site, address), page.anchors)
    ]
    assert found[:10] == []


def test_language_switch_links_to_the_same_page(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    pages = {
        path_of(sample_site, address): page
        for address, page in crawled.pages.items()
        if page.status == 200 and page.ids
    }

    assert len(pages) > 250
    for path, page in pages.items():
        switch = [link for link in page.anchors if link.get("hreflang")]
        assert switch, f"{path} has no language switch"
        bare = path.removeprefix("/ja") if language_of(path) == "ja" else path
        bare = bare if bare.startswith("/") else f"/{bare}"
        japanese = f"/ja{bare}" if bare != "/" else "/ja"
        japanese = japanese.replace("/ja/?", "/ja?")
        assert {link.get("hreflang"): link.href for link in switch} == {"en": bare, "ja": japanese}


def test_images_have_alt_text_and_size_and_return_200(
    robot: httpx.Client, crawled: CrawlResult
) -> None:
    pictures = [(a, img) for a, page in crawled.pages.items() for img in page.pictures]
    sources = {img.get("src") for _, img in pictures}
    assert sources
    assert [
        address for address, img in pictures if not {"alt", "width", "height"} <= {*img.attributes}
    ] == []
    for source in sources:
        answer = robot.get(source)
        assert answer.status_code == 200, source
        assert answer.headers["content-type"].startswith("image/"), source


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_is_reachable_by_links_from_the_home_page(
    sample_site: RunningSite, crawled: CrawlResult, language: str
) -> None:
    start = f"{sample_site.origin}/ja" if language == "ja" else f"{sample_site.origin}/"

    seen, waiting = set[str](), {start}
    while waiting:
        seen |= waiting
        found = {link for at in waiting & crawled.pages.keys() for link in crawled.pages[at].links}
        waiting = (found & crawled.pages.keys()) - seen

    paths = CULTIVAR_PATHS["ja" if language == "ja" else "en"].values()
    assert {sample_site.origin + path for path in paths} - seen == set()


def test_links_to_comparisons_are_nofollow(crawled: CrawlResult) -> None:
    found = [
        link
        for address, page in crawled.pages.items()
        # A comparison's language switch is followed.
        if "/compare" not in address
        for link in internal_links(page.anchors)
        if "/compare?" in link.href
    ]

    assert len(found) > len(CULTIVAR_PATHS["en"])
    assert [link.href for link in found if link.get("rel") != "nofollow"] == []


def test_links_to_logins_that_lead_back_are_nofollow(crawled: CrawlResult) -> None:
    found = [
        link
        for address, page in crawled.pages.items()
        # The language switch of a login is followed, as that of a comparison.
        if "/login" not in address
        for link in page.anchors
        if "/login?return=" in link.href
    ]

    # Each page has an address of the login of its own, and none of them is indexed.
    assert len(found) > 700
    assert [link.href for link in found if link.get("rel") != "nofollow"] == []
