"""Moderators' acts that delete nothing (hide, lock comments, move, sign out); undo of any act."""

from datetime import datetime
from typing import Literal, assert_never

import sqlalchemy as sa

from server.accounts.avatars.actions.profile_resets import restore_profile
from server.accounts.sessions.actions.departures import lift_suspension
from server.accounts.sessions.actions.suspension import (
    lock_accounts,
    reinstate,
    sign_out_everywhere,
)
from server.accounts.sessions.tables import Account
from server.community.actions.moved_posts import move_post, return_post
from server.community.actions.releases import hold_again
from server.community.actions.transactions import lock_any_post
from server.community.actions.withheld import (
    WithheldThing,
    hide_held,
    show_comment,
    show_post,
    withhold_comment,
    withhold_post,
)
from server.community.dependencies import CommunityDependencies
from server.community.queries.moderation_log import was_replaced
from server.community.rules import checked_category
from server.community.tables import Post
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.errors import Refusal
from server.moderation.actions import record_change
from server.moderation.queries import find_entry
from server.moderation.rules import UNDOS, Action, Attribution, ModerationChange, Subject
from server.moderation.schemas import ReportedThing
from server.moderation.tables import ModerationEntry, UndoneEntry
from server.realtime.events import PostEdited

Act = Literal["hide", "lock", "move", "sign-out"]


def change_of(
    action: Action, thing: ReportedThing, **details: str | int | None
) -> ModerationChange:
    """Returns the change to log for an action on a reported thing.

    For a comment, the details get the id of its post, for the log's link and for the undo.
    """
    subject = Subject.parse(thing.subject)
    if subject.kind == "comment":
        details["post_id"] = thing.post_id
    return ModerationChange(
        action=action,
        subject_kind=subject.kind,
        subject_id=subject.number,
        member_id=thing.member_id,
        details=details,
    )


async def carry_out_act(
    opened: Transaction, thing: ReportedThing, act: Act, *, category: str, now: datetime
) -> ModerationChange:
    """Hides a post or comment, locks a post's comments, moves a post, or signs the author out.

    `category` is where a post moves. Returns the change for the log; raises Refusal 409 if the
    thing is hidden, locked or there already, or if the author to sign out has left; 422 for a
    category in which members cannot write.
    """
    match act:
        case "hide":
            return await _hide(opened, thing, now=now)
        case "lock":
            return await _lock(opened, thing, locked_at=now)
        case "move":
            return await _move(opened, thing, category=category)
        case "sign-out":
            return await _sign_out(opened, thing)
        case _:
            assert_never(act)


async def _sign_out(opened: Transaction, thing: ReportedThing) -> ModerationChange:
    """Signs the author of a thing, or the reported member, out everywhere.

    Returns the change for the log; raises Refusal 409 if the author has left.
    """
    if thing.member_id is None:
        raise author_left()
    await sign_out_everywhere(opened, thing.member_id)
    return ModerationChange(action="sign-out", subject_kind="member", member_id=thing.member_id)


async def undo_entry(
    opened: Transaction,
    community: CommunityDependencies,
    attribution: Attribution,
    entry: ModerationEntry,
) -> Action:
    """Undoes the act of a log entry, logs that as a new entry, and returns the new entry's action.

    The caller has called `mark_undone`. Raises Refusal 409 if the act cannot be undone, if a later
    one has replaced it, or if nothing of it is left to undo; 404 or 410 if the post is gone, 503 if
    the storage of a reset picture is unavailable.
    """
    action, now = UNDOS.get(entry.action), community.now()
    if action is None:
        raise Refusal("moderation.errors.undo", 409)
    if action == "reinstate":
        is_done = await _reinstate(opened, attribution, entry, now=now)
    elif action == "restore-profile":
        is_done = await restore_profile(opened, community.storage, entry, now=now)
    else:
        is_done = await _undo(opened, entry, now=now)
    if not is_done:
        raise Refusal("moderation.errors.undo", 409)
    if action != "reinstate":
        # `_reinstate` logs by itself. Logged last, since the caller may go on after a refusal.
        await record_change(opened, attribution, _change_of_undo(action, entry), now=now)
    return action


def _change_of_undo(action: Action, entry: ModerationEntry) -> ModerationChange:
    """Returns the log's change for the undo of an entry."""
    if entry.subject_kind == "member":
        return ModerationChange(
            action=action,
            subject_kind="member",
            member_id=entry.member_id,
            former_member=entry.former_member,
            undoes=entry.id,
        )
    return ModerationChange(
        action=action,
        subject_kind="post" if entry.subject_kind == "post" else "comment",
        subject_id=entry.subject_id,
        member_id=entry.member_id,
        former_member=entry.former_member,
        details={"post_id": entry.details["post_id"]} if "post_id" in entry.details else {},
        undoes=entry.id,
    )


