"""Random sequences of mutes and blocks, compared with a model of what each reader must see."""

from dataclasses import dataclass, field
from typing import cast

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.cursors import PageParams
from server.community.dependencies import CommunityDependencies
from server.community.feed_query import FeedQuery, Sort
from server.community.queries.comments import list_comments
from server.community.queries.posts import list_feed, list_posts_of
from server.community.queries.visibility import members_without
from server.community.relations.actions import hide_member, save_topics, show_member
from server.community.relations.rules import ValidatedTopics
from server.community.relations.schemas import RelationKind
from server.community.relations.tables import MemberRelation, MutedTopic
from server.community.tables import Comment
from server.database.transaction import transaction
from server.errors import Refusal
from server.realtime.events import PostCreated
from server.web.viewer import Member, Viewer, Visitor
from tests.server.community.builders import add_members, add_posts, later

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

MEMBERS = 4
# More posts than the feed reads for one page: those of the page and a hundred after them.
POSTS = 130
PAGE = 25
WORDS = ("抹茶", "latte")
CATEGORIES = ("question", "review")

MEMBER_NUMBERS = st.integers(0, MEMBERS - 1)
# Kind of change, the member who makes it, and another member or a word or category.
Step = tuple[str, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["mute", "block", "show", "word", "category"]),
        MEMBER_NUMBERS,
        MEMBER_NUMBERS,
    ),
    max_size=12,
)


@dataclass
class World:
    """Members with posts and comments, and the model of what each of them hides."""

    community: CommunityDependencies
    members: list[Member]
    # Of each post: number of the author (None: has left), category, word, and number of likes.
    posts: dict[int, tuple[int | None, str, str, int]]
    # Id of a post with a comment of a member who has left, then one of each member.
    thread: int
    relations: dict[tuple[int, int], str] = field(default_factory=dict)
    topics: dict[int, tuple[set[str], set[str]]] = field(default_factory=dict)

    async def reset(self, engine: AsyncEngine) -> None:
        """Removes all mutes and blocks from the database and the model."""
        self.relations, self.topics = {}, {}
        async with engine.begin() as connection:
            for table in (MemberRelation, MutedTopic):
                await connection.execute(sa.delete(table))

    async def apply(self, step: Step) -> None:
        """Carries out a step in the database and in the model."""
        kind, one, other = step
        member, now = self.members[one], self.community.now()
        async with transaction(self.community.database) as opened:
            if kind in {"word", "category"}:
                words, categories = self.topics.setdefault(one, (set(), set()))
                chosen, values = (words, WORDS) if kind == "word" else (categories, CATEGORIES)
                chosen ^= {values[other % 2]}
                topics = ValidatedTopics({word: word for word in words}, tuple(categories))
                await save_topics(opened, member, topics=topics, now=now)
            elif kind == "show" or one == other:
                self.relations.pop((one, other), None)
                await show_member(opened, member, other_id=self.members[other].id)
            else:
                self.relations[one, other] = kind
                other_id, chosen_kind = self.members[other].id, cast("RelationKind", kind)
                await hide_member(opened, member, other_id=other_id, kind=chosen_kind, now=now)

    def is_blocked(self, one: int, other: int | None) -> bool:
        """Returns whether one of two members blocks the other."""
        pairs = ((one, other), (other, one))
        return any(self.relations.get(cast("tuple[int, int]", pair)) == "block" for pair in pairs)

    def is_hidden(self, reader: int, other: int | None) -> bool:
        return self.is_blocked(reader, other) or (reader, other) in self.relations

    def feed_of(self, reader: int | None) -> list[int]:
        """Returns the expected feed of a reader, newest first; None is a visitor."""
        if reader is None:
            return sorted(self.posts, reverse=True)
        words, categories = self.topics.get(reader, (set(), set()))
        return [
            post_id
            for post_id, (author, category, word, _) in sorted(self.posts.items(), reverse=True)
            if author == reader
            or not (self.is_hidden(reader, author) or category in categories or word in words)
        ]

    async def read_feed(self, viewer: Viewer, sort: Sort) -> list[int]:
        """Returns the ids of the whole feed, read in pages of PAGE posts."""
        found: list[int] = []
        query: FeedQuery | None = FeedQuery(sort=sort, size=PAGE)
        async with self.community.database.reading() as source:
            while query is not None:
                page = await list_feed(source, query, viewer=viewer)
                found += [post.id for post in page.posts]
                # The posts that follow are counted, or more follow than are counted.
                assert page.remaining >= 0
                assert (page.next is None) == (page.remaining == 0 and not page.remaining_is_more)
                query = FeedQuery(sort=sort, size=PAGE, after=page.next) if page.next else None
        return found

    async def read_comments(self, viewer: Viewer) -> tuple[list[str | None], int]:
        """Returns the authors of the thread's comments that the viewer sees, and the total."""
        async with self.community.database.reading() as source:
            page = await list_comments(source, self.thread, page=PageParams(50), viewer=viewer)
        return [one.user.id if one.user else None for one in page.comments], page.total


