"""Pages share what is the same for everybody, and each reader sees their own, and at once."""

import asyncio
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

OPENING = '<script type="application/json" id="payload">'


async def read(browser: Browser, path: str) -> dict[str, Any]:
    """What a page is handed, by the names of its queries."""
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    payload = json.loads(answer.text.partition(OPENING)[2].partition("</script>")[0])
    return {one["query"]: one["data"] for one in payload["preloaded"]}


def likes_in(page: dict[str, Any]) -> dict[int, tuple[bool, int]]:
    return {post["id"]: (post["isLiked"], post["likes"]) for post in page["posts"]}


def forget(*browsers: Browser) -> None:
    """As if a few seconds had passed since their last change."""
    for browser in browsers:
        browser.http.cookies.delete("changed")


@pytest.fixture
def pages_asked() -> Iterator[list[str]]:
    """The questions for pages of posts, of whichever engine."""
    asked: list[str] = []

    def listen(*event: Any) -> None:
        if "post_images" in event[2]:
            asked.append(event[2])

    sa.event.listen(sa.Engine, "before_cursor_execute", listen)
    yield asked
    sa.event.remove(sa.Engine, "before_cursor_execute", listen)


@pytest.fixture
def readers(hana: Browser, alex: Browser, visitor: Browser) -> tuple[Browser, Browser, Browser]:
    return hana, alex, visitor


async def like_each_their_own(readers: tuple[Browser, ...], posts: list[int]) -> None:
    """Some seconds ago."""
    for browser, post_id in zip(readers, posts, strict=False):
        await browser.change("PUT", f"/api/posts/{post_id}/like")
        forget(browser)
    # The host hears of its own events, too.
    await asyncio.sleep(1)


@pytest.mark.parametrize(
    "shown",
    [
        ("/community", "feed"),
        ("/members/{hana}", "memberPosts"),
        ("/cultivars/saemidori", "relatedPosts"),
    ],
)
async def test_three_readers_cause_one_question_and_have_their_own_likes(
    place: Place,
    readers: tuple[Browser, ...],
    pages_asked: list[str],
    shown: tuple[str, str],
) -> None:
    post = {"user_id": readers[0].member_id, "tea_variety": "saemidori"}
    one, other = await add_posts(place.engine, [post, post])
    await like_each_their_own(readers, [one, other])
    path, query = shown[0].format(hana=readers[0].member_id), shown[1]
    pages_asked.clear()

    seen = [likes_in((await read(reader, path))[query]) for reader in readers]

    assert seen == [
        {one: (True, 1), other: (False, 1)},
        {one: (False, 1), other: (True, 1)},
        {one: (False, 1), other: (False, 1)},
    ]
    assert len(pages_asked) == 1


async def test_oembed_reads_post_and_card_in_one_query(
    place: Place, readers: tuple[Browser, ...], pages_asked: list[str]
) -> None:
    [post_id] = await add_posts(place.engine, [{"user_id": readers[0].member_id}])
    await like_each_their_own(readers, [post_id])
    pages_asked.clear()

    seen = [(await read(reader, f"/post/{post_id}"))["post"] for reader in readers]

    assert [(post["isLiked"], post["likes"]) for post in seen] == [
        (True, 1),
        (False, 1),
        (False, 1),
    ]
    assert len(pages_asked) == 1


async def test_api_returns_changes_whose_event_was_lost(place: Place, hana: Browser) -> None:
    [post_id] = await add_posts(place.engine, [{}])
    await read(hana, "/community")
    await execute(place.engine, "UPDATE posts SET likes = 5")

    assert likes_in((await hana.get("/api/posts")).json()) == {post_id: (False, 5)}


async def test_without_the_table_of_likes_pages_show_none(place: Place, hana: Browser) -> None:
    [post_id] = await add_posts(place.engine, [{"likes": 3}])
    await execute(place.engine, "DROP TABLE post_likes")

    assert likes_in((await read(hana, "/community"))["feed"]) == {post_id: (False, 0)}
    assert (await read(hana, f"/post/{post_id}"))["post"]["isLiked"] is False


