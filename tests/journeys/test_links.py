"""Links of every page that is reachable from the sitemaps."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from urllib.parse import unquote, urlsplit

import httpx
import pytest

from server.contracts.catalogue import LINEAGE_GROUPS
from server.contracts.evidence import BREEDERS
from server.contracts.prefectures import PREFECTURE_PAGES
from server.contracts.routes import LANGUAGES, match, path_for
from tests.journeys.addresses import ADDRESSED_PLACES, CULTIVAR_PATHS, FOUND_BY_SEARCH
from tests.journeys.crawler import is_combined_list
from tests.journeys.heads import Head, head_in
from tests.journeys.sitemaps import read_sitemaps
from tests.markup import Element, read
from tests.running_site import RunningSite

COMBINATIONS_MOST = 40


class Crawl:
    """Every page that links lead to, each asked for once; of combinations the first ones."""

    def __init__(self, visitor: httpx.Client) -> None:
        self._visitor = visitor
        self._combinations = Counter[str]()
        self.statuses: dict[str, int] = {}
        self.links: dict[str, list[Element]] = {}
        self.ids: dict[str, set[str]] = {}
        self.pictures: dict[str, list[Element]] = {}
        self.heads: dict[str, Head] = {}

    def walk(self, starts: list[str]) -> None:
        waiting = list(starts)
        while waiting:
            path = waiting.pop()
            if path not in self.statuses and not self._is_known_combination(path):
                waiting += self._open(path)

    def _open(self, path: str) -> Iterator[str]:
        answer = self._visitor.get(path)
        self.statuses[path] = answer.status_code
        self.links[path] = []
        if not answer.headers["content-type"].startswith("text/html"):
            return
        page = read(answer.text)
        elements = [*page.the("body")]
        self.links[path] = [element for element in elements if element.tag == "a"]
        self.pictures[path] = [element for element in elements if element.tag == "img"]
        self.ids[path] = {element.get("id") for element in elements}
        self.heads[path] = head_in(page)
        is_indexed = not self.heads[path].one("robots").startswith("noindex")
        found = (
            link.get("href").partition("#")[0]
            for link in self.inner_links(path)
            if is_indexed or link.get("rel") != "nofollow"
        )
        yield from (address for address in found if not self._is_known_login(address))

    def _is_known_login(self, address: str) -> bool:
        """Each page leads to the login by an address of its own; a few of them tell of all."""
        bare, way_back, _ = address.partition("?return=")
        return bool(way_back) and sum(known.startswith(bare) for known in self.statuses) > 3

    def _is_known_combination(self, address: str) -> bool:
        """Every record and list has combinations, which are limited; a few tell of all."""
        kind = "compare" if "/compare?ids=" in address else "list"
        if kind == "list" and not is_combined_list(address):
            return False
        self._combinations[kind] += 1
        return self._combinations[kind] > COMBINATIONS_MOST

    def inner_links(self, path: str) -> list[Element]:
        return [link for link in self.links[path] if link.get("href").startswith("/")]


@cache
def crawled(visitor: httpx.Client) -> Crawl:
    crawl = Crawl(visitor)
    crawl.walk([path_in(address) for address in sitemap(visitor)])
    return crawl


@cache
def sitemap(visitor: httpx.Client) -> dict[str, Mapping[str, str]]:
    """The alternates of every address in the sitemaps."""
    return {address: entry.alternates for address, entry in read_sitemaps(visitor).items()}


def path_in(address: str) -> str:
    """Path and query of an address."""
    return urlsplit(address)._replace(scheme="", netloc="").geturl()


def leads_elsewhere(path: str) -> bool:
    """A member's page sends a visitor to the login, and the login's own link to the provider."""
    found = match(path.partition("?")[0])
    is_for_members = found is not None and found.route.record.guard == "members"
    return is_for_members or path.startswith("/api/auth/")


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
    listed = {address for address in sitemap(visitor) if "?" not in address}
    assert listed == {site.origin + path for path in expected}


def test_sitemap_alternates_equal_those_of_the_pages(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)

    for address, alternates in sitemap(visitor).items():
        path = path_in(address)
        head = crawl.heads[path]
        assert crawl.statuses[path] == 200
        assert head.canonicals == [address]
        assert head.alternates == alternates
        assert set(alternates) == {*LANGUAGES, "x-default"}
        assert address in alternates.values()
        assert head.one("robots").startswith("index,follow")


def test_internal_links_return_200_without_a_redirect(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)

    wrong = {
        path: status
        for path, status in crawl.statuses.items()
        if status != (302 if leads_elsewhere(path) else 200)
    }
    sources = [
        f"{page} -> {link.get('href')}"
        for page in crawl.links
        for link in crawl.inner_links(page)
        if link.get("href").partition("#")[0] in wrong
    ]
    assert len(crawl.statuses) > 300
    assert (wrong, sources[:5]) == ({}, [])


def test_every_link_has_text_and_an_absolute_or_root_relative_url(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)

    odd = {
        f"{page}: {link.attributes}"
        for page, links in crawl.links.items()
        for link in links
        if not (link.text or link.get("aria-label"))
        or not link.get("href").startswith(("/", "#", "https://", "http://", "mailto:", "tel:"))
    }
    assert sorted(odd)[:10] == []


def test_every_link_fragment_has_a_target_element(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)

    lost = {
        f"{page} -> {link.get('href')}"
        for page, links in crawl.links.items()
        for link in links
        if "#" in (href := link.get("href"))
        and (target := href.partition("#")[0] or page) in crawl.ids
        and unquote(href.partition("#")[2]) not in crawl.ids[target]
    }
    assert sorted(lost)[:10] == []


def test_links_keep_the_page_language_except_the_language_switch(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)

    strays = []
    for page in crawl.links:
        language = "ja" if page == "/ja" or page.startswith(("/ja/", "/ja?")) else "en"
        for link in crawl.inner_links(page):
            there = match(link.get("href").partition("#")[0].partition("?")[0])
            if there and there.language != (link.get("hreflang") or language):
                strays.append(f"{page} -> {link.get('href')}")
    assert strays[:10] == []


def test_language_switch_links_to_the_same_page(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)
    pages = [page for page in crawl.ids if crawl.statuses[page] == 200]

    assert len(pages) > 250
    for page in pages:
        switch = [link for link in crawl.links[page] if link.get("hreflang")]
        assert switch, f"{page} has no language switch"
        bare = page.removeprefix("/ja") if page.startswith("/ja") else page
        bare = bare if bare.startswith("/") else f"/{bare}"
        japanese = f"/ja{bare}" if bare != "/" else "/ja"
        japanese = japanese.replace("/ja/?", "/ja?")
        assert {link.get("hreflang"): link.get("href") for link in switch} == {
            "en": bare,
            "ja": japanese,
        }


def test_images_have_alt_text_and_size_and_return_200(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)

    pictures = [(path, img) for path, images in crawl.pictures.items() for img in images]
    sources = {img.get("src") for _, img in pictures}
    assert sources
    assert [
        path for path, img in pictures if not {"alt", "width", "height"} <= set(img.attributes)
    ] == []
    for source in sources:
        answer = visitor.get(source)
        assert answer.status_code == 200, source
        assert answer.headers["content-type"].startswith("image/"), source


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_record_is_reachable_by_links_from_the_home_page(
    visitor: httpx.Client, language: str
) -> None:
    crawl = crawled(visitor)
    start = "/ja" if language == "ja" else "/"

    seen, waiting = set[str](), [start]
    while waiting:
        page = waiting.pop()
        if page in seen or page not in crawl.links:
            continue
        seen.add(page)
        waiting += [link.get("href").partition("#")[0] for link in crawl.inner_links(page)]

    paths = CULTIVAR_PATHS["ja" if language == "ja" else "en"].values()
    assert set(paths) - seen == set()


def test_links_to_comparisons_are_nofollow(visitor: httpx.Client) -> None:
    crawl = crawled(visitor)
    found = [
        link
        for page in crawl.links
        # A comparison links to itself in the other language.
        if "/compare" not in page
        for link in crawl.inner_links(page)
        if "/compare?" in link.get("href")
    ]

    assert len(found) > len(CULTIVAR_PATHS["en"])
    assert [link.get("href") for link in found if link.get("rel") != "nofollow"] == []
