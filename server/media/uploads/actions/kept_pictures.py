"""Pictures of posts whose author has left: moved to addresses without the author's id."""

import asyncio
import secrets
from functools import partial
from typing import Any

import sqlalchemy as sa

from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.media.storage.interface import Bucket, Storage
from server.media.uploads.actions.removals import delete_queued, queue_removals, remove_files
from server.media.uploads.rules import STORING_MOST, media_type_of
from server.media.uploads.tables import PostImage
from server.realtime.events import PostEdited

BUCKET: Bucket = "post-images"
# Begins the owner in the names of moved pictures, which no member's id does.
KEPT = "kept-"


async def move_kept_pictures(
    database: Sessions, storage: Storage, now: Clock, *, most: int
) -> bool:
    """Moves pictures of former members to random folders, one each; returns whether it found any.

    Moves at most `most`. Raises StorageFailure if a file cannot be copied; a later call goes on.
    """
    columns = sa.select(PostImage.id, PostImage.name, PostImage.files)
    is_former = (PostImage.user_id.is_(None), PostImage.post_id.is_not(None))
    is_unmoved = sa.not_(PostImage.name.startswith(KEPT))
    async with transaction(database) as opened:
        select = columns.where(*is_former, is_unmoved).order_by(PostImage.id).limit(most)
        rows = (await opened.session.execute(select)).all()
    for row in rows:
        await _move(database, storage, now, row=row)
    return bool(rows)


async def _move(database: Sessions, storage: Storage, now: Clock, *, row: Any) -> None:
    """Copies a picture's files, then changes its row and removes the old files.

    The new files are first queued for removal, so that neither a crash nor a picture that is
    deleted meanwhile leaves an unknown file.
    """
    owner = f"{KEPT}{secrets.token_hex(16)}"
    moved = {name: f"{owner}/{name.partition('/')[2]}" for name in row.files}
    async with transaction(database) as opened:
        later = now() + STORING_MOST
        await queue_removals(opened, list(moved.values()), bucket=BUCKET, now=later)
    await asyncio.gather(*(_copy(storage, name, to=moved[name]) for name in moved))
    await _change_row(database, storage, now, row=row, owner=owner)


async def _copy(storage: Storage, name: str, *, to: str) -> None:
    """Copies a file under a second name; a missing one stays missing."""
    data = await storage.get(BUCKET, name)
    if data is not None:
        await storage.put(BUCKET, to, data=data, media_type=media_type_of(name) or "")


async def _change_row(
    database: Sessions, storage: Storage, now: Clock, *, row: Any, owner: str
) -> None:
    """Puts the new owner into a picture's names and addresses, and removes the old files.

    Does nothing for a picture that is deleted, or that another host has moved.
    """
    async with transaction(database) as opened:
        select = sa.select(PostImage).where(PostImage.id == row.id, PostImage.name == row.name)
        picture = await opened.session.scalar(select.with_for_update())
        if picture is None:
            return
        old = f"{row.name.partition('/')[0]}/"
        picture.name = picture.name.replace(old, f"{owner}/")
        picture.files = [name.replace(old, f"{owner}/") for name in row.files]
        picture.srcset = picture.srcset.replace(old, f"{owner}/")
        picture.sources = [
            {**source, "srcset": source["srcset"].replace(old, f"{owner}/")}
            for source in picture.sources
        ]
        await opened.session.flush()
        await opened.session.execute(delete_queued(picture.files, bucket=BUCKET))
        await queue_removals(opened, row.files, bucket=BUCKET, now=now())
        opened.after_commit(partial(remove_files, database, storage, row.files, bucket=BUCKET))
        if picture.post_id is not None:
            opened.announce(PostEdited(picture.post_id))
