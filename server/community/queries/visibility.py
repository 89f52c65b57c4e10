"""Conditions that decide which posts, comments and members a reader sees.

What is deleted nobody sees, what is hidden or held only its author. A block hides the two from each
other; a mute hides a member in lists, threads and searches.
"""

from functools import cache
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from server.community.follows.tables import Follow
from server.community.queries.hidden_members import (
    READER,
    RELATIONS,
    Column,
    Condition,
    is_visible_member,
)
from server.community.queries.views import (
    COMMENTS,
    POSTS,
    PROFILES,
    WITHHELD_COMMENTS,
    WITHHELD_POSTS,
    AnySelect,
)
from server.community.relations.tables import MutedTopic
from server.community.rules import missing_post
from server.community.tables import PostText
from server.database.declarative import table_of
from server.database.readers import Source, reader_over
from server.database.search_index import Contains
from server.realtime.events import CommentAdded, Event, PostCreated
from server.web.viewer import Member, Viewer

TOPICS = table_of(MutedTopic)
FOLLOWS = table_of(Follow)
TEXTS = table_of(PostText)

# What hides posts from a reader: a block; a block or mute; a muted word; a muted category; in the
# feed of follows, that the post is about and by nothing followed. "others" says that withheld posts
# are hidden from others only: the reader sees own ones that are not deleted.
Hidden = Literal["blocked", "members", "words", "categories", "unfollowed", "others"]


class Restrictions(msgspec.Struct, frozen=True):
    """Kinds of restrictions that a reader has; without any, the reader sees what all see."""

    members: bool = False
    words: bool = False
    categories: bool = False
    # The reader has something that is withheld from others.
    others: bool = False

    @property
    def in_lists(self) -> tuple[Hidden, ...]:
        """Returns what hides posts in every list: blocks and mutes of members.

        `others` shows the reader's own withheld posts.
        """
        others: tuple[Hidden, ...] = ("others",) if self.others else ()
        return ("members", *others) if self.members else others

    def in_feed(self, *, is_search: bool, has_category: bool) -> tuple[Hidden, ...]:
        """Returns what hides posts in the feed: all of `in_lists`, muted words, muted categories.

        A search overrides muted words and categories, a chosen category only muted categories.
        """
        words: tuple[Hidden, ...] = ("words",) if self.words and not is_search else ()
        is_chosen = is_search or has_category
        categories: tuple[Hidden, ...] = () if is_chosen else ("categories",)
        return (*self.in_lists, *words, *(categories if self.categories else ()))


NO_RESTRICTIONS = Restrictions()


async def restrictions_of(source: Source, viewer: Viewer) -> Restrictions:
    """Reads the restrictions of a viewer; visitors have none."""
    if not isinstance(viewer, Member):
        return NO_RESTRICTIONS
    [row] = await reader_over(source).rows(_restrictions(), {"reader": viewer.id})
    return Restrictions(*map(bool, row))


async def is_reachable(source: Source, viewer: Viewer, member_id: str | None) -> bool:
    """Returns whether no block separates the viewer and a member.

    True for visitors, and for None, an author who has left.
    """
    if not isinstance(viewer, Member) or member_id is None:
        return True
    values = {"reader": viewer.id, "other": member_id}
    [[is_blocked]] = await reader_over(source).rows(_is_blocked(), values)
    return not is_blocked


async def is_announced_to(source: Source, reader_id: str, author_id: str) -> bool:
    """Returns whether an act of `author_id` is announced to the open pages of `reader_id`.

    It is, unless a mute or block hides the author from the reader.
    """
    values = {"reader": reader_id, "other": author_id}
    [[is_shown]] = await reader_over(source).rows(_select_is_announced(), values)
    return bool(is_shown)


async def check_author_reach(source: Source, member: Member, author_id: str | None) -> None:
    """Raises Refusal 404, as for an unknown post, if a block separates member and author."""
    if not await is_reachable(source, member, author_id):
        raise missing_post()


