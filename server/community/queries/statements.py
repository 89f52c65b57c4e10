"""The statements that read posts: each is put together once, and asked with any values."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
import sqlalchemy as sa

from server.community.cursors import Order
from server.community.queries.views import LIKES, POSTS, SHOWN, AnySelect, Likes, select_posts
from server.contracts.limits import LIMITS
from server.database.searching import constant

Condition = sa.ColumnElement[bool]

# How many rows are shown, and one more; how many are counted.
MOST = sa.bindparam("most", type_=sa.Integer)
COUNTED = sa.bindparam("counted", type_=sa.Integer)

# The columns by which a list is ordered, all descending, by their names in its rows.
ORDER_COLUMNS: Mapping[Order, Mapping[str, sa.Column[Any]]] = {
    "newest": {"created_at": POSTS.c.created_at, "id": POSTS.c.id},
    "popular": {"likes": POSTS.c.likes, "created_at": POSTS.c.created_at, "id": POSTS.c.id},
    "liked": {"like_id": LIKES.c.id},
}
NUMBERS: Mapping[str, sa.Column[Any]] = {"id": POSTS.c.id}
# Where in a row of a list its number and its place are told, how many there are from the first row
# on, and, in a search, where it goes on.
NUMBER = SHOWN.index(POSTS.c.id)
TOTAL = len(SHOWN) + 2
POSITION_IN_ROW: Mapping[Order, tuple[int, ...]] = {
    "newest": tuple(SHOWN.index(column) for column in ORDER_COLUMNS["newest"].values()),
    "popular": tuple(SHOWN.index(column) for column in ORDER_COLUMNS["popular"].values()),
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


class Shape(msgspec.Struct, frozen=True):
    """What lists have in common that one statement reads."""

    order: Order
    conditions: tuple[str, ...]
    is_first: bool
    # The newest by their numbers, which are given in the order of writing, as in an index of words.
    by_number: bool = False
    # How many are shown, where a statement is for no other number.
    size: int | None = None

    @property
    def most(self) -> sa.ColumnElement[int]:
        return MOST if self.size is None else constant(self.size + 1)

    @property
    def counted(self) -> sa.ColumnElement[int]:
        return COUNTED if self.size is None else constant(counted_for(self.size))

    @property
    def order_columns(self) -> Mapping[str, sa.Column[Any]]:
        """The columns of the order."""
        return NUMBERS if self.by_number else ORDER_COLUMNS[self.order]


def shape_of(order: Order, conditions: tuple[str, ...], *, is_first: bool, size: int) -> Shape:
    """The beginning of what most ask for has a statement of its own, without any value.

    PostgreSQL plans that once, and a plan costs more than the page. What is narrowed, or goes on
    from somewhere, has values for which another way can be far shorter: it is planned by them.
    """
    is_usual = is_first and not conditions and size == LIMITS.feed_page_size
    return Shape(order, conditions, is_first=is_first, size=size if is_usual else None)


def counted_for(size: int) -> int:
    """How many are counted at most, to tell what follows those that are shown."""
    return size + LIMITS.feed_remaining_most + 1


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
    return first_of(select_posts(likes).add_columns(total.label("total")), shape)


@cache
def count_of(shape: Shape) -> AnySelect:
    """How many there are from the first one on, as far as anybody needs to know."""
    bounded = among(sa.select(POSTS.c.id), shape).limit(shape.counted).subquery()
    return sa.select(sa.func.count()).select_from(bounded)


def first_of(posts: AnySelect, shape: Shape) -> AnySelect:
    if shape.order == "liked":
        posts = posts.add_columns(LIKES.c.id.label("like_id"))
    order = (column.desc() for column in shape.order_columns.values())
    return among(posts, shape).order_by(*order).limit(shape.most)


def among(select: AnySelect, shape: Shape) -> AnySelect:
    if shape.order == "liked":
        select = select.join(LIKES, LIKES.c.post_id == POSTS.c.id)
    if not shape.is_first:
        columns = shape.order_columns
        last = (sa.bindparam(f"last_{name}", type_=one.type) for name, one in columns.items())
        select = select.where(sa.tuple_(*columns.values()) < sa.tuple_(*last))
    return select.where(*conditions_of(shape))


def conditions_of(shape: Shape) -> tuple[Condition, ...]:
    return tuple(CONDITIONS[name] for name in shape.conditions)