async def _reinstate(
    opened: Transaction, attribution: Attribution, entry: ModerationEntry, *, now: datetime
) -> bool:
    """Ends the suspension of an entry's member, also of one who has left, and logs that.

    Returns False if none is in force; raises Refusal 409 if a later one has replaced it.
    """
    id, former = entry.member_id, entry.former_member
    # A suspension that is under way is logged before the lock is free.
    await lock_accounts(opened, sa.select(Account.id).where(Account.id == id))
    await _check_in_force(opened, entry)
    if id is not None:
        return await reinstate(opened, attribution, member_id=id, now=now, undoes=entry.id)
    return former is not None and await lift_suspension(
        opened, attribution, former_member=former, now=now, undoes=entry.id
    )


async def _check_in_force(opened: Transaction, entry: ModerationEntry) -> None:
    """Raises Refusal 409 if a later suspension or move has replaced that of an entry."""
    if await was_replaced(opened.session, entry.id):
        raise Refusal("moderation.errors.replaced", 409)


async def mark_undone(opened: Transaction, entry_id: int) -> ModerationEntry:
    """Marks a log entry as undone and returns it; `undo_entry` then undoes its act.

    Of two concurrent undos one succeeds. Raises Refusal 404 for an unknown entry, 409 if it was
    marked before.
    """
    values = {"entry_id": entry_id}
    insert = insert_for(opened.session, UndoneEntry).values(values).on_conflict_do_nothing()
    marked = await opened.session.execute(insert.returning(UndoneEntry.entry_id))
    entry = await find_entry(opened.session, entry_id)
    if entry is None:
        raise Refusal("not-found", 404)
    if marked.first() is None:
        raise Refusal("moderation.errors.undo", 409)
    return entry


def author_left() -> Refusal:
    """Returns Refusal 409 for a decision about an author who has left."""
    return Refusal("moderation.errors.left", 409)


async def _hide(opened: Transaction, thing: ReportedThing, *, now: datetime) -> ModerationChange:
    """Hides a post or comment from all but its author and moderators.

    Returns the change for the log; raises Refusal 409 if it is hidden already.
    """
    subject, post_id = Subject.parse(thing.subject), thing.post_id or 0
    named = WithheldThing(post_id, subject.number if subject.kind == "comment" else None)
    await lock_any_post(opened.session, post_id)
    if thing.held is not None:
        is_done = await hide_held(opened, named)
    elif subject.kind == "post":
        is_done = await withhold_post(opened, post_id, state="hidden", now=now)
    else:
        is_done = await withhold_comment(opened, named, state="hidden", now=now)
    if not is_done:
        raise _already_done()
    return change_of("hide-post" if subject.kind == "post" else "hide-comment", thing)


async def _lock(
    opened: Transaction, thing: ReportedThing, *, locked_at: datetime
) -> ModerationChange:
    """Locks the comments of a post and returns the change for the log.

    Raises Refusal 409 if they are locked already.
    """
    if not await _set_lock(opened, thing.post_id or 0, locked_at=locked_at):
        raise _already_done()
    return change_of("lock-comments", thing)


async def _set_lock(opened: Transaction, post_id: int, *, locked_at: datetime | None) -> bool:
    """Locks a post's comments at the time `locked_at`, or unlocks them if it is None.

    Returns False if they were in that state already, or without such a post.
    """
    lock = Post.comments_locked_at
    is_other = lock.is_not(None) if locked_at is None else lock.is_(None)
    update = sa.update(Post).where(Post.id == post_id, is_other)
    changed = await opened.session.execute(
        update.values(comments_locked_at=locked_at).returning(Post.id)
    )
    if changed.first() is None:
        return False
    opened.announce(PostEdited(post_id))
    return True


async def _move(opened: Transaction, thing: ReportedThing, *, category: str) -> ModerationChange:
    """Moves a post to another category and returns the change for the log.

    Raises Refusal 409 for its present category, 422 for one in which members cannot write. Fields
    that the new category lacks are stored for an undo.
    """
    before = await move_post(opened, thing.post_id or 0, category=checked_category(category))
    if before is None:
        raise _already_done()
    return change_of("move-post", thing, category=category, before=before)


async def _undo(opened: Transaction, entry: ModerationEntry, *, now: datetime) -> bool:
    """Reverses any act but a suspension and a reset profile; a warning has nothing to reverse.

    Returns False if the post or comment is not in the state to which the act brought it; raises
    Refusal 409 for a move that a later one has replaced.
    """
    number = entry.subject_id or 0
    if entry.action == "warn":
        return True
    if entry.action in {"release-post", "release-comment"}:
        return await hold_again(opened, entry, now=now)
    if entry.action == "hide-comment":
        post_id = int(entry.details.get("post_id") or 0)
        await lock_any_post(opened.session, post_id)
        return await show_comment(opened, number, post_id=post_id, state="hidden", now=now)
    await lock_any_post(opened.session, number)
    if entry.action == "hide-post":
        return await show_post(opened, number, state="hidden", now=now)
    if entry.action == "lock-comments":
        return await _set_lock(opened, number, locked_at=None)
    await _check_in_force(opened, entry)
    return await return_post(opened, number)


def _already_done() -> Refusal:
    """Returns Refusal 409 for an act whose result is already there."""
    return Refusal("moderation.errors.already", 409)
