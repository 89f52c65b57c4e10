"""Queries of post images."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.database.declarative import table_of
from server.database.dialects import JsonRows
from server.database.readers import Reader
from server.media.uploads.schemas import ImageSource, PostImageView
from server.media.uploads.tables import PendingRemoval, PostImage, ReplacedPicture

# Public path of stored images.
_FOLDER = "/media/post-images/"
# Declared here, because this package must not import accounts.
_PROFILES = sa.table("profiles", sa.column("id"))
_REMOVALS = table_of(PendingRemoval)
_QUEUED_REMOVALS = (
    sa.select(_REMOVALS.c.id)
    .where(
        _REMOVALS.c.bucket == "post-images",
        _REMOVALS.c.name == sa.bindparam("name", type_=_REMOVALS.c.name.type),
    )
    .limit(1)
)
# For its owner, a picture that was replaced in a reported post does not exist any more.
IS_REPLACED = sa.exists().where(ReplacedPicture.image_id == PostImage.id)
_DECODER = msgspec.json.Decoder(tuple[PostImageView, ...])


def images_of_post(post_id: sa.Column[int]) -> sa.ScalarSelect[str]:
    """Returns the subquery of a post's images in order, as JSON for `read_images`.

    `post_id` is the column of the query that it is part of.
    """
    pictures = table_of(PostImage).c
    ordered = (
        sa.select(
            pictures.id,
            (sa.literal_column(f"'{_FOLDER}'") + pictures.name).label("url"),
            pictures.width,
            pictures.height,
            pictures.placeholder,
            pictures.alt,
            pictures.sources,
            pictures.srcset,
        )
        .where(pictures.post_id == post_id)
        .order_by(pictures.position)
        .correlate(post_id.table)
        .subquery("pictures")
    )
    return sa.select(JsonRows(**dict(ordered.c))).scalar_subquery()


def read_images(text: str | None) -> tuple[PostImageView, ...]:
    return _DECODER.decode(text) if text else ()


def is_picture_of(post_id: int) -> sa.ColumnElement[bool]:
    """Returns the condition of a post's pictures, those replaced in it included."""
    replaced = sa.select(ReplacedPicture.image_id).where(ReplacedPicture.post_id == post_id)
    return sa.or_(PostImage.post_id == post_id, PostImage.id.in_(replaced))


async def replaced_pictures(
    session: AsyncSession, post_ids: Iterable[int]
) -> defaultdict[int, list[PostImageView]]:
    """Returns the pictures that were replaced in these reported posts, oldest first, by post."""
    select = (
        sa.select(ReplacedPicture.post_id, PostImage)
        .join(PostImage, PostImage.id == ReplacedPicture.image_id)
        .where(ReplacedPicture.post_id.in_(post_ids))
        .order_by(PostImage.created_at, PostImage.position, PostImage.id)
    )
    found: defaultdict[int, list[PostImageView]] = defaultdict(list)
    for post_id, image in await session.execute(select):
        found[post_id].append(image_view(image))
    return found


async def image_names_of_member(session: AsyncSession, member_id: str) -> list[str]:
    """Returns the names of the original files of a member's images."""
    is_own = (PostImage.user_id == member_id, ~IS_REPLACED)
    select = sa.select(PostImage.name).where(*is_own).order_by(PostImage.created_at, PostImage.id)
    return list(await session.scalars(select))


def image_view(row: Any) -> PostImageView:
    """Returns the JSON view of a row of post images."""
    return PostImageView(
        id=row.id,
        url=_FOLDER + row.name,
        width=row.width,
        height=row.height,
        placeholder=row.placeholder,
        alt=row.alt,
        sources=tuple(msgspec.convert(source, ImageSource) for source in row.sources),
        srcset=row.srcset,
    )


async def bytes_of_member(session: AsyncSession, member_id: str) -> int:
    """Returns how many bytes a member's images take, 0 without any."""
    total = sa.func.coalesce(sa.func.sum(PostImage.bytes), 0)
    select = sa.select(total).where(PostImage.user_id == member_id, ~IS_REPLACED)
    return int((await session.execute(select)).scalar_one())


async def lock_names(session: AsyncSession, member_id: str) -> None:
    """Locks the member's profile, so that one host at a time chooses names of their files.

    The lock ends with the transaction. SQLite allows one change at a time anyway.
    """
    held = sa.select(_PROFILES.c.id).where(_PROFILES.c.id == member_id)
    await session.execute(held.with_for_update(key_share=True))


async def is_name_taken(session: AsyncSession, name: str) -> bool:
    """Returns whether an image or a pending removal has the name."""
    taken = sa.or_(
        sa.exists().where(PostImage.name == name),
        sa.exists().where(PendingRemoval.name == name),
    )
    return bool((await session.execute(sa.select(taken))).scalar_one())


async def select_queued(session: AsyncSession, names: Collection[str], *, bucket: str) -> list[str]:
    """Returns those of an upload's files that are queued for removal.

    Until its row is stored all of them are queued, afterwards none.
    """
    pending = (PendingRemoval.bucket == bucket, PendingRemoval.name.in_(names))
    return list(await session.scalars(sa.select(PendingRemoval.name).where(*pending)))


async def is_removal_queued(reader: Reader, name: str) -> bool:
    """Returns whether a picture's file is queued for removal; the store may have refused it.

    The files of an upload in progress are queued as well, until its row is stored.
    """
    return bool(await reader.rows(_QUEUED_REMOVALS, {"name": name}))
