"""Blocks between two members: no page and no response shows either a text of the other.

Every page and every GET operation of the API is requested, so that new ones are too.
"""

from dataclasses import dataclass
from typing import Any

import pytest

from server.contracts.routes import ROUTES, path_for
from server.pages.loaders import LOADERS
from tests.fake_build import FakePool
from tests.server.community.builders import add_posts
from tests.server.community.collections.test_collections import create_collection, set_sharing
from tests.server.community.relations.test_relations import hide
from tests.server.members import Browser, Place
from tests.server.operations import READINGS

pytestmark = pytest.mark.anyio

WORDS = {"title": "Zopfname", "content": "Quittenwort", "bio": "Lebenslauf", "comment": "Nebensatz"}
NAME = "Xaverius"
Pair = tuple[Browser, Browser]
MARKS = (NAME, *WORDS.values())
# Also in the post, but no mark: the page of a search repeats the searched text.
SEARCHED = "抹茶"

# Pages and operations with the reader's own likes and saves.
OF_MEMBERS = {
    "GET /api/profiles/me/liked", "page profile of likes", "GET /api/profiles/me/saved",
    "page profile of saves",
}  # fmt: skip
# The feed of what the reader follows.
OF_FOLLOWS = {"GET /api/posts of what is followed", "page community of what is followed"}
# Pages and operations about one member, post or collection.
OF_AN_ADDRESS = {
    "page collection", "GET /api/collections/{id}", "GET /api/collections/{id}/posts",
    "page member", "page post", "GET /api/posts/{id}", "GET /api/profiles/{id}",
    "GET /api/members/{id}/posts", "GET /api/members/{id}/shared",
}  # fmt: skip
# Pages and operations that show the author's texts without a block.
SHOWN = OF_MEMBERS | OF_FOLLOWS | OF_AN_ADDRESS | {
    "page home", "page community", "page cultivar", "page prefecture", "page search",
    "page search of members", "page post of a third member", "GET /api/posts",
    "GET /api/posts popular", "GET /api/posts with words", "GET /api/posts of a cultivar",
    "GET /api/posts/{id}/comments", "GET /api/posts/{id}/comments of a third member",
    "GET /api/cultivars/{id}/posts", "GET /api/prefectures/{id}/posts", "GET /api/search",
    "GET /api/search of members", "GET /api/search/profiles", "page memberSearch",
}  # fmt: skip
# The reader's own lists name hidden and followed members; the export has liked posts.
OWN_LIST = {
    "GET /api/account/hidden", "GET /api/account/follows", "GET /api/account/export",
    "page account",
}  # fmt: skip
# Loaders that read members' texts.
LOADERS_OF_WORDS = {
    "collection", "collectionPosts", "comments", "feed", "found", "likedPosts", "member",
    "memberPosts", "newestPosts", "notifications", "post", "prefecture", "relatedPosts",
    "savedPosts", "shared", "membersFound",
}  # fmt: skip
# Loaders of the catalogue, the operator's texts, the reader's own things, and numbers.
LOADERS_WITHOUT = {
    "breeder", "breeders", "calendar", "collections", "compared", "cultivar", "decisions",
    "featuredCultivars", "follows", "hidden", "lineage", "lineages", "map", "me", "moderationLog",
    "myPosts", "notificationSettings", "observations", "operator", "pair", "pedigree",
    "postsByCultivar", "reviewedCultivar", "sharing", "statistics", "suspension", "timeline",
}  # fmt: skip
# A block stops no report, and moderators see what is reported.
LOADERS_DESPITE_A_BLOCK = {"appeals", "cases", "logEntries", "reported", "roles"}


class Things:
    """Things of an author: a profile, a post, a shared collection, and comments on two posts."""

    def __init__(self, author: Browser, post_id: int, collection: str = "x") -> None:
        self.author = author
        self.post_id = post_id
        self.collection = collection

    @property
    def ids(self) -> dict[str, str]:
        """Returns the ids of the author's things by the kind that paths name."""
        return {
            "member": self.author.member_id,
            "post": str(self.post_id),
            "collection": self.collection,
        }