async def members_without(source: Source, event: Event) -> frozenset[str]:
    """Returns the members from whom the new post or comment of an event is hidden.

    Their open pages do not get the event. Empty for any other event.
    """
    match event:
        case PostCreated():
            rows = await reader_over(source).rows(_readers_without_post(), {"id": event.id})
        case CommentAdded():
            rows = await reader_over(source).rows(_readers_without_comment(), {"id": event.id})
        case _:
            return frozenset()
    return frozenset(member_id for [member_id] in rows)


@cache
def shows_post(hidden: tuple[Hidden, ...]) -> tuple[Condition, ...]:
    """Returns the conditions of the posts that a reader sees, given what hides posts from them.

    Own posts are hidden only by "unfollowed". With "others" own withheld ones are shown, too.
    """
    public = _is_public_or_own_post() if "others" in hidden else is_public_post()
    common = (public, *((_is_followed(),) if "unfollowed" in hidden else ()))
    kinds = [kind for kind in hidden if kind not in {"unfollowed", "others"}]
    if not kinds:
        return common
    shown = sa.and_(*(_POST_CONDITIONS[kind]() for kind in kinds))
    return (*common, sa.or_(POSTS.c.user_id.is_not_distinct_from(READER), shown))


@cache
def is_public_post() -> Condition:
    """Returns the condition that a post is not withheld."""
    return ~sa.exists().where(WITHHELD_POSTS.c.post_id == POSTS.c.id)


def _is_public_or_own_post() -> Condition:
    """Returns the condition that a post is public, or an own one that is hidden or held."""
    kept = _is_kept_from_reader(WITHHELD_POSTS)
    return ~sa.exists().where(WITHHELD_POSTS.c.post_id == POSTS.c.id, kept)


def _is_kept_from_reader(withheld: sa.Table) -> Condition:
    """Returns the condition that a row withholds its post or comment also from READER.

    That is a deleted one, and any that READER did not write.
    """
    is_of_others = withheld.c.user_id.is_distinct_from(READER)
    return sa.or_(withheld.c.state == "deleted", is_of_others)


def shows_comment(comments: sa.FromClause = COMMENTS, *, is_member: bool) -> Condition:
    """Returns the condition that no mute or block hides a comment, and that it is public or own.

    Own ones may be hidden or held, not deleted. With `is_member` False, the reader is a visitor.
    """
    if not is_member:
        return is_public_comment(comments)
    is_comment = WITHHELD_COMMENTS.c.comment_id == comments.c.id
    shown = ~sa.exists().where(is_comment, _is_kept_from_reader(WITHHELD_COMMENTS))
    return sa.and_(shown, is_visible_member(comments.c.user_id, only_blocks=False))


def is_public_comment(comments: sa.FromClause = COMMENTS) -> Condition:
    """Returns the condition that a comment is not withheld."""
    return ~sa.exists().where(WITHHELD_COMMENTS.c.comment_id == comments.c.id)


@cache
def shows_member() -> Condition:
    """Returns the condition that no mute or block hides a member of PROFILES from the reader."""
    return is_visible_member(PROFILES.c.id, only_blocks=False)


def _without_words() -> Condition:
    """Returns the condition that a post contains no word that the reader mutes."""
    muted: sa.Select[Any] = sa.select(sa.literal_column("1")).join_from(TOPICS, TEXTS, sa.true())
    is_muted = muted.where(
        TOPICS.c.member_id == READER,
        TOPICS.c.kind == "word",
        TEXTS.c.post_id == POSTS.c.id,
        Contains(TEXTS.c.folded, TOPICS.c.value),
    )
    return ~is_muted.correlate(POSTS).exists()


def _without_category() -> Condition:
    """Returns the condition that the reader does not mute the post's category."""
    return ~sa.exists().where(
        TOPICS.c.member_id == READER,
        TOPICS.c.kind == "category",
        TOPICS.c.value == POSTS.c.category,
    )


