"""Hostile text of members on pages, in JSON-LD, feeds, oEmbed and cards."""

import asyncio
import io
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import feedparser
import httpx
import pytest
import sqlalchemy as sa
from lxml import html
from PIL import Image
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account
from server.contracts.limits import LIMITS
from server.contracts.routes import LANGUAGES, PREFIXES, Language, path_for
from server.contracts.texts import cut_to_columns
from server.database.clock import utc_now
from server.database.engine import create_engine
from server.pages.meta.community import single_line
from tests.hostile import HOSTILE
from tests.journeys.crawler import open_page
from tests.journeys.schema_org import errors_in_graph
from tests.journeys.sitemaps import read_sitemaps
from tests.running_site import RunningSite, running_site
from tests.server.community.builders import add_posts

NAME_CHARACTERS = 50
POSTS_OF_A_MEMBER = 3
CULTIVAR = "saemidori"
# Each has half of the posts, so that a feed, which is limited, contains all of them.
CATEGORIES = ("question", "review")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    folder = tmp_path_factory.mktemp("hostile")
    with running_site(folder, RENDER_WORKERS="1") as site:
        asyncio.run(fill(folder))
        yield site


@pytest.fixture(scope="module")
def visitor(site: RunningSite) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site.origin, headers={"accept": "*/*"}, timeout=20) as http:
        yield http


async def fill(folder: Path) -> None:
    """Creates a member and a post for each text, with the text in every field.

    Writes to the database directly, because the rules for requests would change some texts.
    """
    engine = create_engine(f"sqlite+aiosqlite:///{folder / 'chanoki.sqlite3'}")
    for number, text in enumerate(HOSTILE, start=1):
        member = await _add_member(engine, text)
        post = {
            "user_id": member,
            "title": text,
            "content": text,
            "shop_name": text,
            "tea_variety": CULTIVAR,
            "language": LANGUAGES[number % 2],
            "category": CATEGORIES[number % 2],
            "created_at": utc_now() - timedelta(minutes=len(HOSTILE) - number),
        }
        await add_posts(engine, [post] * (POSTS_OF_A_MEMBER if number == 1 else 1))
    await engine.dispose()


async def _add_member(engine: AsyncEngine, text: str) -> str:
    id, now = str(uuid4()), utc_now()
    account = {"id": id, "issuer": "https://i.example", "subject": id, "created_at": now}
    profile = {
        "id": id,
        "display_name": text[:NAME_CHARACTERS],
        "bio": text,
        "language": "ja",
        "created_at": now,
        "updated_at": now,
    }
    async with engine.begin() as connection:
        await connection.execute(sa.insert(Account).values(account))
        await connection.execute(sa.insert(Profile).values(profile))
    return id


def post_path(number: int, language: Language) -> str:
    """Returns the path of the post with this index in `HOSTILE`; the first has three posts."""
    return path_for("post", language, params={"id": str(number + POSTS_OF_A_MEMBER)})