async def write_things(place: Place, author: Browser, other_post: int) -> Things:
    """Writes a profile, a post, comments and a collection, all with texts of MARKS."""
    profile = {"display_name": NAME, "language": "ja", "bio": WORDS["bio"]}
    await author.change("PUT", "/api/profiles/me", json=profile)
    post = {
        "user_id": author.member_id,
        "title": WORDS["title"],
        "content": f"{WORDS['content']} {SEARCHED}",
        "tea_variety": "saemidori",
        "prefecture": "kyoto",
    }
    [post_id] = await add_posts(place.engine, [post])
    for id in (post_id, other_post):
        body = {"content": WORDS["comment"]}
        answer = await author.change("POST", f"/api/posts/{id}/comments", json=body)
        assert answer.status_code == 201
    collection = await create_collection(author, NAME, post_id)
    await set_sharing(author, collection, NAME)
    return Things(author, post_id, collection)


def paths_of(things: Things, *, third_post: int) -> dict[str, str]:
    """Returns the paths of all pages and GET operations by name, with the ids of these things."""
    ids = things.ids | {"cultivar": "saemidori", "prefecture": "kyoto", "breeder": "kyoto"}
    params = {"a": "seimei", "b": "saemidori", "code": "0"}
    paths = {
        f"page {name}": path_for(name, "en", params={"id": ids.get(name, ids["post"]), **params})
        for name in ROUTES
    }
    paths["page post of a third member"] = f"/post/{third_post}"
    paths["page profile of likes"] = f"{paths['page profile']}?tab=liked"
    paths["page profile of saves"] = f"{paths['page profile']}?tab=saved"
    paths["page memberSearch"] += f"?q={NAME[:5]}"
    paths["page search"] += f"?q={SEARCHED}"
    paths["page search of members"] = f"/search?q={NAME[:5]}"
    for name in READINGS:
        path = name.split()[1]
        subject = next((kind for kind in KINDS if f"/{kind}/" in path), "")
        paths[name] = path.replace("{id}", ids.get(KINDS.get(subject, ""), "x"))
    paths["GET /api/posts/{id}/comments of a third member"] = f"/api/posts/{third_post}/comments"
    paths["GET /api/search"] += f"?q={SEARCHED}"
    paths["GET /api/search/profiles"] += f"?q={NAME[:5]}"
    paths["GET /api/search of members"] = f"/api/search?q={NAME[:5]}"
    paths["GET /api/posts with words"] = f"/api/posts?search={SEARCHED}"
    paths["GET /api/posts of what is followed"] = "/api/posts?following=1"
    paths["page community of what is followed"] = "/community?following=1"
    paths["GET /api/posts popular"] = "/api/posts?sort=popular"
    paths["GET /api/posts of a cultivar"] = "/api/posts?category=review&tea_variety=saemidori"
    return paths


# Kind of thing by the segment of the path before its id.
KINDS = {
    "posts": "post",
    "members": "member",
    "profiles": "member",
    "cultivars": "cultivar",
    "prefectures": "prefecture",
    "collections": "collection",
}


@dataclass(frozen=True)
class ResponseReader:
    """Reader of responses with the payloads that the render worker gets for them."""

    pool: FakePool

    async def text(self, reader: Browser, name: str, path: str) -> str:
        """Requests a path; returns the response, followed by the payload if it is a page."""
        self.pool.payloads.clear()
        accept = "text/html" if name.startswith("page") else "*/*"
        answer = await reader.get(path, headers={"accept": accept})
        return b"".join([answer.content, *self.pool.payloads]).decode("utf-8", "replace")


@pytest.fixture
def watch(pool: FakePool) -> ResponseReader:
    return ResponseReader(pool)


async def marks_seen(watch: ResponseReader, reader: Browser, paths: dict[str, str]) -> set[str]:
    """Returns the names of the paths whose response contains one of MARKS."""
    seen = set()
    for name, path in paths.items():
        text = await watch.text(reader, name, path)
        if any(mark in text for mark in MARKS):
            seen.add(name)
    return seen


@pytest.fixture
def pair(hana: Browser, alex: Browser) -> Pair:
    """Returns the browsers of the reader and of the author of the things."""
    return hana, alex


@pytest.fixture
async def third_post(place: Place) -> int:
    """Inserts the post of a third member and returns its id."""
    [post_id] = await add_posts(place.engine, [{"content": "三人目の投稿", "likes": 1}])
    return post_id


