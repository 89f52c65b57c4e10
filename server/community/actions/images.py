"""Attaches uploads to posts, and deletes pictures that no post uses any longer."""

from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from server.community.dependencies import CommunityDependencies
from server.community.rules import unknown_image
from server.community.schemas import ChosenImage
from server.database.transaction import Transaction
from server.media.storage.interface import Bucket
from server.media.uploads.actions.removals import queue_removals, remove_files
from server.media.uploads.tables import PostImage
from server.web.viewer import Member

BUCKET: Bucket = "post-images"


async def attach_images(
    opened: Transaction, member: Member, *, post_id: int, images: Sequence[ChosenImage]
) -> None:
    """Attaches uploads in this order; raises Refusal for one of another member or post."""
    for position, image in enumerate(images):
        update = (
            sa.update(PostImage)
            .where(
                PostImage.id == image.id,
                PostImage.user_id == member.id,
                sa.or_(PostImage.post_id.is_(None), PostImage.post_id == post_id),
            )
            .values(post_id=post_id, position=position, alt=image.alt)
        )
        if (await opened.session.execute(update.returning(PostImage.id))).first() is None:
            raise unknown_image()


async def delete_images(
    opened: Transaction, community: CommunityDependencies, *conditions: sa.ColumnElement[bool]
) -> None:
    """Deletes the rows in this transaction and the files after the commit."""
    delete = sa.delete(PostImage).where(*conditions).returning(PostImage.files)
    files = [name for names in await opened.session.scalars(delete) for name in names]
    await delete_image_files(opened, community, files)


async def delete_image_files(
    opened: Transaction, community: CommunityDependencies, files: Sequence[str]
) -> None:
    if not files:
        return
    await queue_removals(opened, files, bucket=BUCKET, now=community.now())
    remove = partial(remove_files, community.database, community.storage, files, bucket=BUCKET)
    opened.after_commit(remove)