def _is_followed() -> Condition:
    """Returns the condition that a post is about or by something that the reader follows.

    Each kind of follow is one look-up by primary key, however many follows the reader has.
    """
    columns = {
        "cultivar": POSTS.c.tea_variety,
        "member": POSTS.c.user_id,
        "prefecture": POSTS.c.prefecture,
        "tea-type": POSTS.c.tea_type,
    }
    is_own = FOLLOWS.c.member_id == READER
    return sa.or_(
        *(
            sa.exists().where(is_own, FOLLOWS.c.kind == kind, FOLLOWS.c.value == column)
            for kind, column in columns.items()
        )
    )


_POST_CONDITIONS = {
    "blocked": lambda: is_visible_member(POSTS.c.user_id, only_blocks=True),
    "members": lambda: is_visible_member(POSTS.c.user_id, only_blocks=False),
    "words": _without_words,
    "categories": _without_category,
}


@cache
def _restrictions() -> AnySelect:
    """Builds the statement that selects whether the reader has each kind of restriction."""
    own = sa.exists().where(RELATIONS.c.member_id == READER)
    others = sa.exists().where(RELATIONS.c.other_id == READER, RELATIONS.c.kind == "block")
    topics = [
        sa.exists().where(TOPICS.c.member_id == READER, TOPICS.c.kind == kind)
        for kind in ("word", "category")
    ]
    withheld = [
        sa.exists().where(table.c.user_id == READER, table.c.state != "deleted")
        for table in (WITHHELD_POSTS, WITHHELD_COMMENTS)
    ]
    return sa.select(sa.or_(own, others), *topics, sa.or_(*withheld))


@cache
def _is_blocked() -> AnySelect:
    """Builds the statement that selects whether a block separates `reader` and `other`."""
    return sa.select(~is_visible_member(sa.bindparam("other", type_=READER.type), only_blocks=True))


@cache
def _select_is_announced() -> AnySelect:
    """Builds the statement that selects whether no mute or block hides `other` from `reader`."""
    return sa.select(is_visible_member(sa.bindparam("other", type_=READER.type), only_blocks=False))


@cache
def _readers_without_post() -> AnySelect:
    """Builds the statement of the members from whom author, category or words hide a post."""
    is_post = POSTS.c.id == sa.bindparam("id")
    topics: sa.Select[Any] = sa.select(TOPICS.c.member_id).select_from(POSTS)
    by_category = topics.join(
        TOPICS, sa.and_(TOPICS.c.kind == "category", TOPICS.c.value == POSTS.c.category)
    ).where(is_post)
    has_word = sa.and_(TOPICS.c.kind == "word", Contains(TEXTS.c.folded, TOPICS.c.value))
    by_word = (
        topics.join(TEXTS, TEXTS.c.post_id == POSTS.c.id).join(TOPICS, has_word).where(is_post)
    )
    author = sa.select(POSTS.c.user_id).where(is_post).scalar_subquery()
    readers = sa.union(*_readers_who_hide(author), by_category, by_word).subquery("readers")
    # The author gets the event of the own post whatever they mute.
    return sa.select(readers.c.member_id).where(readers.c.member_id.is_distinct_from(author))


@cache
def _readers_without_comment() -> AnySelect:
    """Builds the statement of the members from whom a mute or block hides a comment's author."""
    is_comment = COMMENTS.c.id == sa.bindparam("id")
    author = sa.select(COMMENTS.c.user_id).where(is_comment).scalar_subquery()
    readers = sa.union(*_readers_who_hide(author)).subquery("readers")
    return sa.select(readers.c.member_id)


def _readers_who_hide(author: Column) -> tuple[sa.Select[Any], ...]:
    """Selects the members who mute or block an author, and those whom the author blocks."""
    muted = sa.select(RELATIONS.c.member_id).where(RELATIONS.c.other_id == author)
    blocked = sa.select(RELATIONS.c.other_id.label("member_id")).where(
        RELATIONS.c.member_id == author, RELATIONS.c.kind == "block"
    )
    return muted, blocked
