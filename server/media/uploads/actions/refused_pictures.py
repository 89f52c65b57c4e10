"""Pictures that moderators removed: refused when they are uploaded again."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.errors import Refusal
from server.media.uploads.tables import (
    PostImage,
    RefusedAvatar,
    RefusedPicture,
    ReplacedPicture,
)

REFUSED = "upload.refusedPicture"


async def refuse_pictures(
    opened: Transaction, *which: sa.ColumnElement[bool], now: datetime
) -> None:
    """Refuses new uploads of the pictures that match the conditions and are or were in a post.

    Refused are the uploads and the files that the site made of them. The caller removes the posts
    afterwards.
    """
    in_post = sa.func.coalesce(PostImage.post_id, ReplacedPicture.post_id)
    pictures = (
        sa.select(in_post, PostImage.fingerprint, PostImage.file_fingerprints)
        .outerjoin(ReplacedPicture, ReplacedPicture.image_id == PostImage.id)
        .where(PostImage.fingerprint.is_not(None), in_post.is_not(None), *which)
    )
    refused = {
        (fingerprint, post_id)
        for post_id, of_upload, of_files in await opened.session.execute(pictures)
        for fingerprint in (of_upload, *(of_files or ()))
    }
    rows = [
        {"fingerprint": fingerprint, "post_id": post_id, "created_at": now}
        for fingerprint, post_id in sorted(refused)
    ]
    if rows:
        insert = insert_for(opened.session, RefusedPicture).on_conflict_do_nothing()
        await opened.session.execute(insert, rows)


async def allow_pictures(opened: Transaction, *, post_id: int) -> None:
    """Allows uploads of a removed post's pictures again, unless another removed post had them."""
    delete = sa.delete(RefusedPicture).where(RefusedPicture.post_id == post_id)
    await opened.session.execute(delete)


async def check_picture(session: AsyncSession, fingerprint: str | None, *, code: str) -> None:
    """Raises Refusal 422 with the code for a picture in a removed post or a removed avatar.

    Only removals by moderators count.
    """
    of_post = sa.exists().where(RefusedPicture.fingerprint == fingerprint)
    of_member = sa.exists().where(RefusedAvatar.fingerprint == fingerprint)
    if await session.scalar(sa.select(sa.or_(of_post, of_member))):
        raise Refusal(code, 422)


async def check_unused_pictures(session: AsyncSession, ids: Sequence[str]) -> None:
    """Raises Refusal 422 if one of the uploads is in no post and its picture is refused.

    A moderator may have removed a post with the same picture after the upload.
    """
    refused = (
        sa.exists()
        .where(RefusedPicture.fingerprint == PostImage.fingerprint)
        .where(PostImage.id.in_(ids), PostImage.post_id.is_(None))
    )
    if ids and await session.scalar(sa.select(refused)):
        raise Refusal(REFUSED, 422)
