"""Reads the pictures of posts."""

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.uploads.schemas import ImageSource, PostImageView
from server.uploads.tables import PendingRemoval, PostImage

_COLUMNS = (
    PostImage.id,
    PostImage.post_id,
    PostImage.name,
    PostImage.width,
    PostImage.height,
    PostImage.placeholder,
    PostImage.alt,
    PostImage.sources,
    PostImage.srcset,
)


async def images_of(
    session: AsyncSession, post_ids: Collection[int]
) -> dict[int, tuple[PostImageView, ...]]:
    """The pictures of several posts by one question, each post's in its author's order."""
    if not post_ids:
        return {}
    select = (
        sa.select(*_COLUMNS)
        .where(PostImage.post_id.in_(post_ids))
        .order_by(PostImage.post_id, PostImage.position, PostImage.id)
    )
    images: dict[int, tuple[PostImageView, ...]] = {}
    for row in await session.execute(select):
        images[row.post_id] = (*images.get(row.post_id, ()), image_view(row))
    return images


async def names_of_member(session: AsyncSession, member_id: str) -> list[str]:
    """The files for every browser; what was derived from them says nothing more."""
    mine = PostImage.user_id == member_id
    select = sa.select(PostImage.name).where(mine).order_by(PostImage.created_at, PostImage.id)
    return list(await session.scalars(select))


def image_view(row: Any) -> PostImageView:
    return PostImageView(
        id=row.id,
        url=f"/media/post-images/{row.name}",
        width=row.width,
        height=row.height,
        placeholder=row.placeholder,
        alt=row.alt,
        sources=tuple(msgspec.convert(source, ImageSource) for source in row.sources),
        srcset=row.srcset,
    )


async def bytes_of_member(session: AsyncSession, member_id: str) -> int:
    total = sa.func.coalesce(sa.func.sum(PostImage.bytes), 0)
    select = sa.select(total).where(PostImage.user_id == member_id)
    return int((await session.execute(select)).scalar_one())


async def is_name_taken(session: AsyncSession, name: str) -> bool:
    """By a picture, or by one that is just being stored or removed."""
    taken = sa.or_(
        sa.exists().where(PostImage.name == name),
        sa.exists().where(PendingRemoval.name == name),
    )
    return bool((await session.execute(sa.select(taken))).scalar_one())


async def pending_among(session: AsyncSession, names: Collection[str], *, bucket: str) -> list[str]:
    """Those of the files that are written down for removal."""
    pending = (PendingRemoval.bucket == bucket, PendingRemoval.name.in_(names))
    return list(await session.scalars(sa.select(PendingRemoval.name).where(*pending)))
