"""Crawl of a site with sample posts from its sitemaps, without scripts."""

import io
import re
from datetime import UTC, datetime

import feedparser
import httpx
import pytest
from PIL import Image

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, match
from tests.journeys.crawler import CrawlResult
from tests.journeys.schema_org import errors_in_graph
from tests.running_site import RunningSite

FURTHER = re.compile("[?&](page|after)=")
# Of the pages of records, only every twelfth has its share card checked.
CARD_STEP = 12


def route_of(site: RunningSite, address: str) -> str:
    found = match(address.removeprefix(site.origin).partition("?")[0] or "/")
    return found.route.name if found else ""


def test_every_sitemap_address_returns_200_and_is_its_own_canonical(crawled: CrawlResult) -> None:
    assert len(crawled.listed) > 300
    for address in crawled.listed:
        page = crawled.pages[address]
        assert (page.status, page.canonicals) == (200, (address,))
        assert page.metas["robots"].startswith("index,follow"), address


def test_sitemaps_contain_every_kind_of_public_page(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    kinds = {route_of(sample_site, address) for address in crawled.listed}

    assert kinds >= {"home", "cultivars", "cultivar", "community", "post", "member", "about"}


def test_every_indexed_page_is_in_a_sitemap(crawled: CrawlResult) -> None:
    found = {
        address
        for address, page in crawled.pages.items()
        # Further pages of a list are reachable by its links and not in a sitemap.
        if page.is_listed and page.canonicals == (address,) and not FURTHER.search(address)
    }

    assert found - crawled.listed.keys() == set()


def test_alternates_are_mutual_and_equal_in_pages_and_sitemaps(crawled: CrawlResult) -> None:
    for address, entry in crawled.listed.items():
        alternates = crawled.pages[address].alternates
        assert alternates == entry.alternates
        assert set(alternates) == {*LANGUAGES, "x-default"}
        assert address in alternates.values()
        for other in alternates.values():
            assert crawled.pages[other].alternates == alternates


def test_every_sitemap_address_is_linked_from_a_page(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    assert crawled.listed.keys() - crawled.linked() - {f"{sample_site.origin}/"} == set()


def test_json_ld_nodes_have_their_required_properties(crawled: CrawlResult) -> None:
    found = {
        f"{address}: {complaint}"
        for address in crawled.listed
        for complaint in errors_in_graph(crawled.pages[address].graphs[0])
    }

    assert sorted(found)[:10] == []


def test_only_json_ld_of_cultivars_has_a_rank(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    ranks = {
        address.rpartition("/")[2]: entity.get("taxonRank")
        for address in crawled.listed
        if route_of(sample_site, address) == "cultivar"
        for node in crawled.pages[address].nodes
        if isinstance(entity := node.get("mainEntity"), dict)
    }

    assert ranks == {
        id: "cultivar" if record.kind == "cultivar" else None for id, record in CULTIVARS.items()
    }


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
def test_json_ld_of_a_route_has_its_expected_type(
    sample_site: RunningSite, crawled: CrawlResult, route: str, type: str
) -> None:
    pages = [crawled.pages[a] for a in crawled.listed if route_of(sample_site, a) == route]

    assert pages
    assert [page for page in pages if type not in {node["@type"] for node in page.nodes}] == []


def test_urls_in_json_ld_are_pages_of_the_site(
    sample_site: RunningSite, crawled: CrawlResult
) -> None:
    named = {
        str(value).partition("#")[0]
        for address in crawled.listed
        for node in crawled.pages[address].nodes
        for value in (node.get("url"), node.get("@id"))
        if value
    }

    assert named - crawled.pages.keys() == set()


@pytest.mark.audit
def test_card_images_are_unique_and_have_the_declared_size(
    robot: httpx.Client, crawled: CrawlResult
) -> None:
    # Filtered lists and categories share the card of the whole list.
    whole = [address for address in crawled.listed if "?" not in address]
    cards = [crawled.pages[address].metas["og:image"] for address in whole]
    # All records have the same kind of card, so every twelfth is enough.
    records = [card for card in cards if "/og/cultivar/" in card]
    others = [card for card in cards if card not in records]

    assert len(set(cards)) == len(cards), "two pages share a card"
    assert len(records) > 200
    for card in [*others, *records[::12]]:
        answer = robot.get(card)
        picture = Image.open(io.BytesIO(answer.content))
        assert (answer.status_code, picture.format, picture.size) == (200, "JPEG", (1200, 630))


def test_sitemap_images_are_first_images_of_posts_or_diagrams_of_lineages(
    sample_site: RunningSite, robot: httpx.Client, crawled: CrawlResult
) -> None:
    pictured = {address: entry for address, entry in crawled.listed.items() if entry.images}

    assert {"lineages.xml", "posts-0.xml"} <= {entry.file for entry in pictured.values()}
    for address, entry in pictured.items():
        nodes = {n["@type"]: n for n in crawled.pages[address].nodes}
        if entry.file == "lineages.xml":
            assert entry.images == (nodes["ImageObject"]["contentUrl"],)
            continue
        images = nodes["DiscussionForumPosting"]["image"]
        assert isinstance(images, list)
        assert entry.images[0] == images[0]
    for image in {entry.images[0] for entry in pictured.values()}:
        answer = robot.get(image)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("image/")


def test_sitemap_dates_are_not_in_the_future(crawled: CrawlResult) -> None:
    today = datetime.now(UTC)

    for entry in crawled.listed.values():
        if entry.modified:
            modified = datetime.fromisoformat(entry.modified)
            assert modified.replace(tzinfo=modified.tzinfo or UTC) <= today


def test_sitemap_dates_are_those_of_the_data_sets_on_the_pages(crawled: CrawlResult) -> None:
    stated = {
        address: str(node["dateModified"])
        for address in crawled.listed
        for node in crawled.pages[address].nodes
        if node["@type"] == "Dataset" and "dateModified" in node
    }

    assert len(stated) > 8
    assert {address: crawled.listed[address].modified for address in stated} == stated


def test_feed_entries_link_to_pages_of_the_sitemaps(
    robot: httpx.Client, crawled: CrawlResult
) -> None:
    feeds = {feed for page in crawled.pages.values() for feed in page.feeds}
    of_people = {feed for feed in feeds if "/feeds/cultivar/" not in feed}

    assert len(of_people) > 2 * 7
    for feed in of_people:
        parsed = feedparser.parse(robot.get(feed).content)
        assert not parsed.bozo
        assert {entry.link for entry in parsed.entries} <= crawled.listed.keys()


def test_oembed_has_the_title_and_card_of_the_page(
    sample_site: RunningSite, robot: httpx.Client, crawled: CrawlResult
) -> None:
    embeddable = {"post", "cultivar"}
    pages = [crawled.pages[a] for a in crawled.listed if route_of(sample_site, a) in embeddable]

    assert {len(page.embeddings) for page in pages} == {1}
    for page in pages[::CARD_STEP]:
        said = robot.get(page.embeddings[0]).json()
        assert said["title"] in page.metas["og:title"]
        assert said["thumbnail_url"] == page.metas["og:image"]


def test_incomplete_json_ld_is_detected() -> None:
    graph = (
        '{"@context": "https://schema.org", "@graph": [{"@type": "Comment", "text": " ",'
        ' "url": "/post/1#comment-1", "author": {"@type": "Persona", "name": "Hana"}}]}'
    )

    assert sorted(errors_in_graph(graph)) == [
        "Comment  lacks ['datePublished', 'text']",
        "https://schema.org/Persona is an unknown type",
    ]
