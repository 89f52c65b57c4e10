"""SQL statements that read posts, each built once and executed with any values."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from server.community.cursors import Order
from server.community.queries.page_visibility import PageReader, shows_page_of_post
from server.community.queries.views import (
    COLLECTED,
    COLUMN_COUNT,
    LIKES,
    POSTS,
    SAVES,
    SHOWN,
    AnySelect,
    Likes,
    select_posts,
)
from server.community.queries.visibility import Hidden, is_public_post, shows_post
from server.contracts.limits import LIMITS
from server.database.search_index import constant

Condition = sa.ColumnElement[bool]

# Rows to read (the page and one more), and rows to count at most.
MOST = sa.bindparam("most", type_=sa.Integer)
COUNTED = sa.bindparam("counted", type_=sa.Integer)

# Most ratings that a mean is computed from.
RATED_MOST = 1000

# Tables by whose newest rows a list is ordered.
Mark = Literal["liked", "saved"]
MARKS: Mapping[Order, sa.Table] = {"liked": LIKES, "saved": SAVES, "collected": COLLECTED}
# Columns of each order, all descending.
ORDER_COLUMNS: Mapping[Order, Mapping[str, sa.Column[Any]]] = {
    "newest": {"created_at": POSTS.c.created_at, "id": POSTS.c.id},
    "popular": {"likes": POSTS.c.likes, "created_at": POSTS.c.created_at, "id": POSTS.c.id},
    "liked": {"mark_id": LIKES.c.id},
    "saved": {"mark_id": SAVES.c.id},
    "collected": {"mark_id": COLLECTED.c.id},
}
NUMBERS: Mapping[str, sa.Column[Any]] = {"id": POSTS.c.id}
# Indexes in a row: the post's id, the total from the first row on, and the position.
NUMBER = SHOWN.index(POSTS.c.id)
TOTAL = COLUMN_COUNT
POSITION_IN_ROW: Mapping[Order, tuple[int, ...]] = {
    "newest": tuple(SHOWN.index(column) for column in ORDER_COLUMNS["newest"].values()),
    "popular": tuple(SHOWN.index(column) for column in ORDER_COLUMNS["popular"].values()),
    "liked": (TOTAL + 1,),
    "saved": (TOTAL + 1,),
    "collected": (TOTAL + 1,),
}
# Conditions of lists, by the names of their values.
CONDITIONS: Mapping[str, Condition] = {
    "category": POSTS.c.category == sa.bindparam("category"),
    "tea_type": POSTS.c.tea_type == sa.bindparam("tea_type"),
    "prefecture": POSTS.c.prefecture == sa.bindparam("prefecture"),
    "tea_variety": POSTS.c.tea_variety == sa.bindparam("tea_variety"),
    "rating": POSTS.c.rating >= sa.bindparam("rating"),
    "author": POSTS.c.user_id == sa.bindparam("author"),
    "liked_by": LIKES.c.user_id == sa.bindparam("liked_by"),
    "saved_by": SAVES.c.user_id == sa.bindparam("saved_by"),
    "collection": COLLECTED.c.collection_id == sa.bindparam("collection"),
}


class Shape(msgspec.Struct, frozen=True):
    """Properties of a list of posts that decide its SQL statement."""

    order: Order
    conditions: tuple[str, ...]
    is_first: bool
    # Ordered by id instead of time, as the word index is.
    by_number: bool = False
    # Page size, if the statement is for this size only.
    size: int | None = None
    # What hides posts from the reader.
    hidden: tuple[Hidden, ...] = ()

    @property
    def most(self) -> sa.ColumnElement[int]:
        """Returns the number of rows to read: the page and one more."""
        return MOST if self.size is None else constant(self.size + 1)

    @property
    def counted(self) -> sa.ColumnElement[int]:
        """Returns the number of rows to count at most."""
        return COUNTED if self.size is None else constant(counted_for(self.size))

    @property
    def order_columns(self) -> Mapping[str, sa.Column[Any]]:
        """Returns the columns by which the list is ordered, all descending."""
        return NUMBERS if self.by_number else ORDER_COLUMNS[self.order]


def shape_of(order: Order, conditions: tuple[str, ...], *, is_first: bool, size: int) -> Shape:
    """Returns the shape of a list; the first page without conditions has a constant statement.

    PostgreSQL plans a statement without values once, and planning costs more than this page.
    """
    is_usual = is_first and not conditions and size == LIMITS.feed_page_size
    return Shape(order, conditions, is_first=is_first, size=size if is_usual else None)


def counted_for(size: int) -> int:
    """Returns how many rows are counted at most, to know how many follow a page of this size."""
    return size + LIMITS.feed_remaining_most + 1


@cache
def select_post(reader: PageReader, likes: Likes) -> AnySelect:
    """Builds the statement of the post `post_id`, unless it is hidden from the reader."""
    is_post = POSTS.c.id == sa.bindparam("post_id")
    return select_posts(likes).where(is_post, *shows_page_of_post(reader))


@cache
def select_posts_by_author(likes: Likes) -> AnySelect:
    """Builds the statement of all posts of `author` that the author sees, oldest first."""
    posts = select_posts(likes).where(CONDITIONS["author"], *shows_post(("others",)))
    return posts.order_by(POSTS.c.id)


@cache
def select_page(shape: Shape, likes: Likes) -> AnySelect:
    """Builds the statement of a page of posts; each row also has the bounded total."""
    total = select_total(shape).scalar_subquery()
    return narrow_to_page(select_posts(likes).add_columns(total.label("total")), shape)


@cache
def select_total(shape: Shape) -> AnySelect:
    """Builds the statement that counts a list's rows from its position on, at most `counted`."""
    shown = narrow_to_list(sa.select(POSTS.c.id), shape).where(*shows_post(shape.hidden))
    bounded = shown.limit(shape.counted).subquery()
    return sa.select(sa.func.count()).select_from(bounded)


