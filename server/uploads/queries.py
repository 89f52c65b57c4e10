"""Reads the pictures of posts."""

from collections.abc import Collection
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.uploads.schemas import ImageSource, PostImageView
from server.uploads.tables import PostImage

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
