"""The statements that read posts: each is put together once, and asked with any values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import msgspec
import sqlalchemy as sa

from server.community.cursors import Order
from server.community.queries.views import LIKES, POSTS, SHOWN, AnySelect, Likes, select_posts
from server.community.tables import PostText
from server.database.declarative import table_of

Condition = sa.ColumnElement[bool]

TEXTS = table_of(PostText)

# The columns by which a list is ordered, all descending, by their names in its rows.
PLACES: Mapping[Order, Mapping[str, sa.Column[Any]]] = {
    "newest": {"created_at": POSTS.c.created_at, "id": POSTS.c.id},
    "popular": {"likes": POSTS.c.likes, "created_at": POSTS.c.created_at, "id": POSTS.c.id},
    "liked": {"like_id": LIKES.c.id},
}
# Where in a row of a list its place is told, and how many there are from the first row on.
TOTAL = len(SHOWN) + 2
PLACES_IN_ROW: Mapping[Order, tuple[int, ...]] = {
    "newest": tuple(SHOWN.index(column) for column in PLACES["newest"].values()),
    "popular": tuple(SHOWN.index(column) for column in PLACES["popular"].values()),
    "liked": (TOTAL + 1,),
}
# What may be asked of posts, by the names of the values.
CONDITIONS: Mapping[str, Condition] = {
    "category": POSTS.c.category == sa.bindparam("category"),
    "tea_type": POSTS.c.tea_type == sa.bindparam("tea_type"),
    "prefecture": POSTS.c.prefecture == sa.bindparam("prefecture"),
    "tea_variety": POSTS.c.tea_variety == sa.bindparam("tea_variety"),
    "rating": POSTS.c.rating >= sa.bindparam("rating"),
    "author": POSTS.c.user_id == sa.bindparam("author"),
    "liked_by": LIKES.c.user_id == sa.bindparam("liked_by"),
}


# Searches of many words and kinds: what was not asked for long is put together anew.
SEARCHES_MOST = 128


class Shape(msgspec.Struct, frozen=True):
    """What lists have in common that one statement reads."""

    order: Order
    conditions: tuple[str, ...]
    is_first: bool


@dataclass(frozen=True, slots=True)
class Sought:
    """What searches have in common: how many words, and whether the index names candidates."""

    words: int
    candidates: sa.Select[int] | None

    @property
    def conditions(self) -> tuple[Condition, ...]:
        words = (TEXTS.c.folded.like(sa.bindparam(f"word_{n}"), "/") for n in range(self.words))
        named = () if self.candidates is None else (POSTS.c.id.in_(self.candidates),)
        return (*words, *named)


@cache
def one_post(likes: Likes) -> AnySelect:
    return select_posts(likes).where(POSTS.c.id == sa.bindparam("post_id"))


@cache
def posts_by(likes: Likes) -> AnySelect:
    """All that somebody wrote, oldest first."""
    return select_posts(likes).where(CONDITIONS["author"]).order_by(POSTS.c.id)


@cache
def page_of(shape: Shape, likes: Likes) -> AnySelect:
    """A page; its rows also say how many there are from its first one on."""
    total = count_of(shape).scalar_subquery()
    return _page(select_posts(likes).add_columns(total.label("total")), shape, None)


@lru_cache(SEARCHES_MOST)
def page_found(shape: Shape, sought: Sought, likes: Likes) -> AnySelect:
    """A page of what a search finds; it counts what it has gone through anyhow.

    Candidates come in no order: all are looked at, but only those that are shown are read whole.
    """
    if sought.candidates is None:
        return _page(select_posts(likes).add_columns(sa.null().label("total")), shape, sought)
    counted = sa.select(POSTS.c.id, sa.func.count().over().label("total"))
    found = _page(counted, shape, sought).subquery("found")
    order = (column.desc() for column in PLACES[shape.order].values())
    posts = select_posts(likes).add_columns(found.c.total)
    return posts.join(found, found.c.id == POSTS.c.id).order_by(*order)


@lru_cache(SEARCHES_MOST)
def count_of(shape: Shape, sought: Sought | None = None) -> AnySelect:
    """How many there are from the first one on, as far as anybody needs to know."""
    rows = _among(sa.select(POSTS.c.id), shape, sought)
    bounded = rows.limit(sa.bindparam("counted", type_=sa.Integer)).subquery()
    return sa.select(sa.func.count()).select_from(bounded)


@cache
def count_among(candidates: sa.Select[int]) -> AnySelect:
    """How many posts the index names, as far as it matters."""
    few = candidates.limit(sa.bindparam("most", type_=sa.Integer)).subquery()
    return sa.select(sa.func.count()).select_from(few)


def _page(posts: AnySelect, shape: Shape, sought: Sought | None) -> AnySelect:
    if shape.order == "liked":
        posts = posts.add_columns(LIKES.c.id.label("like_id"))
    order = (column.desc() for column in PLACES[shape.order].values())
    most = sa.bindparam("most", type_=sa.Integer)
    return _among(posts, shape, sought).order_by(*order).limit(most)


def _among(select: AnySelect, shape: Shape, sought: Sought | None) -> AnySelect:
    if shape.order == "liked":
        select = select.join(LIKES, LIKES.c.post_id == POSTS.c.id)
    if sought is not None:
        select = select.join(TEXTS, TEXTS.c.post_id == POSTS.c.id).where(*sought.conditions)
    if not shape.is_first:
        columns = PLACES[shape.order]
        last = (sa.bindparam(f"last_{name}", type_=one.type) for name, one in columns.items())
        select = select.where(sa.tuple_(*columns.values()) < sa.tuple_(*last))
    return select.where(*(CONDITIONS[name] for name in shape.conditions))
