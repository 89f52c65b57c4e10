"""Pages of different readers: each shows the reader's own likes, and every change at once."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import sqlalchemy as sa

from tests.server.community.builders import NEW, add_posts, execute
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

PAYLOAD_START = '<script type="application/json" id="payload">'


async def preloaded_data(browser: Browser, path: str) -> dict[str, Any]:
    """Returns the preloaded data of a page, by the names of its queries."""
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    payload = json.loads(answer.text.partition(PAYLOAD_START)[2].partition("</script>")[0])
    return {one["query"]: one["data"] for one in payload["preloaded"]}


def likes_in(page: dict[str, Any]) -> dict[int, tuple[bool, int]]:
    return {post["id"]: (post["isLiked"], post["likes"]) for post in page["posts"]}


@pytest.fixture
def post_statements() -> Iterator[list[str]]:
    """Yields the list to which each executed statement that reads posts is added."""
    statements: list[str] = []

    def listen(*event: Any) -> None:
        if "post_images" in event[2]:
            statements.append(event[2])

    sa.event.listen(sa.Engine, "before_cursor_execute", listen)
    yield statements
    sa.event.remove(sa.Engine, "before_cursor_execute", listen)


@pytest.fixture
def readers(hana: Browser, alex: Browser, visitor: Browser) -> tuple[Browser, Browser, Browser]:
    return hana, alex, visitor


async def like_each_their_own(readers: tuple[Browser, ...], posts: list[int]) -> None:
    """Has the first reader like the first post, the second reader the second, and so on."""
    for browser, post_id in zip(readers, posts, strict=False):
        await browser.change("PUT", f"/api/posts/{post_id}/like")


@pytest.mark.parametrize(
    "shown",
    [
        ("/community", "feed"),
        ("/members/{hana}", "memberPosts"),
        ("/cultivars/saemidori", "relatedPosts"),
    ],
)
async def test_lists_show_each_reader_their_own_likes(
    place: Place, readers: tuple[Browser, ...], shown: tuple[str, str]
) -> None:
    post = {"user_id": readers[0].member_id, "tea_variety": "saemidori"}
    one, other = await add_posts(place.engine, [post, post])
    await like_each_their_own(readers, [one, other])
    path, query = shown[0].format(hana=readers[0].member_id), shown[1]

    seen = [likes_in((await preloaded_data(reader, path))[query]) for reader in readers]

    assert seen == [
        {one: (True, 1), other: (False, 1)},
        {one: (False, 1), other: (True, 1)},
        {one: (False, 1), other: (False, 1)},
    ]


async def test_post_page_reads_the_post_once_per_request(
    place: Place, readers: tuple[Browser, ...], post_statements: list[str]
) -> None:
    [post_id] = await add_posts(place.engine, [{"user_id": readers[0].member_id}])
    await like_each_their_own(readers, [post_id])
    post_statements.clear()

    seen = [(await preloaded_data(reader, f"/post/{post_id}"))["post"] for reader in readers]

    assert [(post["isLiked"], post["likes"]) for post in seen] == [
        (True, 1),
        (False, 1),
        (False, 1),
    ]
    assert len(post_statements) == len(readers)


async def test_api_returns_changes_whose_event_was_lost(place: Place, hana: Browser) -> None:
    [post_id] = await add_posts(place.engine, [{}])
    await preloaded_data(hana, "/community")
    await execute(place.engine, "UPDATE posts SET likes = 5")

    assert likes_in((await hana.get("/api/posts")).json()) == {post_id: (False, 5)}


async def test_pages_show_no_likes_without_the_likes_table(place: Place, hana: Browser) -> None:
    [post_id] = await add_posts(place.engine, [{"likes": 3}])
    await execute(place.engine, "DROP TABLE post_likes")

    assert likes_in((await preloaded_data(hana, "/community"))["feed"]) == {post_id: (False, 0)}
    assert (await preloaded_data(hana, f"/post/{post_id}"))["post"]["isLiked"] is False


@dataclass
class Model:
    """Expected posts after random changes of two members, and the expected feed of each reader."""

    posts: dict[int, str] = field(default_factory=dict)
    authors: dict[int, str] = field(default_factory=dict)
    likes: dict[int, set[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    steps: int = 0

    async def step(self, chance: random.Random, name: str, browser: Browser) -> None:
        """Carries out one random change of a member, and notes the expected posts."""
        self.steps += 1
        words = f"{name} {self.steps}"
        post_id = chance.choice([*self.posts] or [0])
        kind = chance.choice(["write", "like", "like", "unlike", "edit", "delete", "rename"])
        if kind == "write" or not post_id:
            answer = await browser.change("POST", "/api/posts", json=NEW | {"content": words})
            post_id = answer.json()["id"]
            self.posts[post_id], self.authors[post_id] = words, name
            self.likes[post_id] = set()
        elif kind in {"like", "unlike"}:
            verb = "PUT" if kind == "like" else "DELETE"
            answer = await browser.change(verb, f"/api/posts/{post_id}/like")
            change = set.add if kind == "like" else set.discard
            change(self.likes[post_id], name)
        elif kind == "rename":
            profile = {"display_name": words, "language": "ja"}
            answer = await browser.change("PUT", "/api/profiles/me", json=profile)
            self.names[name] = words
        else:
            answer = await self._own(kind, name, browser, words)
        assert answer.is_success, (kind, answer.text)

    async def _own(self, kind: str, name: str, browser: Browser, words: str) -> Any:
        """Edits or deletes the member's first post; reads the feed if there is none."""
        mine = [post_id for post_id, author in self.authors.items() if author == name]
        if not mine:
            return await browser.get("/api/posts")
        path = f"/api/posts/{mine[0]}"
        if kind == "edit":
            self.posts[mine[0]] = words
            return await browser.change("PUT", path, json={"content": words})
        for kept in (self.posts, self.authors, self.likes):
            kept.pop(mine[0])
        return await browser.change("DELETE", path)

    def seen_by(self, name: str | None) -> dict[int, tuple[str, str, bool, int]]:
        """Returns the posts as a reader must see them: words, author, own like, number of likes."""
        return {
            post_id: (words, self.names[self.authors[post_id]], name in likes, len(likes))
            for (post_id, words), likes in zip(self.posts.items(), self.likes.values(), strict=True)
        }


@pytest.mark.parametrize("seed", range(3))
async def test_feed_of_each_reader_matches_a_model_after_random_changes(
    place: Place, visitor: Browser, hana: Browser, alex: Browser, seed: int
) -> None:
    chance = random.Random(seed)
    people = {"hana": hana, "alex": alex}
    model = Model()
    for name, browser in people.items():
        await place.make_established(browser)
        model.names[name] = (await browser.read_session())["member"]["display_name"]

    for _ in range(25):
        name = chance.choice([*people])
        await model.step(chance, name, people[name])
        for reader, browser in (*people.items(), (None, visitor)):
            feed = (await preloaded_data(browser, "/community?page=10"))["feed"]
            seen = {
                one["id"]: (
                    one["content"],
                    one["user"]["display_name"],
                    one["isLiked"],
                    one["likes"],
                )
                for one in feed["posts"]
            }
            assert seen == model.seen_by(reader)