@pytest.mark.parametrize("is_reader", [False, True], ids=["author blocks", "reader blocks"])
async def test_no_page_and_no_response_shows_either_a_text_of_the_other_after_a_block(
    place: Place, watch: ResponseReader, pair: Pair, third_post: int, *, is_reader: bool
) -> None:
    hana, alex = pair
    things = await write_things(place, alex, third_post)
    for mark in ("like", "saved"):
        await hana.change("PUT", f"/api/posts/{things.post_id}/{mark}")
    for subject in ("cultivar:saemidori", f"member:{alex.member_id}"):
        await hana.change("PUT", f"/api/account/follows/{subject}")
    paths = paths_of(things, third_post=third_post)
    own = await create_collection(hana, "水出し", things.post_id)
    paths["page collection of the reader"] = f"/collections/{own}"
    before = await marks_seen(watch, hana, paths)
    blocker, other = pair if is_reader else reversed(pair)
    await hide(blocker, other.member_id)

    after = await marks_seen(watch, hana, paths)

    assert before >= SHOWN | {"page collection of the reader"}
    assert after - OWN_LIST == set()


async def test_visitors_and_the_author_read_on_after_a_block(
    place: Place, watch: ResponseReader, hana: Browser, alex: Browser, third_post: int
) -> None:
    things = await write_things(place, alex, third_post)
    paths = paths_of(things, third_post=third_post)
    before = await marks_seen(watch, alex, paths)
    await hide(alex, hana.member_id)

    assert await marks_seen(watch, alex, paths) == before
    public = {name: paths[name] for name in SHOWN - OF_MEMBERS - OF_FOLLOWS}
    async with place.browser() as visitor:
        assert await marks_seen(watch, visitor, public) == set(public)


async def test_mute_hides_where_the_member_comes_unasked(
    place: Place, watch: ResponseReader, hana: Browser, alex: Browser, third_post: int
) -> None:
    things = await write_things(place, alex, third_post)
    for mark in ("like", "saved"):
        await hana.change("PUT", f"/api/posts/{things.post_id}/{mark}")
    await hana.change("PUT", f"/api/account/follows/member:{alex.member_id}")
    paths = paths_of(things, third_post=third_post)
    before = await marks_seen(watch, alex, paths)
    await hide(hana, alex.member_id, "mute")

    # What the reader opens by its id is shown; the posts of a collection are a list.
    opened = OF_AN_ADDRESS - {"GET /api/collections/{id}/posts"}
    assert await marks_seen(watch, hana, paths) - OWN_LIST == opened | OF_MEMBERS
    assert await marks_seen(watch, alex, paths) == before


async def test_neither_reaches_the_other_after_a_block(
    place: Place, hana: Browser, alex: Browser, third_post: int
) -> None:
    [of_hana] = await add_posts(place.engine, [{"user_id": hana.member_id, "comments_count": 0}])
    things = await write_things(place, alex, third_post)
    await hide(hana, alex.member_id)
    before = await counts_of(place, of_hana), await counts_of(place, things.post_id)

    got: list[Any] = []
    for reader, post_id in ((hana, things.post_id), (alex, of_hana)):
        got.append(await reader.change("PUT", f"/api/posts/{post_id}/like"))
        body = {"content": "はい"}
        got.append(await reader.change("POST", f"/api/posts/{post_id}/comments", json=body))
        got.append(await reader.get(f"/api/posts/{post_id}/comments"))
        got.append(await reader.get(f"/api/posts/{post_id}"))

    assert {answer.status_code for answer in got} == {404}
    assert (await counts_of(place, of_hana), await counts_of(place, things.post_id)) == before


async def test_counts_stay_the_same_for_all_readers(
    place: Place, hana: Browser, alex: Browser, visitor: Browser, third_post: int
) -> None:
    await write_things(place, alex, third_post)
    await hide(hana, alex.member_id)

    totals = []
    for reader in (hana, alex, visitor):
        comments = (await reader.get(f"/api/posts/{third_post}/comments")).json()
        post = (await reader.get(f"/api/posts/{third_post}")).json()
        places = (await reader.get("/api/prefectures/posts")).json()
        totals.append((comments["total"], post["commentsCount"], post["likes"], places))

    assert totals == [totals[0]] * 3
    assert len((await hana.get(f"/api/posts/{third_post}/comments")).json()["comments"]) == 0


def test_every_loader_is_known_to_show_members_words_or_not() -> None:
    known = [*LOADERS_OF_WORDS, *LOADERS_WITHOUT, *LOADERS_DESPITE_A_BLOCK]

    assert sorted(LOADERS) == sorted(known), "state whether it shows members' words; try its page"


async def counts_of(place: Place, post_id: int) -> tuple[int, int]:
    """Returns the numbers of likes and comments of a post."""
    async with place.browser() as reader:
        post = (await reader.get(f"/api/posts/{post_id}")).json()
    return post["likes"], post["commentsCount"]
