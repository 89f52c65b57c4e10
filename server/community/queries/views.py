"""Conversion of rows to views: posts with authors, pictures and the reader's likes."""

from collections.abc import Sequence
from functools import cache
from itertools import repeat
from typing import Any, Literal

import sqlalchemy as sa

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.collections.tables import CollectionPost
from server.community.queries.hidden_members import READER
from server.community.queries.mention_places import POST_MENTIONS, mentions_beside, read_mentions
from server.community.schemas import Author, PostView
from server.community.tables import (
    Comment,
    Post,
    PostLike,
    SavedPost,
    WithheldComment,
    WithheldPost,
)
from server.database.declarative import table_of
from server.database.readers import Source, reader_over
from server.media.uploads.queries import images_of_post, read_images
from server.web.viewer import Member, Viewer

AnySelect = sa.Select[*tuple[Any, ...]]
AnyRow = sa.Row[*tuple[Any, ...]]

POSTS = table_of(Post)
LIKES = table_of(PostLike)
SAVES = table_of(SavedPost)
COLLECTED = table_of(CollectionPost)
COMMENTS = table_of(Comment)
WITHHELD_POSTS = table_of(WithheldPost)
WITHHELD_COMMENTS = table_of(WithheldComment)
PROFILES = table_of(Profile)

# Lists of ids are padded to multiples of this, so that few statements are compiled.
IDS_STEP = 10
# Likes in a statement: those of the reader, none in a response that visitors share, or null because
# their table is missing.
Likes = Literal["reader", "shared", "not loaded"]

# Columns of a post: its author's, then its own; up to `edited_at` in the order of `PostView`.
SHOWN = (
    POSTS.c.user_id,
    PROFILES.c.display_name,
    PROFILES.c.avatar_url,
    POSTS.c.id,
    POSTS.c.content,
    POSTS.c.category,
    POSTS.c.title,
    POSTS.c.tea_type,
    POSTS.c.tea_variety,
    POSTS.c.prefecture,
    POSTS.c.rating,
    POSTS.c.price_yen,
    POSTS.c.shop_name,
    POSTS.c.harvest_period,
    POSTS.c.processing_method,
    POSTS.c.language,
    POSTS.c.created_at,
    POSTS.c.edited_at,
    POSTS.c.likes,
    POSTS.c.comments_count,
    POSTS.c.answer_id,
    POSTS.c.pinned_id,
    POSTS.c.comments_locked_at,
)
_LIKES = SHOWN.index(POSTS.c.likes)
# Columns of `select_posts`, which adds pictures, like, state and mentions; others may follow.
COLUMN_COUNT = len(SHOWN) + 4


def select_posts(likes: Likes, posts: sa.FromClause = POSTS) -> AnySelect:
    """Selects posts with author, pictures, mentions, and the reader's like, in one statement.

    `state` is why a post is withheld, null for a public one. With likes "not loaded", `is_liked` is
    null.
    """
    images = images_of_post(POSTS.c.id).label("images")
    joined = posts.outerjoin(PROFILES, PROFILES.c.id == POSTS.c.user_id)
    liked = _is_liked(likes).label("is_liked")
    mentions = mentions_beside(POST_MENTIONS, POSTS.c.id, is_member=likes == "reader")
    columns = (images, liked, _state(likes).label("state"), mentions.label("mentions"))
    return sa.select(*SHOWN, *columns).select_from(joined)


def _state(likes: Likes) -> sa.ColumnElement[Any]:
    """Returns the column that says why a post is withheld: its state, or the rule of a held one.

    Null for a public post, and for all in a response that visitors share (`shared`).
    """
    if likes == "shared":
        return sa.null()
    withheld = sa.select(sa.func.min(state_or_rule(WITHHELD_POSTS)))
    return withheld.where(WITHHELD_POSTS.c.post_id == POSTS.c.id).scalar_subquery()


def state_or_rule(withheld: sa.Table) -> sa.ColumnElement[Any]:
    """Returns the column that says why a row is withheld: its state, or for held ones the rule."""
    is_held = withheld.c.state == "held"
    return sa.case((is_held, withheld.c.reason), else_=withheld.c.state)


def _is_liked(likes: Likes) -> sa.ColumnElement[Any]:
    """Returns the column that says whether the reader likes a post; null if not loaded.

    Otherwise the statement fails if the table of likes is missing, so that it is repeated with
    "not loaded".
    """
    if likes == "not loaded":
        return sa.null()
    own = LIKES.alias("own_likes")
    if likes == "shared":
        # Names the table although nothing is read of it, so that this fails too if it is missing.
        found = sa.exists(sa.select(own.c.user_id, own.c.post_id).where(sa.false()))
    else:
        found = sa.exists().where(own.c.user_id == READER, own.c.post_id == POSTS.c.id)
    # SQLite returns a number, PostgreSQL a boolean; `post_view` converts.
    return sa.type_coerce(found, sa.Integer)


def likes_for(viewer: Viewer) -> Likes:
    """Returns which likes a statement reads for a viewer."""
    return "reader" if isinstance(viewer, Member) else "shared"


def post_view(row: Sequence[Any]) -> PostView:
    """Converts a row of `select_posts` by index, which is faster than by name.

    If likes cannot be read, the post has none, as the specification requires.
    """
    likes, comments_count, answer_id, pinned_id, locked_at, *more = row[_LIKES:COLUMN_COUNT]
    images, is_liked, state, mentions = more
    fields = (
        row[3],
        author_of(*row[:3]),
        *row[4:_LIKES],
        0 if is_liked is None else likes,
        bool(is_liked),
        comments_count,
        read_images(images) if images else (),
        answer_id,
        pinned_id,
        locked_at is not None,
        state,
        read_mentions(mentions),
    )
    return PostView(*fields)


def author_of(id: str | None, name: str | None, avatar_url: str | None) -> Author | None:
    """Returns the author of a post or comment; None if the author has left."""
    return None if id is None else Author(id, public_name(name), avatar_url)


async def liked_among(source: Source, member: Member, post_ids: Sequence[int]) -> frozenset[int]:
    """Returns the ids of those posts that the member likes; none without the table of likes."""
    if not post_ids:
        return frozenset()
    places = -(-len(post_ids) // IDS_STEP) * IDS_STEP if len(post_ids) > 1 else 1
    filled = [*post_ids, *repeat(post_ids[0], places - len(post_ids))]
    ids = {f"post_{place}": post_id for place, post_id in enumerate(filled)}
    values = {**ids, "reader": member.id}
    rows = await reader_over(source).rows_if_there(_liked_among(places), values)
    return frozenset(post_id for [post_id] in rows or ())


@cache
def _liked_among(places: int) -> AnySelect:
    """Builds the statement of `liked_among` for this number of ids."""
    ids = [sa.bindparam(f"post_{place}", type_=LIKES.c.post_id.type) for place in range(places)]
    return sa.select(LIKES.c.post_id).where(LIKES.c.user_id == READER, LIKES.c.post_id.in_(ids))
