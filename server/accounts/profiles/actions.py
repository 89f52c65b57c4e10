"""Actions that change a profile; the member comes from the session, never from the request."""

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.names import suffixes_of
from server.accounts.profiles.queries import (
    NOT_FOUND,
    CountContributions,
    get_own_profile,
    reset_texts,
)
from server.accounts.profiles.rules import ValidatedProfile, ValidatedWelcome, check_not_reset
from server.accounts.profiles.schemas import CurrentMember
from server.accounts.profiles.tables import MemberName, Profile
from server.contracts.routes import Language
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.errors import Refusal
from server.realtime.events import MemberChanged
from server.web.viewer import Member


async def create_profile(
    transaction: Transaction, member: Member, *, name: str | None, now: datetime
) -> None:
    """Inserts the profile of a new member, whose welcome is then due; does nothing if one exists.

    Raises Refusal 401 if the account was removed meanwhile.
    """
    values = {
        "id": member.id,
        "display_name": name,
        "email": member.email,
        "language": member.language,
        "created_at": now,
        "updated_at": now,
        "welcome_due_since": now,
    }
    insert = insert_for(transaction.session, Profile).values(values)
    try:
        inserted = insert.on_conflict_do_nothing().returning(Profile.id)
        is_new = await transaction.session.scalar(inserted) is not None
    except sa.exc.IntegrityError as error:
        # The account was removed in another tab.
        raise Refusal("login.required", 401) from error
    if is_new and name is not None:
        await index_name(transaction.session, member.id, name)


async def save_profile(
    transaction: Transaction,
    member: Member,
    *,
    change: ValidatedProfile,
    now: datetime,
    count: CountContributions,
) -> CurrentMember:
    """Stores an edited profile, creates it if it is missing, and ends the welcome.

    `updated_at` changes only if another field than the language changes: a moderator's decision on
    the profile as it was before is then refused.
    Raises Refusal 401 or 404 if the account was removed meanwhile, 422 for a name or bio that
    moderators have reset.
    """
    await create_profile(transaction, member, name=None, now=now)
    # A reset holds the profile until the texts that it empties are stored.
    await lock_profile(transaction, member)
    check_not_reset(change, await reset_texts(transaction.session, member.id))
    seen = {**change._asdict()}
    language = seen.pop("language")
    is_other = sa.or_(*(getattr(Profile, name).is_distinct_from(seen[name]) for name in seen))
    edited_at = sa.case(
        (is_other, sa.literal(now, Profile.updated_at.type)), else_=Profile.updated_at
    )
    values = {**seen, "language": language, "updated_at": edited_at, "welcome_due_since": None}
    await _update(transaction, member, **values)
    await index_name(transaction.session, member.id, change.display_name)
    return await get_own_profile(transaction.session, member, count=count)


async def save_language(
    transaction: Transaction,
    member: Member,
    *,
    language: Language,
    count: CountContributions,
) -> CurrentMember:
    """Stores the member's language and returns the profile; `updated_at` stays as it is.

    Raises Refusal 404 without a profile.
    """
    await _update(transaction, member, language=language)
    return await get_own_profile(transaction.session, member, count=count)


async def save_welcome(
    transaction: Transaction, member: Member, *, answer: ValidatedWelcome | None, now: datetime
) -> None:
    """Ends the welcome of a new member and stores the answer; None means that it was skipped.

    Raises Refusal 404 if there is no profile.
    """
    values = {**answer._asdict(), "updated_at": now} if answer else {}
    await _update(transaction, member, **values, welcome_due_since=None)


async def mark_notifications_read(
    transaction: Transaction, member: Member, *, until: datetime
) -> None:
    """Records that the member has read all notifications up to a time, unless a later one is."""
    at = Profile.notifications_read_at
    which = (Profile.id == member.id, sa.or_(at.is_(None), at < until))
    update = sa.update(Profile).where(*which).values(notifications_read_at=until)
    await transaction.session.execute(update)


async def dismiss_notice(transaction: Transaction, member: Member, *, now: datetime) -> None:
    """Records when the member dismissed the notice of changed terms."""
    which = sa.update(Profile).where(Profile.id == member.id)
    await transaction.session.execute(which.values(notice_seen_at=now))


async def is_welcome_due(transaction: Transaction, member_id: str) -> bool:
    """Returns whether the welcome is due: not answered, not skipped, and no profile saved."""
    due = sa.select(Profile.welcome_due_since).where(Profile.id == member_id)
    return await transaction.session.scalar(due) is not None


async def save_email(transaction: Transaction, member_id: str, *, email: str | None) -> None:
    """Stores the provider's e-mail address at a sign-in; `updated_at` stays as it is."""
    statement = sa.update(Profile).where(Profile.id == member_id).values(email=email)
    await transaction.session.execute(statement)


async def save_avatar_url(
    transaction: Transaction,
    member: Member,
    *,
    url: str | None,
    fingerprints: Sequence[str] = (),
    now: datetime,
) -> None:
    """Stores the address of the avatar (None: no avatar) and the hashes of its pixels.

    If moderators reset the picture later, uploads with one of these hashes are refused. Raises
    Refusal 404 if there is no profile.
    """
    known = {"avatar_url": url, "avatar_fingerprints": list(fingerprints) or None}
    await _update(transaction, member, **known, updated_at=now)


async def lock_profile(transaction: Transaction, member: Member) -> str | None:
    """Locks the member's profile until the transaction ends and returns its avatar URL.

    Changes of the avatar on other hosts wait for it. Raises Refusal 404 if there is no profile.
    """
    select = sa.select(Profile.avatar_url).where(Profile.id == member.id).with_for_update()
    row = (await transaction.session.execute(select)).one_or_none()
    if row is None:
        raise Refusal(NOT_FOUND, 404)
    avatar: str | None = row[0]
    return avatar


async def _update(transaction: Transaction, member: Member, **values: object) -> None:
    """Updates columns of a profile and announces the change; raises 404 if there is no row."""
    statement = sa.update(Profile).where(Profile.id == member.id).values(values)
    found = await transaction.session.execute(statement.returning(Profile.id))
    if found.one_or_none() is None:
        raise Refusal(NOT_FOUND, 404)
    transaction.announce(MemberChanged())


async def index_name(session: AsyncSession, member_id: str, name: str | None) -> None:
    """Replaces the rows by which searches find a member's name; None only deletes them."""
    noted = sa.update(Profile).where(Profile.id == member_id).values(indexed_name=name)
    await session.execute(noted)
    await session.execute(sa.delete(MemberName).where(MemberName.member_id == member_id))
    rows = index_rows(member_id, name or "")
    if rows:
        await session.execute(sa.insert(MemberName), rows)


def index_rows(member_id: str, name: str) -> list[dict[str, str | int]]:
    """Returns the rows of the index for a member's name; none for an empty name."""
    return [
        {"member_id": member_id, "suffix": suffix, "place": min(place, 1)}
        for place, suffix in enumerate(suffixes_of(name))
    ]


async def index_next_names(session: AsyncSession, *, most: int) -> int:
    """Indexes at most `most` names that differ from the index; returns how many it indexed."""
    missing = sa.select(Profile.id, Profile.display_name).where(
        Profile.display_name.is_distinct_from(Profile.indexed_name)
    )
    rows = (await session.execute(missing.limit(most))).all()
    for member_id, name in rows:
        await index_name(session, member_id, name)
    return len(rows)
