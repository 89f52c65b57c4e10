"""The statements that read posts: each is put together once, and asked with any values."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa

from server.community.cursors import Order
from server.community.queries.views import LIKES, POSTS, AnySelect, select_posts
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


@dataclass(frozen=True, slots=True)
class Shape:
    """What lists have in common that one statement reads."""

    order: Order
    conditions: tuple[str, ...]
    is_first: bool


@cache
def one_post(*, with_likes: bool) -> AnySelect:
    return select_posts(with_likes=with_likes).where(POSTS.c.id == sa.bindparam("post_id"))


@cache
def posts_by(*, with_likes: bool) -> AnySelect:
    """All that somebody wrote, oldest first."""
    posts = select_posts(with_likes=with_likes).where(CONDITIONS["author"])
    return posts.order_by(POSTS.c.id)


@cache
def page_of(shape: Shape, *, with_likes: bool) -> AnySelect:
    """A page; its rows also say how many there are from its first one on."""
    posts = select_posts(with_likes=with_likes)
    total = count_of(shape).scalar_subquery()
    return _page(posts.add_columns(total.label("total")), shape, ())


def page_found(shape: Shape, texts: tuple[Condition, ...], *, with_likes: bool) -> AnySelect:
    """A page of what a search finds: the count would go through every text once more."""
    posts = select_posts(with_likes=with_likes)
    return _page(posts.add_columns(sa.null().label("total")), shape, texts)


def count_of(shape: Shape, texts: tuple[Condition, ...] = ()) -> AnySelect:
    """How many there are from the first one on, as far as anybody needs to know."""
    rows = _among(sa.select(POSTS.c.id), shape, texts)
    bounded = rows.limit(sa.bindparam("counted", type_=sa.Integer)).subquery()
    return sa.select(sa.func.count()).select_from(bounded)


def _page(posts: AnySelect, shape: Shape, texts: tuple[Condition, ...]) -> AnySelect:
    if shape.order == "liked":
        posts = posts.add_columns(LIKES.c.id.label("like_id"))
    order = (column.desc() for column in PLACES[shape.order].values())
    most = sa.bindparam("most", type_=sa.Integer)
    return _among(posts, shape, texts).order_by(*order).limit(most)


def _among(select: AnySelect, shape: Shape, texts: tuple[Condition, ...]) -> AnySelect:
    if shape.order == "liked":
        select = select.join(LIKES, LIKES.c.post_id == POSTS.c.id)
    if texts:
        select = select.join(TEXTS, TEXTS.c.post_id == POSTS.c.id)
    if not shape.is_first:
        columns = PLACES[shape.order]
        last = (sa.bindparam(f"last_{name}", type_=one.type) for name, one in columns.items())
        select = select.where(sa.tuple_(*columns.values()) < sa.tuple_(*last))
    return select.where(*(CONDITIONS[name] for name in shape.conditions), *texts)