POSTS = [
    (text, post_path(number, LANGUAGES[number // 2 % 2])) for number, text in enumerate(HOSTILE)
][1:]


def document_at(visitor: httpx.Client, path: str) -> html.HtmlElement:
    answer = visitor.get(path)
    assert answer.status_code == 200, path
    return html.document_fromstring(answer.content)


def active_elements(document: html.HtmlElement) -> list[str]:
    """Returns elements that run or load something and do not belong to every page."""
    own = {"application/ld+json", "application/json", "module"}
    found = []
    for element in document.iter():
        if not isinstance(element.tag, str):
            continue
        names = [name for name in element.attrib if name.startswith("on")]
        targets = [element.get(name, "") for name in ("href", "src", "action")]
        is_foreign = any("javascript:" in at or "evil.example" in at for at in targets)
        if is_foreign and is_written_link(element):
            continue
        is_script = element.tag == "script" and element.get("type") not in own
        is_stray = element.tag in {"iframe", "base", "style", "template", "plaintext", "math"}
        if names or is_foreign or is_stray or (is_script and "localStorage" not in element.text):
            found.append(html.tostring(element, encoding="unicode")[:200])
    return found


def is_written_link(element: html.HtmlElement) -> bool:
    """Returns whether a link shows its address, and is marked as written by a member."""
    href = element.get("href", "")
    is_web = element.tag == "a" and href.startswith(("http://", "https://"))
    is_seen = bool(element.text == href)
    return is_web and is_seen and element.get("rel") == "nofollow ugc noopener"


def head_elements(document: html.HtmlElement) -> list[tuple[object, ...]]:
    """Returns tags and attribute names of the elements in the head."""
    return [(element.tag, tuple(element.attrib)) for element in document.find("head")]


def printable_line(text: str) -> str:
    """Returns the text on one line, with a space for each unprintable character."""
    return single_line("".join(sign if sign.isprintable() else " " for sign in text))


def test_hostile_text_adds_no_element_to_a_post_page(visitor: httpx.Client) -> None:
    last = len(HOSTILE) - 1
    plain = {one: head_elements(document_at(visitor, post_path(last, one))) for one in LANGUAGES}

    for text, path in POSTS:
        document = document_at(visitor, path)
        assert active_elements(document) == [], text
        assert head_elements(document) == plain[document.get("lang")], text
        [payload] = document.xpath("//script[@id='payload']")
        assert json.loads(payload.text)["route"] == "post"


def title_of(text: str) -> str:
    return printable_line(cut_to_columns(single_line(text), LIMITS.title_columns))


def test_hostile_text_is_cut_by_columns_in_title_and_meta(
    site: RunningSite, visitor: httpx.Client
) -> None:
    for text, path in POSTS:
        page = open_page(visitor, site.origin + path)
        title = document_at(visitor, path).findtext(".//title")
        assert title_of(text) in printable_line(str(title)), text
        assert title_of(text) in printable_line(page.metas["og:title"])
        assert page.metas["og:url"] == site.origin + path


def test_hostile_text_is_unchanged_in_json_ld(site: RunningSite, visitor: httpx.Client) -> None:
    for text, path in POSTS:
        page = open_page(visitor, site.origin + path)
        [posting] = [node for node in page.nodes if node["@type"] == "DiscussionForumPosting"]
        author = posting["author"]
        assert isinstance(author, dict)
        assert (posting["text"], author["name"]) == (text, text[:NAME_CHARACTERS])
        types = [str(node["@type"]) for node in page.nodes]
        assert len(types) == len(set(types)) == 5
        missing = [one for one in errors_in_graph(page.graphs[0]) if "WebPage" not in one]
        assert missing == [], text


def test_hostile_text_adds_no_active_element_to_member_and_list_pages(
    site: RunningSite, visitor: httpx.Client
) -> None:
    members = {
        link
        for _, path in POSTS
        for link in open_page(visitor, site.origin + path).links
        if "/members/" in link
    }
    lists = [f"{site.origin}/{at}" for at in ("community?page=7", f"cultivars/{CULTIVAR}")]

    assert len(members) == len(POSTS)
    for address in [*members, *lists]:
        assert active_elements(document_at(visitor, address)) == [], address
        assert all(json.loads(graph) for graph in open_page(visitor, address).graphs)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("parity", [0, 1])
def test_feed_with_hostile_text_is_valid(
    visitor: httpx.Client, parity: int, language: Language
) -> None:
    prefix = PREFIXES[language]

    answer = visitor.get(f"{prefix}/feeds/category/{CATEGORIES[parity]}.atom")

    parsed = feedparser.parse(answer.content)
    texts = [text for number, text in enumerate(HOSTILE, start=1) if number % 2 == parity]
    assert not parsed.bozo
    assert len(parsed.entries) == len(texts) == 30
    for entry, text in zip(parsed.entries, reversed(texts), strict=True):
        assert printable_line(entry.title.replace("\ufffd", "")) == printable_line(text)
        assert entry.content[0].type == "text/plain"


def test_sitemap_with_hostile_posts_lists_only_own_addresses(
    site: RunningSite, visitor: httpx.Client
) -> None:
    listed = read_sitemaps(visitor)

    posts = [address for address in listed if "/post/" in address]
    assert len(posts) == 2 * (len(HOSTILE) + POSTS_OF_A_MEMBER - 1)
    assert [address for address in listed if not address.startswith(f"{site.origin}/")] == []


def test_oembed_title_with_hostile_text_is_plain_text(
    site: RunningSite, visitor: httpx.Client
) -> None:
    for text, path in POSTS:
        answer = visitor.get("/oembed", params={"url": site.origin + path})
        said = answer.json()
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert printable_line(said["title"]) == title_of(text)
        assert "html" not in said


# The last eleven, which are hard to render, and every sixth of the others.
@pytest.mark.parametrize(
    "posts",
    [[*POSTS[:-11:6], *POSTS[-11:]], pytest.param(POSTS, marks=pytest.mark.audit)],
    ids=["some", "every"],
)
def test_card_with_hostile_text_is_rendered(
    site: RunningSite, visitor: httpx.Client, posts: list[tuple[str, str]]
) -> None:
    for text, path in posts:
        card = open_page(visitor, site.origin + path).metas["og:image"]
        answer = visitor.get(card)
        picture = Image.open(io.BytesIO(answer.content))
        assert "/og/post/" in card
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable", text
        assert (picture.format, picture.size) == ("JPEG", (1200, 630))