@pytest.fixture
async def world(community: CommunityDependencies, database: AsyncEngine) -> World:
    """Returns members with posts of several categories and a thread of all members."""
    members = await add_members(database, MEMBERS)
    described: list[tuple[int | None, str, str, int]] = [
        (
            None if n % 11 == 0 else n % MEMBERS,
            ("question", "review", "shop")[n % 3],
            ("抹茶", "latte", "煎茶", "ほうじ茶", "玉露")[n % 5],
            n * 37 % 50,
        )
        for n in range(POSTS)
    ]
    rows = [
        {
            "user_id": None if author is None else members[author].id,
            "category": category,
            "content": f"{word} {n}",
            "likes": likes,
        }
        for n, (author, category, word, likes) in enumerate(described)
    ]
    ids = await add_posts(database, rows)
    async with database.begin() as connection:
        for n, author in enumerate([None, *(one.id for one in members)]):
            comment = {"post_id": ids[0], "user_id": author, "content": f"{n}"}
            insert = sa.insert(Comment).values(comment | {"created_at": later(minutes=n)})
            await connection.execute(insert)
    await set_comment_count(database, ids[0])
    return World(community, members, dict(zip(ids, described, strict=True)), ids[0])


async def set_comment_count(database: AsyncEngine, post_id: int) -> None:
    """Sets the number of comments of the post with the thread."""
    async with database.begin() as connection:
        count = sa.text("UPDATE posts SET comments_count = :count WHERE id = :id")
        await connection.execute(count, {"count": MEMBERS + 1, "id": post_id})


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
async def test_readers_see_what_the_model_says(
    world: World, database: AsyncEngine, steps: list[Step]
) -> None:
    await world.reset(database)
    for step in steps:
        await world.apply(step)

    by_likes = {id: (likes, id) for id, (_, _, _, likes) in world.posts.items()}
    for reader in (None, *range(MEMBERS)):
        viewer: Viewer = Visitor() if reader is None else world.members[reader]
        expected = world.feed_of(reader)
        assert await world.read_feed(viewer, "newest") == expected
        popular = sorted(expected, key=lambda id: by_likes[id], reverse=True)
        assert await world.read_feed(viewer, "popular") == popular
        hidden = {
            other
            for other in range(MEMBERS)
            if reader is not None and world.is_hidden(reader, other)
        }
        authors = [None, *(one.id for n, one in enumerate(world.members) if n not in hidden)]
        assert await world.read_comments(viewer) == (authors, MEMBERS + 1)


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
async def test_block_is_symmetric_and_own_things_stay(
    world: World, database: AsyncEngine, steps: list[Step]
) -> None:
    await world.reset(database)
    for step in steps:
        await world.apply(step)

    sees: dict[tuple[int, int], bool] = {}
    for reader, viewer in enumerate(world.members):
        for other, author in enumerate(world.members):
            async with world.community.database.reading() as source:
                params = PageParams(50)
                page = await list_posts_of(source, author.id, page=params, viewer=viewer)
            sees[reader, other] = bool(page.posts)

    for (reader, other), is_seen in sees.items():
        assert is_seen == sees[other, reader]
        assert is_seen != world.is_blocked(reader, other)
        if reader == other:
            assert is_seen


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
async def test_new_post_is_announced_to_those_whose_feed_has_it(
    world: World, database: AsyncEngine, steps: list[Step]
) -> None:
    await world.reset(database)
    for step in steps:
        await world.apply(step)

    for post_id in list(world.posts)[:12]:
        event = PostCreated(post_id, "review", "ja", "")
        async with world.community.database.reading() as source:
            without = await members_without(source, event)
        expected = {
            one.id for n, one in enumerate(world.members) if post_id not in world.feed_of(n)
        }
        assert without == expected


async def test_refused_step_keeps_what_was_hidden(world: World, database: AsyncEngine) -> None:
    await world.reset(database)
    await world.apply(("block", 0, 1))
    with pytest.raises(Refusal):
        async with transaction(world.community.database) as opened:
            await hide_member(
                opened,
                world.members[0],
                other_id=world.members[0].id,
                kind="block",
                now=world.community.now(),
            )

    assert await world.read_feed(world.members[0], "newest") == world.feed_of(0)
