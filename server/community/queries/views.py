"""From rows to what goes over the wire: posts with authors, pictures and the reader's likes."""

from typing import Any

import sqlalchemy as sa

from server.community.schemas import Author, PostView
from server.community.tables import Post, PostLike
from server.database.declarative import table_of
from server.profiles.rules import public_name
from server.profiles.tables import Profile
from server.uploads.queries import images_beside, read_images
from server.viewer import Member, Viewer

AnySelect = sa.Select[*tuple[Any, ...]]
AnyRow = sa.Row[*tuple[Any, ...]]

POSTS = table_of(Post)
LIKES = table_of(PostLike)
PROFILES = table_of(Profile)

# Nobody's number: a visitor's likes are asked for like a member's, and there are none.
NOBODY = ""
READER = sa.bindparam("reader", type_=LIKES.c.user_id.type)

AUTHOR = (PROFILES.c.display_name, PROFILES.c.avatar_url)


def select_posts(*, with_likes: bool) -> AnySelect:
    """Posts with who wrote them, their pictures and whether the reader likes them: one question.

    Without likes nothing of them is asked, and the row says neither yes nor no.
    """
    own = LIKES.alias("own_likes")
    mine = sa.exists().where(own.c.user_id == READER, own.c.post_id == POSTS.c.id)
    is_liked: sa.ColumnElement[Any] = mine if with_likes else sa.null()
    images = images_beside(POSTS.c.id).label("images")
    joined = POSTS.outerjoin(PROFILES, PROFILES.c.id == POSTS.c.user_id)
    return sa.select(POSTS, *AUTHOR, images, is_liked.label("is_liked")).select_from(joined)


def reader_of(viewer: Viewer) -> str:
    return viewer.id if isinstance(viewer, Member) else NOBODY


def post_view(row: AnyRow) -> PostView:
    """Where likes can't be read, nobody likes anything: the specification's silence."""
    return PostView(
        id=row.id,
        user=author_of(row),
        content=row.content,
        category=row.category,
        title=row.title,
        tea_type=row.tea_type,
        tea_variety=row.tea_variety,
        prefecture=row.prefecture,
        rating=row.rating,
        price_yen=row.price_yen,
        shop_name=row.shop_name,
        harvest_period=row.harvest_period,
        processing_method=row.processing_method,
        language="en" if row.language == "en" else "ja",
        created_at=row.created_at,
        edited_at=row.edited_at,
        likes=0 if row.is_liked is None else row.likes,
        is_liked=bool(row.is_liked),
        comments_count=row.comments_count,
        images=read_images(row.images),
    )


def author_of(row: AnyRow) -> Author | None:
    """Nobody once they have left; somebody without a profile still has a number."""
    if row.user_id is None:
        return None
    return Author(row.user_id, public_name(row.display_name), row.avatar_url)