@cache
def ratings_of_reviews() -> AnySelect:
    """Builds the statement of sum and number of the ratings of a cultivar's latest reviews."""
    latest = (
        sa.select(POSTS.c.rating)
        .where(CONDITIONS["category"], CONDITIONS["tea_variety"], POSTS.c.rating.is_not(None))
        .where(is_public_post())
        .order_by(*(column.desc() for column in ORDER_COLUMNS["newest"].values()))
        .limit(RATED_MOST)
        .subquery()
    )
    return sa.select(sa.func.coalesce(sa.func.sum(latest.c.rating), 0), sa.func.count())


@cache
def select_post_of_cursor(*, in_category: bool) -> AnySelect:
    """Builds the statement that finds the public post at a cursor of the newest posts."""
    at = sa.bindparam("cursor_at", type_=POSTS.c.created_at.type)
    of_cursor = sa.select(POSTS.c.id).where(
        POSTS.c.id == sa.bindparam("cursor_id"), POSTS.c.created_at == at, is_public_post()
    )
    return of_cursor.where(CONDITIONS["category"]) if in_category else of_cursor


Counted = Literal["prefecture", "tea_variety"]


@cache
def count_posts_by(column: Counted) -> AnySelect:
    """Builds the statement that counts the public posts about each prefecture or cultivar."""
    counted = POSTS.c[column]
    shown = (counted.is_not(None), is_public_post())
    return sa.select(counted, sa.func.count()).where(*shown).group_by(counted)


def narrow_to_page(posts: AnySelect, shape: Shape) -> AnySelect:
    """Limits posts to one page of a list and one row more, from its position on.

    They are in the list's order, without those that are hidden from the reader.
    """
    if shape.order in MARKS:
        posts = posts.add_columns(MARKS[shape.order].c.id.label("mark_id"))
    order = (column.desc() for column in shape.order_columns.values())
    shown = narrow_to_list(posts, shape).where(*shows_post(shape.hidden))
    return shown.order_by(*order).limit(shape.most)


def narrow_to_list(select: AnySelect, shape: Shape) -> AnySelect:
    """Adds the conditions of a list and of its position; hidden posts are still included."""
    if shape.order in MARKS:
        marks = MARKS[shape.order]
        select = select.join(marks, marks.c.post_id == POSTS.c.id)
    if not shape.is_first:
        columns = shape.order_columns
        last = (sa.bindparam(f"last_{name}", type_=one.type) for name, one in columns.items())
        select = select.where(sa.tuple_(*columns.values()) < sa.tuple_(*last))
    return select.where(*conditions_of(shape))


def conditions_of(shape: Shape) -> tuple[Condition, ...]:
    """Returns the conditions of a list, whose values are bound later."""
    return tuple(CONDITIONS[name] for name in shape.conditions)