@dataclass
class Model:
    """What two members have done, and what everybody must therefore see."""

    posts: dict[int, str] = field(default_factory=dict)
    authors: dict[int, str] = field(default_factory=dict)
    likes: dict[int, set[str]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    steps: int = 0

    async def step(self, chance: random.Random, who: str, browser: Browser) -> None:
        self.steps += 1
        words = f"{who} {self.steps}"
        post_id = chance.choice([*self.posts] or [0])
        kind = chance.choice(["write", "like", "like", "unlike", "edit", "delete", "rename"])
        if kind == "write" or not post_id:
            answer = await browser.change("POST", "/api/posts", json=NEW | {"content": words})
            post_id = answer.json()["id"]
            self.posts[post_id], self.authors[post_id] = words, who
            self.likes[post_id] = set()
        elif kind in {"like", "unlike"}:
            verb = "PUT" if kind == "like" else "DELETE"
            answer = await browser.change(verb, f"/api/posts/{post_id}/like")
            change = set.add if kind == "like" else set.discard
            change(self.likes[post_id], who)
        elif kind == "rename":
            profile = {"display_name": words, "language": "ja"}
            answer = await browser.change("PUT", "/api/profiles/me", json=profile)
            self.names[who] = words
        else:
            answer = await self._own(kind, who, browser, words)
        assert answer.is_success, (kind, answer.text)

    async def _own(self, kind: str, who: str, browser: Browser, words: str) -> Any:
        mine = [post_id for post_id, author in self.authors.items() if author == who]
        if not mine:
            return await browser.get("/api/posts")
        path = f"/api/posts/{mine[0]}"
        if kind == "edit":
            self.posts[mine[0]] = words
            return await browser.change("PUT", path, json={"content": words})
        for kept in (self.posts, self.authors, self.likes):
            kept.pop(mine[0])
        return await browser.change("DELETE", path)

    def seen_by(self, who: str | None) -> dict[int, tuple[str, str, bool, int]]:
        return {
            post_id: (words, self.names[self.authors[post_id]], who in likes, len(likes))
            for (post_id, words), likes in zip(self.posts.items(), self.likes.values(), strict=True)
        }


@pytest.mark.parametrize("seed", range(3))
async def test_whatever_two_members_do_each_reader_is_shown_what_is_true_for_them(
    place: Place, visitor: Browser, hana: Browser, alex: Browser, seed: int
) -> None:
    chance = random.Random(seed)
    people = {"hana": hana, "alex": alex}
    model = Model()
    for who, browser in people.items():
        await place.settle(browser)
        model.names[who] = (await browser.look())["member"]["display_name"]

    for _ in range(25):
        who = chance.choice([*people])
        await model.step(chance, who, people[who])
        # Even to those whose browser says nothing of a change: this host heard of all of them.
        if chance.random() < 0.7:
            forget(hana, alex)
        for reader, browser in (*people.items(), (None, visitor)):
            feed = (await read(browser, "/community?page=10"))["feed"]
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


async def test_changed_cookie_outlives_cached_responses(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    [post_id] = await add_posts(place.engine, [{}])

    changed = await hana.change("PUT", f"/api/posts/{post_id}/like")
    refused = await hana.change("PUT", "/api/posts/77/like")
    looked = await hana.get("/community")
    refreshed = await hana.change("POST", "/api/session/refresh")
    foreign = await visitor.change("PUT", f"/api/posts/{post_id}/like")

    assert changed.headers["set-cookie"] == (
        "changed=1; Max-Age=5; Path=/; HttpOnly; SameSite=Lax; Secure"
        if place.settings.origin.startswith("https:")
        else "changed=1; Max-Age=5; Path=/; HttpOnly; SameSite=Lax"
    )
    for answer in (refused, looked, refreshed, foreign):
        assert "changed" not in answer.headers.get("set-cookie", "")
