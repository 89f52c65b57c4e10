"""Head tags of every public page, without scripts."""

import io
import re
from functools import cache

import httpx
import pytest
from PIL import Image

from tests.journeys.addresses import (
    CANONICAL_PAGES,
    FOUND_BY_SEARCH,
    LANGUAGE_OF,
    MISSING_PAGES,
    OPEN_PAGES,
    RoutePage,
)
from tests.journeys.heads import LISTED, Head, assert_complete, head_in, head_of
from tests.markup import read
from tests.running_site import RunningSite

JAPANESE = re.compile(r"[぀-ヿ一-鿿]")

NOFOLLOW = {"authCallback"}


@cache
def opened(visitor: httpx.Client, path: str) -> httpx.Response:
    return visitor.get(path)


@cache
def head_at(visitor: httpx.Client, path: str) -> Head:
    return head_of(opened(visitor, path).text)


every_open_page = pytest.mark.parametrize("route_page", OPEN_PAGES, ids=str)


@every_open_page
def test_page_has_full_text_in_its_language(visitor: httpx.Client, route_page: RoutePage) -> None:
    answer = opened(visitor, route_page.path())

    document = read(answer.text)
    root = document.the("div", id="root")
    assert answer.status_code == 200
    assert document.the("html").get("lang") == route_page.language
    assert root.the("h1").text
    # The callback page has no text of its own, because it leads on to another page.
    assert len(root.text) > 70 or route_page.route in NOFOLLOW
    assert bool(JAPANESE.search(root.the("main").text)) or route_page.language == "en"
    assert "app." not in root.text, "the page shows a message key instead of the message"


@pytest.mark.parametrize("route_page", CANONICAL_PAGES, ids=str)
def test_page_head_is_complete_and_has_both_alternates(
    visitor: httpx.Client, site: RunningSite, route_page: RoutePage
) -> None:
    head = head_at(visitor, route_page.path())

    assert_complete(
        head, language=route_page.language, origin=site.origin, addresses=route_page.paths
    )
    assert head.one("og:type") == ("article" if route_page.route == "cultivar" else "website")


@pytest.mark.parametrize("route_page", CANONICAL_PAGES, ids=str)
def test_page_alternates_are_the_same_in_both_languages(
    visitor: httpx.Client, site: RunningSite, route_page: RoutePage
) -> None:
    alternates = head_at(visitor, route_page.path()).alternates

    for address in alternates.values():
        there = head_at(visitor, address.removeprefix(site.origin))
        assert there.alternates == alternates


@every_open_page
def test_robots_meta_and_header_follow_the_route(
    visitor: httpx.Client, route_page: RoutePage
) -> None:
    answer = opened(visitor, route_page.path())

    robots = head_at(visitor, route_page.path()).one("robots")
    if route_page.route in FOUND_BY_SEARCH:
        assert robots == LISTED
        assert "x-robots-tag" not in answer.headers
    elif route_page.route in NOFOLLOW:
        assert robots == "noindex,nofollow"
        assert answer.headers["x-robots-tag"] == "noindex, nofollow"
        assert answer.headers["cache-control"] == "private, no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
    else:
        assert robots == "noindex,follow"


def test_callback_and_missing_pages_have_no_canonical_and_no_card(
    visitor: httpx.Client,
) -> None:
    callback = [route_page for route_page in OPEN_PAGES if route_page.route in NOFOLLOW]

    for route_page in [*callback, *MISSING_PAGES]:
        head = head_at(visitor, route_page.path())
        assert (head.canonicals, head.alternates, head.graphs) == ([], {}, [])
        assert (len(head.titles), head.language) == (1, route_page.language)
        assert head.one("description")
        assert [name for name in head.metas if name.startswith(("og:", "twitter:"))] == []


def test_titles_and_descriptions_of_pages_are_unique(visitor: httpx.Client) -> None:
    heads = [head_at(visitor, route_page.path()) for route_page in OPEN_PAGES]

    titles = [head.titles[0] for head in heads]
    descriptions = [head.one("description") for head in heads]
    assert sorted(set(titles)) == sorted(titles)
    assert sorted(set(descriptions)) == sorted(descriptions)


def test_titles_and_descriptions_have_a_fitting_length(visitor: httpx.Client) -> None:
    for route_page in OPEN_PAGES:
        head = head_at(visitor, route_page.path())
        assert 3 < len(head.titles[0]) <= 90, (route_page, head.titles)
        assert 20 < len(head.one("description")) <= 320, (route_page, head.one("description"))
        assert bool(JAPANESE.search(head.one("description"))) == (route_page.language == "ja")


@pytest.mark.parametrize("route_page", OPEN_PAGES[:2], ids=str)
def test_card_image_is_a_jpeg_of_the_declared_size(
    visitor: httpx.Client, site: RunningSite, route_page: RoutePage
) -> None:
    address = head_at(visitor, route_page.path()).one("og:image")

    answer = visitor.get(address.removeprefix(site.origin))
    picture = Image.open(io.BytesIO(answer.content))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert (picture.format, picture.size) == ("JPEG", (1200, 630))


# `test_external_parsers.py` renders the cards of the language of `LANGUAGE_OF`.
@pytest.mark.parametrize("is_own_language", [False, pytest.param(True, marks=pytest.mark.audit)])
def test_card_image_of_every_page_returns_200(
    visitor: httpx.Client, site: RunningSite, *, is_own_language: bool
) -> None:
    shared = [
        route_page
        for route_page in OPEN_PAGES
        if route_page.route not in NOFOLLOW
        and (route_page.language == LANGUAGE_OF[route_page.route]) is is_own_language
    ]
    heads = [head_at(visitor, route_page.path()) for route_page in shared]

    assert heads
    cards = {head.one("og:image").removeprefix(site.origin) for head in heads}
    assert [card for card in cards if visitor.get(card).status_code != 200] == []


def test_format_detection_meta_disables_automatic_links(visitor: httpx.Client) -> None:
    content = head_of(visitor.get("/ja/cultivars/saemidori").text).one("format-detection")

    assert set(content.split(", ")) == {"telephone=no", "date=no", "email=no", "address=no"}


def test_theme_color_meta_lists_light_before_dark(
    visitor: httpx.Client,
) -> None:
    head = read(visitor.get("/").text).the("head")

    colours = [meta.get("media") for meta in head.all("meta", name="theme-color")]

    assert colours == ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]


@pytest.mark.parametrize("path", ["/calendar", "/ja/calendar"])
@pytest.mark.parametrize("choice", ["?ids=seimei", "?year=2020"])
def test_filtered_calendar_is_noindex_with_the_whole_calendar_as_canonical(
    visitor: httpx.Client, path: str, choice: str
) -> None:
    whole, chosen = (head_in(read(visitor.get(path + query).text)) for query in ("", choice))

    assert whole.one("robots").startswith("index")
    assert chosen.one("robots") == "noindex,follow"
    assert chosen.canonicals == whole.canonicals
