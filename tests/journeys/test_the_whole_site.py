"""A search engine's visit to a site with posts: from the sitemaps, without scripts, to the end."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime

import feedparser
import httpx
import pytest
from PIL import Image

from server.contracts.routes import LANGUAGES, match
from tests.journeys.vocabulary import complaints
from tests.journeys.walking import Walk, walk
from tests.running_site import RunningSite, running_site

# Cards for other sites are checked for one page of each so many.
PAGES_STEP = 12


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_site(tmp_path_factory.mktemp("samples"), samples=True) as site:
        yield site


@pytest.fixture(scope="module")
def engine(site: RunningSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.origin, headers={"accept": "*/*"}, timeout=20) as asking:
        yield asking


@pytest.fixture(scope="module")
def walked(engine: httpx.Client) -> Walk:
    return walk(engine)


def route_of(site: RunningSite, address: str) -> str:
    found = match(address.removeprefix(site.origin).partition("?")[0] or "/")
    return found.route.name if found else ""


def test_every_listed_address_is_there_and_names_itself(walked: Walk) -> None:
    assert len(walked.listed) > 300
    for address in walked.listed:
        page = walked.pages[address]
        assert (page.status, page.canonicals) == (200, (address,))
        assert page.is_listed, address


def test_all_kinds_of_pages_are_listed(site: RunningSite, walked: Walk) -> None:
    kinds = {route_of(site, address) for address in walked.listed}

    assert kinds >= {"home", "cultivars", "cultivar", "community", "post", "member", "about"}


def test_what_may_be_listed_is_listed(walked: Walk) -> None:
    found = {
        address
        for address, page in walked.pages.items()
        # Further pages of a list are found by its links, and need no entry of their own.
        if page.is_listed and page.canonicals == (address,) and "?" not in address
    }

    assert found - walked.listed.keys() == set()


def test_languages_name_each_other_on_pages_and_in_sitemaps_alike(walked: Walk) -> None:
    for address, entry in walked.listed.items():
        alternates = walked.pages[address].alternates
        assert alternates == entry.alternates
        assert set(alternates) == {*LANGUAGES, "x-default"}
        assert address in alternates.values()
        for other in alternates.values():
            assert walked.pages[other].alternates == alternates


def test_no_link_is_dead(site: RunningSite, walked: Walk) -> None:
    dead = {
        address: page.status
        for address, page in walked.pages.items()
        if page.status != 200 and not (page.status == 302 and "/create" in address)
    }

    assert dead == {}


def test_no_page_is_an_orphan(site: RunningSite, walked: Walk) -> None:
    assert walked.listed.keys() - walked.linked() - {f"{site.origin}/"} == set()


def test_every_graph_says_what_its_types_must_say(walked: Walk) -> None:
    found = {
        f"{address}: {complaint}"
        for address in walked.listed
        for complaint in complaints(walked.pages[address].graphs[0])
    }

    assert sorted(found)[:10] == []


@pytest.mark.parametrize(
    ("route", "type"),
    [
        ("cultivar", "WebPage"),
        ("cultivars", "CollectionPage"),
        ("community", "CollectionPage"),
        ("post", "DiscussionForumPosting"),
        ("member", "ProfilePage"),
        ("databaseInfo", "Dataset"),
    ],
)
def test_a_page_describes_what_it_is_about(
    site: RunningSite, walked: Walk, route: str, type: str
) -> None:
    pages = [walked.pages[a] for a in walked.listed if route_of(site, a) == route]

    assert pages
    assert [page for page in pages if type not in {node["@type"] for node in page.nodes}] == []


def test_addresses_in_graphs_are_pages_of_the_site(site: RunningSite, walked: Walk) -> None:
    named = {
        str(value).partition("#")[0]
        for address in walked.listed
        for node in walked.pages[address].nodes
        for value in (node.get("url"), node.get("@id"))
        if value
    }

    assert named - walked.pages.keys() == set()


@pytest.mark.audit
def test_cards_are_there_and_of_the_size_that_is_said(engine: httpx.Client, walked: Walk) -> None:
    cards = [walked.pages[address].metas["og:image"] for address in walked.listed]
    # Those of the records are drawn alike: every twelfth stands for the others.
    records = [card for card in cards if "/og/cultivar/" in card]
    others = [card for card in cards if card not in records]

    assert len(set(cards)) == len(cards), "two pages share a card"
    assert len(records) > 200
    for card in [*others, *records[::12]]:
        answer = engine.get(card)
        picture = Image.open(io.BytesIO(answer.content))
        assert (answer.status_code, picture.format, picture.size) == (200, "JPEG", (1200, 630))


def test_pictures_of_the_sitemaps_are_those_of_their_posts(
    site: RunningSite, engine: httpx.Client, walked: Walk
) -> None:
    pictured = {address: entry for address, entry in walked.listed.items() if entry.images}

    assert pictured
    for address, entry in pictured.items():
        [posting] = [
            n for n in walked.pages[address].nodes if n["@type"] == "DiscussionForumPosting"
        ]
        images = posting["image"]
        assert isinstance(images, list)
        assert entry.images[0] == images[0]
    for image in {entry.images[0] for entry in pictured.values()}:
        answer = engine.get(image)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/")


def test_no_date_lies_ahead(walked: Walk) -> None:
    today = datetime.now(UTC)

    for entry in walked.listed.values():
        if entry.modified:
            modified = datetime.fromisoformat(entry.modified)
            assert modified.replace(tzinfo=modified.tzinfo or UTC) <= today


def test_every_feed_leads_to_posts_that_are_there(engine: httpx.Client, walked: Walk) -> None:
    feeds = {feed for page in walked.pages.values() for feed in page.feeds}
    of_people = {feed for feed in feeds if "/feeds/cultivar/" not in feed}

    assert len(of_people) > 2 * 7
    for feed in of_people:
        parsed = feedparser.parse(engine.get(feed).content)
        assert not parsed.bozo
        assert {entry.link for entry in parsed.entries} <= walked.listed.keys()


def test_other_sites_are_told_the_same_title_and_card(
    site: RunningSite, engine: httpx.Client, walked: Walk
) -> None:
    embeddable = {"post", "cultivar"}
    pages = [walked.pages[a] for a in walked.listed if route_of(site, a) in embeddable]

    assert {len(page.embeddings) for page in pages} == {1}
    for page in pages[::PAGES_STEP]:
        said = engine.get(page.embeddings[0]).json()
        assert said["title"] in page.metas["og:title"]
        assert said["thumbnail_url"] == page.metas["og:image"]


def test_a_graph_that_lacks_something_is_found() -> None:
    graph = (
        '{"@context": "https://schema.org", "@graph": [{"@type": "Comment", "text": " ",'
        ' "url": "/post/1#comment-1", "author": {"@type": "Persona", "name": "Hana"}}]}'
    )

    assert sorted(complaints(graph)) == [
        "Comment  lacks ['datePublished', 'text']",
        "https://schema.org/Persona is no type that we know",
    ]
