"""The statements that search posts: along the index of words, by candidates, or along a list."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

import sqlalchemy as sa

from server.community.queries.statements import (
    MOST,
    Condition,
    Shape,
    among,
    conditions_of,
    count_among,
    first_of,
)
from server.community.queries.views import POSTS, AnySelect, Likes, select_posts
from server.community.tables import PostText
from server.contracts.limits import LIMITS
from server.database.declarative import table_of
from server.database.searching import Contains, Stream, constant

TEXTS = table_of(PostText)

# Searches of many words and kinds: what was not asked for long is put together anew.
SEARCHES_MOST = 128
# A word of one sign is in so many pairs that its frequency is judged by the texts: of so many.
TEXTS_GLANCED_AT = 1024
FEW_TEXTS_MOST = 32

# Filters that many posts pass are looked at where a word is found; the others have an index each.
BROAD = frozenset({"category", "rating"})

# The texts themselves, the newest first.
TEXT_STREAM = Stream(
    source=TEXTS,
    number=TEXTS.c.post_id,
    folded=TEXTS.c.folded,
    conditions=(TEXTS.c.post_id < sa.bindparam("last_id", type_=TEXTS.c.post_id.type),),
    order=(TEXTS.c.post_id.desc(),),
)


@dataclass(frozen=True, slots=True)
class Sought:
    """What searches have in common: how many words and posts, and where these are found."""

    words: int
    # Of the posts that are shown, and one more.
    most: int
    is_rare: bool
    candidates: sa.Select[int]
    stream: Stream

    @property
    def counted(self) -> int:
        """Those that are shown, what is said to follow them, and one more."""
        return self.most + LIMITS.feed_remaining_most

    def conditions(self, folded: sa.ColumnElement[str]) -> tuple[Condition, ...]:
        return _words_in(folded, self.words)


def _words_in(folded: sa.ColumnElement[str], count: int) -> tuple[Condition, ...]:
    words = (sa.bindparam(f"word_{n}", type_=sa.Text()) for n in range(count))
    return tuple(Contains(folded, word) for word in words)


def is_broad(conditions: Iterable[str]) -> bool:
    return BROAD.issuperset(conditions)


@lru_cache(SEARCHES_MOST)
def page_found(shape: Shape, sought: Sought, likes: Likes) -> AnySelect:
    """A page of what a search finds; it counts what it has gone through anyhow."""
    if shape.by_number:
        return _page_along_stream(shape, sought, likes)
    if sought.is_rare:
        return _page_among_candidates(shape, sought, likes)
    posts = select_posts(likes).add_columns(sa.null().label("total"))
    return first_of(posts.where(_text_has(sought)), shape)


@lru_cache(SEARCHES_MOST)
def count_found(shape: Shape, sought: Sought) -> AnySelect:
    """How many there are from the first one on; from the very first on, any order will do."""
    if shape.is_first and is_broad(shape.conditions):
        found = _along_stream(shape, sought).subquery()
        return sa.select(sa.func.count()).select_from(found)
    return count_among(among(sa.select(POSTS.c.id).where(_text_has(sought)), shape))


@cache
def glance_at_texts(words: int) -> AnySelect:
    """How many of the newest texts have the words, as far as `most`."""
    oldest = sa.select(sa.func.max(TEXTS.c.post_id) - TEXTS_GLANCED_AT).scalar_subquery()
    has = _words_in(TEXTS.c.folded, words)
    few = sa.select(TEXTS.c.post_id).where(TEXTS.c.post_id > oldest, *has).limit(MOST)
    return sa.select(sa.func.count()).select_from(few.subquery())


def _page_among_candidates(shape: Shape, sought: Sought, likes: Likes) -> AnySelect:
    """They come in no order: all are looked at, but only those that are shown are read whole."""
    counted = sa.select(POSTS.c.id, sa.func.count().over().label("total"))
    looked_at = counted.join(TEXTS, TEXTS.c.post_id == POSTS.c.id)
    has = sought.conditions(TEXTS.c.folded)
    found = first_of(looked_at.where(*has, POSTS.c.id.in_(sought.candidates)), shape)
    shown = found.subquery("found")
    posts = select_posts(likes).add_columns(shown.c.total)
    order = (column.desc() for column in shape.places.values())
    return posts.join(shown, shown.c.id == POSTS.c.id).order_by(*order)


def _page_along_stream(shape: Shape, sought: Sought, likes: Likes) -> AnySelect:
    found = _along_stream(shape, sought).cte("found")
    total = sa.select(sa.func.count()).select_from(found).scalar_subquery()
    newest = sa.select(found.c.id).order_by(found.c.id.desc())
    shown = newest.limit(constant(sought.most)).subquery("shown")
    posts = select_posts(likes).add_columns(total.label("total"))
    return posts.join(shown, shown.c.id == POSTS.c.id).order_by(POSTS.c.id.desc())


def _along_stream(shape: Shape, sought: Sought) -> AnySelect:
    stream = sought.stream
    found = sa.select(stream.number.label("id")).select_from(stream.source)
    if shape.conditions:
        found = found.join(POSTS, POSTS.c.id == stream.number).where(*conditions_of(shape))
    has = sought.conditions(stream.folded)
    ordered = found.where(*stream.conditions, *has).order_by(*stream.order)
    return ordered.limit(constant(sought.counted))


def _text_has(sought: Sought) -> Condition:
    """Asked of one post after the other: a join would be begun at its other end."""
    has = sa.select(sa.and_(*sought.conditions(TEXTS.c.folded)))
    return has.where(TEXTS.c.post_id == POSTS.c.id).scalar_subquery()
