"""Reset of a member's name, bio and picture by moderators, and its undo."""

from base64 import b64decode, b64encode
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from server.accounts.avatars.actions.avatars import BUCKET
from server.accounts.profiles.actions import index_name
from server.accounts.profiles.tables import Profile
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.errors import Refusal
from server.media.storage.interface import Storage, StorageFailure
from server.media.uploads.actions.removals import keep_avatar, queue_removals
from server.media.uploads.rules import MEDIA_TYPES, avatar_name, avatar_name_in, avatar_url
from server.media.uploads.tables import RefusedAvatar
from server.moderation.actions import record_change
from server.moderation.profile_parts import filled_parts
from server.moderation.rules import Attribution, ModerationChange
from server.moderation.schemas import ProfilePart
from server.moderation.tables import ModerationEntry, ResetProfile
from server.realtime.events import MemberChanged

# Columns of the profile that each part empties.
COLUMNS: Mapping[ProfilePart, tuple[str, ...]] = {
    "name": ("display_name",),
    "bio": ("bio",),
    "picture": ("avatar_url", "avatar_fingerprints"),
    # Made private by the caller: they have a table of their own.
    "collections": (),
}


class ProfileReset(NamedTuple):
    """Parts of a member's profile to empty; `emptied` are those that the caller has emptied."""

    member_id: str
    parts: Collection[ProfilePart]
    now: datetime
    emptied: tuple[ProfilePart, ...] = ()


async def reset_profile(
    opened: Transaction,
    storage: Storage,
    attribution: Attribution,
    reset: ProfileReset,
) -> list[str]:
    """Empties the chosen parts of a member's profile, logs it, and stores them for the undo.

    Returns the picture's files, queued for `remove_avatars` after the commit; the picture is
    refused when it is uploaded again. Raises Refusal 409 if there is nothing to empty, 503 if the
    storage is unavailable.
    """
    member_id, chosen, now, emptied = reset
    profile = await _lock(opened, member_id)
    parts = [part for part in _filled(profile) if part in chosen] + [*emptied]
    if profile is None or not parts:
        raise Refusal("moderation.errors.already", 409)
    change = ModerationChange(
        action="reset-profile",
        subject_kind="member",
        member_id=member_id,
        details={"parts": ",".join(parts)},
    )
    entry_id = await record_change(opened, attribution, change, now=now)
    values: dict[str, object] = {"entry_id": entry_id, "member_id": member_id, "created_at": now}
    files: list[str] = []
    if "name" in parts:
        values["display_name"] = profile.display_name
        await index_name(opened.session, member_id, None)
    if "bio" in parts:
        values["bio"] = profile.bio
    if "picture" in parts:
        fingerprints = profile.avatar_fingerprints
        picture, files = await _read_picture(storage, member_id, url=profile.avatar_url)
        values |= {"picture": picture, "fingerprints": fingerprints}
        await _refuse_picture(opened, fingerprints or (), entry_id=entry_id, now=now)
        await queue_removals(opened, files, bucket=BUCKET, now=now)
    await opened.session.execute(sa.insert(ResetProfile).values(values))
    empty = dict.fromkeys(column for part in parts for column in COLUMNS[part])
    await _update(opened, member_id, {**empty, "updated_at": now})
    return files


async def restore_profile(
    opened: Transaction, storage: Storage, entry: ModerationEntry, *, now: datetime
) -> bool:
    """Restores a reset name, bio and picture that are still empty; the caller logs it.

    The picture may be uploaded again. Returns False if profile or stored parts are gone; raises
    Refusal 503 if the storage is unavailable.
    """
    member_id = entry.member_id or ""
    stored = await opened.session.get(ResetProfile, entry.id)
    profile = await _lock(opened, member_id)
    if stored is None or profile is None:
        return False
    values: dict[str, object] = {"updated_at": now}
    if stored.display_name and not profile.display_name:
        values["display_name"] = stored.display_name
        await index_name(opened.session, member_id, stored.display_name)
    if stored.bio and not profile.bio:
        values["bio"] = stored.bio
    if stored.picture and not profile.avatar_url:
        try:
            values["avatar_url"] = await _put_picture(opened, storage, member_id, stored.picture)
        except StorageFailure as error:
            raise _unavailable() from error
        values["avatar_fingerprints"] = stored.fingerprints
    await _update(opened, member_id, values)
    allowed = sa.delete(RefusedAvatar).where(RefusedAvatar.entry_id == entry.id)
    await opened.session.execute(allowed)
    await opened.session.delete(stored)
    return True


async def _lock(opened: Transaction, member_id: str) -> Profile | None:
    """Locks and returns a member's profile, None without one; uploads of the picture wait."""
    select = sa.select(Profile).where(Profile.id == member_id).with_for_update()
    fresh = select.execution_options(populate_existing=True)
    return (await opened.session.scalars(fresh)).one_or_none()


def _filled(profile: Profile | None) -> tuple[ProfilePart, ...]:
    """Returns the parts of a profile that are not empty."""
    if profile is None:
        return ()
    return filled_parts(name=profile.display_name, bio=profile.bio, picture=profile.avatar_url)


async def _read_picture(
    storage: Storage, member_id: str, *, url: str | None
) -> tuple[str | None, list[str]]:
    """Returns a member's picture as a data URL, if it is stored, and the names of its files.

    Raises Refusal 503 if the storage is unavailable.
    """
    name = avatar_name_in(url)
    try:
        data = await storage.get(BUCKET, name) if name else None
        files = await storage.names_of(BUCKET, member_id)
    except StorageFailure as error:
        raise _unavailable() from error
    if name is None or data is None:
        return None, files
    media_type = MEDIA_TYPES[name.rpartition(".")[2]]
    return f"data:{media_type};base64,{b64encode(data).decode()}", files


async def _put_picture(opened: Transaction, storage: Storage, member_id: str, picture: str) -> str:
    """Stores a picture from its data URL and returns its address."""
    head, _, encoded = picture.partition(",")
    media_type = head.removeprefix("data:").removesuffix(";base64")
    ending = next(ending for ending, known in MEDIA_TYPES.items() if known == media_type)
    name, data = avatar_name(member_id, ending), b64decode(encoded)
    await keep_avatar(opened, name)
    await storage.put(BUCKET, name, data=data, media_type=media_type)
    return avatar_url(name, data)


async def _refuse_picture(
    opened: Transaction, fingerprints: Sequence[str], *, entry_id: int, now: datetime
) -> None:
    """Refuses later uploads of a picture with these fingerprints."""
    rows = [
        {"fingerprint": one, "entry_id": entry_id, "created_at": now}
        for one in dict.fromkeys(fingerprints)
    ]
    if rows:
        insert = insert_for(opened.session, RefusedAvatar).on_conflict_do_nothing()
        await opened.session.execute(insert, rows)


async def _update(opened: Transaction, member_id: str, values: dict[str, object]) -> None:
    """Updates columns of a profile and announces the change."""
    await opened.session.execute(sa.update(Profile).where(Profile.id == member_id).values(values))
    opened.announce(MemberChanged())


def _unavailable() -> Refusal:
    """Returns Refusal 503 for a storage that does not answer."""
    return Refusal("app.unavailable", 503, params={"seconds": 5})
