"""Decisions of moderators and commands on reported things, which close reports."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import assert_never

import sqlalchemy as sa

from server.accounts.avatars.actions.profile_resets import ProfileReset, reset_profile
from server.accounts.sessions.actions.suspension import lock_accounts, suspend
from server.accounts.sessions.rules import suspension_end
from server.community.actions.acts import (
    author_left,
    carry_out_act,
    change_of,
)
from server.community.actions.closed_reports import ClosedReport, close_reports, note_gone
from server.community.actions.moderation import remove_everything, remove_thing
from server.community.actions.releases import release
from server.community.actions.transactions import post_transaction, unavailable
from server.community.collections.actions import stop_sharing
from server.community.dependencies import CommunityDependencies
from server.community.holds.actions import is_case_open, renewed_case
from server.community.queries.role_holders import check_rank
from server.community.queries.things import find_thing
from server.contracts.catalogue import EDITION
from server.database.transaction import Transaction
from server.errors import Refusal
from server.media.uploads.actions.removals import remove_avatars
from server.moderation.actions import record_change
from server.moderation.decision_rules import (
    DECISIONS_DESPITE_EDITS,
    DECISIONS_ON_HELD,
    check_decision,
    check_unchanged,
)
from server.moderation.profile_parts import PROFILE_PARTS
from server.moderation.rank import PERSONAL
from server.moderation.rules import (
    Action,
    Attribution,
    Subject,
    check_recent_sign_in,
    checked_edition,
    checked_note,
    unknown_subject,
)
from server.moderation.schemas import (
    DecisionReceipt,
    NewDecision,
    ProfilePart,
    ReportedThing,
)
from server.moderation.tables import Report
from server.web.viewer import Member

# Action to log for each decision that leaves the thing as it is.
KEPT: dict[str, Action] = {"keep": "keep", "warn": "warn", "accept": "accept-correction"}


async def decide(
    community: CommunityDependencies, moderator: Member, decision: NewDecision
) -> DecisionReceipt:
    """Decides a case: closes its reports up to `decision.seen`, and carries out the decision.

    Reports that came later stay open, but `decision.everything` closes all open reports about the
    author, also those on other things. Raises Refusal 409 if another moderator decided or it cannot
    be carried out, 403 without recent sign-in, below the rank, and for what the moderator wrote,
    422 for an invalid decision.
    """
    now = community.now()
    check_recent_sign_in(moderator.signed_in_at, now)
    subject = Subject.parse(decision.subject)
    check_decision(decision, subject)
    reason = checked_note(decision.note) or decision.rule
    attribution = Attribution(moderator.id, reason, rule=decision.rule)
    async with post_transaction(community, None, without_table=unavailable()) as opened:
        closed = await _close_read_reports(opened, moderator, decision, now=now)
        thing = await _find_decided(opened, subject, decision=decision, closed=closed)
        if thing is None:
            await note_gone(opened, closed)
        else:
            about = {"kind": thing.kind, "decision": decision.decision}
            await check_rank(opened.session, moderator, thing.member_id, **about)
            await _carry_out(opened, community, attribution, thing=thing, decision=decision)
            if decision.everything:
                closed += await close_reports(
                    opened,
                    Report.member_id == thing.member_id,
                    outcome=decision.decision,
                    now=now,
                )
        contacts = tuple(one.contact for one in closed if one.contact)
        return DecisionReceipt(closed=len(closed), contacts=contacts)


async def _close_read_reports(
    opened: Transaction, moderator: Member, decision: NewDecision, *, now: datetime
) -> list[ClosedReport]:
    """Closes the reports up to `decision.seen` and returns them.

    Locks their authors' accounts first. Where an edit of a held text has replaced the report of the
    site, a decision in DECISIONS_DESPITE_EDITS closes the new one. Raises Refusal 409 if none is
    open any more, 403 for reports about the moderator.
    """
    read = (Report.subject == decision.subject, Report.id <= decision.seen)
    # Decisions about one member take turns: one of them may close the reports of the others.
    authors = sa.select(Report.member_id).where(*read)
    await lock_accounts(opened, authors.where(Report.member_id.is_not(None)))
    closed = [*await close_reports(opened, *read, outcome=decision.decision, now=now)]
    if not closed and decision.decision in DECISIONS_DESPITE_EDITS:
        renewed = renewed_case(Subject.parse(decision.subject), seen=decision.seen)
        closed += await close_reports(opened, renewed, outcome=decision.decision, now=now)
    if not closed:
        raise Refusal("moderation.errors.decided", 409)
    if moderator.id in {one.author_id for one in closed}:
        raise Refusal("moderation.errors.own", 403)
    return closed


async def _find_decided(
    opened: Transaction, subject: Subject, *, decision: NewDecision, closed: Sequence[ClosedReport]
) -> ReportedThing | None:
    """Returns the thing that a decision is about; None if it is gone and nothing is left to do.

    A thing whose author is not the one that the reports name counts as gone. To "keep" or "remove"
    it, nothing is left to do; a decision about the person (PERSONAL) gets the author as the thing.
    Raises Refusal 409 for any other decision on a gone thing, if the author has left too, and for a
    thing that was edited since the moderator read it (but for DECISIONS_DESPITE_EDITS).
    """
    authors = {one.author_id for one in closed}
    thing = await find_thing(opened.session, subject)
    if thing is not None and authors == {thing.member_id}:
        if decision.decision not in DECISIONS_DESPITE_EDITS:
            check_unchanged(thing, decision.edited_at)
        return thing
    if decision.decision in {"keep", "remove"}:
        return None
    if decision.decision not in PERSONAL:
        raise Refusal("moderation.errors.gone", 409)
    if len(authors) > 1 or None in authors:
        raise author_left()
    return await find_thing(opened.session, Subject("member", member_id=authors.pop()))


async def decide_by_command(
    community: CommunityDependencies, attribution: Attribution, decision: NewDecision
) -> None:
    """Carries out a decision of the command line and closes all open reports on its subject.

    Makes none of the checks of a moderator's session. To keep a thing that is gone closes its
    reports. Raises Refusal 404 for a subject that does not exist, 422 for a decision that does not
    fit it, 409 or 503 if it cannot be carried out.
    """
    now, subject = community.now(), Subject.parse(decision.subject)
    check_decision(decision, subject)
    async with post_transaction(community, None, without_table=unavailable()) as opened:
        closed = await close_reports(
            opened, Report.subject == decision.subject, outcome=decision.decision, now=now
        )
        thing = await find_thing(opened.session, subject)
        if thing is None:
            if not closed or decision.decision != "keep":
                raise unknown_subject()
            await note_gone(opened, closed)
            return
        await _carry_out(opened, community, attribution, thing=thing, decision=decision)


async def _carry_out(
    opened: Transaction,
    community: CommunityDependencies,
    attribution: Attribution,
    *,
    thing: ReportedThing,
    decision: NewDecision,
) -> None:
    """Carries out and logs a decision on a reported thing; a suspension also removes the thing."""
    now = community.now()
    if thing.held is not None:
        await _check_held(opened, thing, decision)
    match decision.decision:
        case "keep" | "warn" | "accept":
            await _keep(opened, attribution, thing, decision=decision, now=now)
        case "hide" | "lock" | "move" | "sign-out" as act:
            category = decision.category or ""
            change = await carry_out_act(opened, thing, act, category=category, now=now)
            await record_change(opened, attribution, change, now=now)
        case "reset":
            parts = decision.parts or PROFILE_PARTS
            await _reset(opened, community, attribution, thing=thing, parts=parts)
        case "remove":
            await remove_thing(opened, community, attribution, thing=thing)
        case "suspend":
            await _suspend(opened, community, attribution, thing=thing, decision=decision)
        case _:
            assert_never(decision.decision)


async def _reset(
    opened: Transaction,
    community: CommunityDependencies,
    attribution: Attribution,
    *,
    thing: ReportedThing,
    parts: Sequence[ProfilePart],
) -> None:
    """Resets parts of a member's profile; the picture's files are removed after the commit."""
    storage, member_id = community.storage, _member_of(thing)
    was_shared = "collections" in parts and await stop_sharing(opened, member_id)
    emptied: tuple[ProfilePart, ...] = ("collections",) if was_shared else ()
    reset = ProfileReset(member_id, parts, community.now(), emptied)
    files = await reset_profile(opened, storage, attribution, reset)
    opened.after_commit(partial(remove_avatars, community.database, storage, files))


async def _suspend(
    opened: Transaction,
    community: CommunityDependencies,
    attribution: Attribution,
    *,
    thing: ReportedThing,
    decision: NewDecision,
) -> None:
    """Removes a reported thing, with `everything` all that its author wrote; suspends the author.

    The suspension has `decision.days` days, or no end. Raises Refusal 409 if the author has left.
    """
    now = community.now()
    await remove_thing(opened, community, attribution, thing=thing)
    member_id = _member_of(thing)
    until = suspension_end(now, decision.days) if decision.days else None
    await suspend(opened, attribution, member_id=member_id, until=until, now=now)
    if decision.everything:
        await remove_everything(opened, community, attribution, member_id=member_id)


def _member_of(thing: ReportedThing) -> str:
    """Returns the id of the author of a thing, or of the member; raises Refusal 409 without one."""
    if thing.member_id is None:
        raise author_left()
    return thing.member_id


async def _check_held(opened: Transaction, thing: ReportedThing, decision: NewDecision) -> None:
    """Checks a decision on a thing that is held for review.

    Raises Refusal 409 if its author changed it since the moderator read it (but for
    DECISIONS_DESPITE_EDITS), 422 for a decision that is not in DECISIONS_ON_HELD.
    """
    must_be_read = decision.decision not in DECISIONS_DESPITE_EDITS
    if must_be_read and await is_case_open(opened, Subject.parse(thing.subject)):
        raise Refusal("moderation.errors.changed", 409)
    if decision.decision not in DECISIONS_ON_HELD:
        raise Refusal("moderation.errors.decision", 422)


async def _keep(
    opened: Transaction,
    attribution: Attribution,
    thing: ReportedThing,
    *,
    decision: NewDecision,
    now: datetime,
) -> None:
    """Logs a decision that leaves the thing as it is; publishes a thing that is held for review.

    What its author has just deleted is neither published nor logged. Raises Refusal 409 for a
    warning to an author who has left, 422 for an invalid edition of a correction.
    """
    if thing.held is not None:
        if not thing.is_deleted:
            await release(opened, attribution, thing, now=now)
        return
    kept = KEPT[decision.decision]
    if kept == "warn" and thing.member_id is None:
        raise author_left()
    details = _correction(decision, thing)
    await record_change(opened, attribution, change_of(kept, thing, **details), now=now)


def _correction(decision: NewDecision, thing: ReportedThing) -> dict[str, str]:
    """Returns the log details of a decision on a cultivar's record: id, and corrected edition.

    Empty for other things.
    """
    if thing.kind != "cultivar":
        return {}
    details = {"cultivar": Subject.parse(thing.subject).cultivar or ""}
    if decision.decision == "accept":
        details["edition"] = checked_edition(decision.edition, present=EDITION.version)
    return details
