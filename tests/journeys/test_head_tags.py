"""Head tags of every public page, without scripts."""

import io
import re
from functools import cache

import httpx
import pytest
from PIL import Image

from tests.journeys.addresses import (
    ADDRESSED_PLACES,
    FOUND_BY_SEARCH,
    LANGUAGE_OF,
    MISSING_PLACES,
    OPEN_PLACES,
    Place,
)
from tests.journeys.heads import LISTED, Head, assert_complete, head_in, head_of
from tests.markup import read
from tests.running_site import RunningSite

JAPANESE = re.compile(r"[぀-ヿ一-鿿]")

KEPT_SECRET = {"authCallback"}


@cache
def opened(visitor: httpx.Client, path: str) -> httpx.Response:
    return visitor.get(path)


@cache
def head_at(visitor: httpx.Client, path: str) -> Head:
    return head_of(opened(visitor, path).text)


every_open_place = pytest.mark.parametrize("place", OPEN_PLACES, ids=str)


@every_open_place
def test_page_has_full_text_in_its_language(visitor: httpx.Client, place: Place) -> None:
    answer = opened(visitor, place.path())

    document = read(answer.text)
    root = document.the("div", id="root")
    assert answer.status_code == 200
    assert document.the("html").get("lang") == place.language
    assert root.the("h1").text
    # The callback is on its way to another page, and has nothing else to say.
    assert len(root.text) > 70 or place.route in KEPT_SECRET
    assert bool(JAPANESE.search(root.the("main").text)) or place.language == "en"
    assert "app." not in root.text, "a key stands where its word should"


@pytest.mark.parametrize("place", ADDRESSED_PLACES, ids=str)
def test_page_head_is_complete_and_has_both_alternates(
    visitor: httpx.Client, site: RunningSite, place: Place
) -> None:
    head = head_at(visitor, place.path())

    assert_complete(head, language=place.language, origin=site.origin, addresses=place.paths)
    assert head.one("og:type") == ("article" if place.route == "cultivar" else "website")


@pytest.mark.parametrize("place", ADDRESSED_PLACES, ids=str)
def test_page_alternates_are_the_same_in_both_languages(
    visitor: httpx.Client, site: RunningSite, place: Place
) -> None:
    alternates = head_at(visitor, place.path()).alternates

    for address in alternates.values():
        there = head_at(visitor, address.removeprefix(site.origin))
        assert there.alternates == alternates


@every_open_place
def test_robots_meta_and_header_follow_the_route(visitor: httpx.Client, place: Place) -> None:
    answer = opened(visitor, place.path())

    robots = head_at(visitor, place.path()).one("robots")
    if place.route in FOUND_BY_SEARCH:
        assert robots == LISTED
        assert "x-robots-tag" not in answer.headers
    elif place.route in KEPT_SECRET:
        assert robots == "noindex,nofollow"
        assert answer.headers["x-robots-tag"] == "noindex, nofollow"
        assert answer.headers["cache-control"] == "private, no-store"
        assert answer.headers["referrer-policy"] == "no-referrer"
    else:
        assert robots == "noindex,follow"


def test_callback_and_missing_pages_have_no_canonical_and_no_card(
    visitor: httpx.Client,
) -> None:
    secret = [place for place in OPEN_PLACES if place.route in KEPT_SECRET]

    for place in [*secret, *MISSING_PLACES]:
        head = head_at(visitor, place.path())
        assert (head.canonicals, head.alternates, head.graphs) == ([], {}, [])
        assert (len(head.titles), head.language) == (1, place.language)
        assert head.one("description")
        assert [name for name in head.metas if name.startswith(("og:", "twitter:"))] == []


def test_titles_and_descriptions_of_pages_are_unique(visitor: httpx.Client) -> None:
    heads = [head_at(visitor, place.path()) for place in OPEN_PLACES]

    titles = [head.titles[0] for head in heads]
    descriptions = [head.one("description") for head in heads]
    assert sorted(set(titles)) == sorted(titles)
    assert sorted(set(descriptions)) == sorted(descriptions)


def test_titles_and_descriptions_have_a_fitting_length(visitor: httpx.Client) -> None:
    for place in OPEN_PLACES:
        head = head_at(visitor, place.path())
        assert 3 < len(head.titles[0]) <= 90, (place, head.titles)
        assert 20 < len(head.one("description")) <= 320, (place, head.one("description"))
        assert bool(JAPANESE.search(head.one("description"))) == (place.language == "ja")


@pytest.mark.parametrize("place", OPEN_PLACES[:2], ids=str)
def test_card_image_is_a_jpeg_of_the_declared_size(
    visitor: httpx.Client, site: RunningSite, place: Place
) -> None:
    address = head_at(visitor, place.path()).one("og:image")

    answer = visitor.get(address.removeprefix(site.origin))
    picture = Image.open(io.BytesIO(answer.content))
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
    assert (picture.format, picture.size) == ("JPEG", (1200, 630))


# The cards of the other language are drawn for `test_external_parsers.py`.
@pytest.mark.parametrize("is_rendered", [False, pytest.param(True, marks=pytest.mark.audit)])
def test_card_image_of_every_page_returns_200(
    visitor: httpx.Client, site: RunningSite, *, is_rendered: bool
) -> None:
    shared = [
        place
        for place in OPEN_PLACES
        if place.route not in KEPT_SECRET
        and (place.language == LANGUAGE_OF[place.route]) is is_rendered
    ]
    heads = [head_at(visitor, place.path()) for place in shared]

    assert heads
    cards = {head.one("og:image").removeprefix(site.origin) for head in heads}
    assert [card for card in cards if visitor.get(card).status_code != 200] == []


def test_format_detection_meta_disables_automatic_links(visitor: httpx.Client) -> None:
    asked = head_of(visitor.get("/ja/cultivars/saemidori").text).one("format-detection")

    assert set(asked.split(", ")) == {"telephone=no", "date=no", "email=no", "address=no"}


def test_theme_color_meta_lists_light_before_dark(
    visitor: httpx.Client,
) -> None:
    head = read(visitor.get("/").text).the("head")

    colours = [meta.get("media") for meta in head.all("meta", name="theme-color")]

    assert colours == ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]


@pytest.mark.parametrize("path", ["/calendar", "/ja/calendar"])
@pytest.mark.parametrize("choice", ["?ids=seimei", "?year=2020"])
def test_calendar_of_a_choice_is_noindex_with_the_whole_one_as_canonical(
    visitor: httpx.Client, path: str, choice: str
) -> None:
    whole, chosen = (head_in(read(visitor.get(path + query).text)) for query in ("", choice))

    assert whole.one("robots").startswith("index")
    assert chosen.one("robots") == "noindex,follow"
    assert chosen.canonicals == whole.canonicals
