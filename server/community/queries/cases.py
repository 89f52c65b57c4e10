"""Query of the open cases for moderators, and of their acts that can be undone."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.cursors import format_cursor, parse_cursor
from server.community.queries.missing_data import read_with_comments_if_there
from server.community.queries.moderation_log import undoable_entries
from server.community.queries.role_holders import read_role_holders
from server.community.queries.things import (
    by_author,
    find_replaced_pictures,
    find_things,
    things_of_entries,
    written_text,
)
from server.moderation.queries import HOLDS
from server.moderation.rules import Subject
from server.moderation.schemas import (
    CaseList,
    CaseView,
    RecentAct,
    ReportedPicture,
    ReportedThing,
    ReportView,
    UndoableAction,
)
from server.moderation.tables import ModerationEntry, Report
from server.web.viewer import Member

Conditions = tuple[sa.ColumnElement[bool], ...]

CASES_MOST = 50
REPORTS_MOST = 500
TEXTS_MOST = 5


async def list_cases(
    session: AsyncSession, reader: Member | None, *, now: datetime, after: str | None = None
) -> CaseList:
    """Returns the open cases behind a cursor, at most CASES_MOST, and acts that can be undone.

    Reports about the reader are left out: reporters were promised that the member reported does not
    learn of them. Without a reader, for the operator, there are all. Of the reports of all returned
    cases, the newest REPORTS_MOST are returned. While comments cannot be read, what is about them
    is left out.
    """
    return await read_with_comments_if_there(
        session,
        lambda has_comments: _list_cases(
            session, reader, now=now, after=after, has_comments=has_comments
        ),
    )


async def _list_cases(
    session: AsyncSession,
    reader: Member | None,
    *,
    now: datetime,
    after: str | None,
    has_comments: bool,
) -> CaseList:
    """Returns the open cases; without `has_comments`, without those of comments."""
    is_shown = _shown_to(reader, has_comments=has_comments)
    rows = (await session.execute(_select_cases(is_shown, after))).all()
    distinct = sa.func.count(sa.distinct(Report.subject))
    total = await session.scalar(sa.select(distinct).where(*is_shown))
    shown = rows[:CASES_MOST]
    listed = [(row.subject, row.seen, row.former_member) for row in shown]
    subjects = [subject for subject, _, _ in listed]
    reports = await _reports_on(session, subjects, is_shown)
    things = await find_things(session, [Subject.parse(one) for one in subjects])
    texts = await _reported_texts(session, subjects, is_shown)
    replaced = await find_replaced_pictures(session, things.values())
    authors = await _reported_members(session, [seen for _, seen, _ in listed])
    concerned = [*(author.id for author in authors.values()), *(former for _, _, former in listed)]
    earlier = await _count_entries(session, concerned)
    cases = [
        _case(
            _Reported(subject, former, reports[subject], texts[subject], replaced.get(subject, ())),
            authors[seen],
            things.get(subject),
            earlier,
        )
        for subject, seen, former in listed
    ]
    acts = await _undoable_acts(session, reader, now=now, has_comments=has_comments)
    last = shown[-1] if len(rows) > CASES_MOST else None
    position = (last.is_record, last.reporters, last.oldest) if last else None
    cursor = format_cursor("cases", position) if position else None
    return CaseList(cases=tuple(cases), total=total or 0, acts=acts, next=cursor)


def _select_cases(is_shown: Conditions, after: str | None) -> sa.Select[Any]:
    """Selects the open cases behind a cursor, one more than CASES_MOST.

    Corrections of records come last, as members can send many of them at once. Then cases with more
    reporters come first, and of equally many the one that has waited longest. Visitors count as one
    reporter together, since nobody has checked their addresses; so do members who have left.
    """
    is_record = sa.case((Report.subject.startswith("cultivar:"), 1), else_=0)
    reporters = sa.func.count(sa.distinct(sa.func.coalesce(Report.reporter_id, "")))
    oldest = sa.func.min(Report.id)
    select = (
        sa.select(
            Report.subject,
            sa.func.max(Report.id).label("seen"),
            sa.func.max(Report.former_member).label("former_member"),
            is_record.label("is_record"),
            reporters.label("reporters"),
            oldest.label("oldest"),
        )
        .where(*is_shown)
        .group_by(Report.subject)
        .order_by(is_record, reporters.desc(), oldest)
        .limit(CASES_MOST + 1)
    )
    position = parse_cursor(after, "cases")
    if position is None:
        return select
    record, number, first = (sa.literal(value) for value in position)
    is_behind = sa.tuple_(is_record, -reporters, oldest) > sa.tuple_(record, -number, first)
    return select.having(is_behind)


def _shown_to(reader: Member | None, *, has_comments: bool) -> Conditions:
    """Returns the conditions of open reports, without those about the reader if there is one.

    Without `has_comments`, none is about a comment.
    """
    conditions: list[sa.ColumnElement[bool]] = [Report.closed_at.is_(None)]
    if reader:
        conditions.append(Report.member_id.is_distinct_from(reader.id))
    if not has_comments:
        conditions.append(~Report.subject.startswith("comment:"))
    return tuple(conditions)


async def _undoable_acts(
    session: AsyncSession, reader: Member | None, *, now: datetime, has_comments: bool
) -> tuple[RecentAct, ...]:
    """Returns moderators' newest acts that the reader may undo, each with the thing concerned.

    Without a reader, for the operator, these are all that can be undone. `note` is None where the
    logged reason only repeats the rule.
    """
    role_holders = await read_role_holders(session, reader, now=now) if reader else None
    entries = await undoable_entries(
        session, now=now, role_holders=role_holders, has_comments=has_comments
    )
    things = await things_of_entries(session, entries)
    members = [entry.member_id for entry in entries if entry.member_id]
    named = sa.select(Profile.id, Profile.display_name).where(Profile.id.in_(members))
    names = {id: public_name(name) for id, name in await session.execute(named)}
    return tuple(
        RecentAct(
            id=entry.id,
            action=cast("UndoableAction", entry.action),
            created_at=entry.created_at,
            rule=str(entry.details["rule"]) if "rule" in entry.details else None,
            note=entry.reason if entry.reason != entry.details.get("rule") else None,
            thing=things.get(entry.id),
            former_member=entry.former_member,
            member_id=entry.member_id,
            member_name=names.get(entry.member_id or ""),
        )
        for entry in entries
    )


class _Author(NamedTuple):
    """Author of a reported thing, as its newest report names them; None after they have left."""

    # Id of that report: the newest that a moderator of the case has seen.
    seen: int
    id: str | None
    name: str | None


async def _reported_members(session: AsyncSession, ids: Sequence[int]) -> dict[int, _Author]:
    """Returns, by the id of a report, the author of its thing, or the reported member."""
    select = (
        sa.select(Report.id, Report.member_id, Profile.display_name)
        .outerjoin(Profile, Profile.id == Report.member_id)
        .where(Report.id.in_(ids))
    )
    return {
        seen: _Author(seen, id, public_name(name) if id else None)
        for seen, id, name in await session.execute(select)
    }


class _Reported(NamedTuple):
    """What the reports on a subject say, and its author's pseudonym if the author has left."""

    subject: str
    former_member: str | None
    reports: Sequence[ReportView]
    # What the thing said at each report, oldest first, without repetitions.
    texts: Sequence[str]
    # Pictures of the post that its author has replaced since.
    pictures: tuple[ReportedPicture, ...]


def _case(
    reported: _Reported, author: _Author, thing: ReportedThing | None, earlier: dict[str, int]
) -> CaseView:
    """Returns the case of a subject, with texts and pictures that the thing no longer has.

    `earlier` has the number of log entries about each member, also of those who have left.
    """
    subject, former, reports, texts, pictures = reported
    shown = by_author(thing, author.id)
    present = written_text(shown) if shown else None
    return CaseView(
        subject=subject,
        kind=Subject.parse(subject).kind,
        thing=shown,
        reports=tuple(reports),
        seen=author.seen,
        earlier=earlier.get(author.id or former or "", 0),
        former_member=former,
        member_id=author.id,
        author=author.name,
        reported_texts=tuple(text for text in texts if text != present) if shown else (),
        replaced_pictures=pictures if shown else (),
    )


async def _reported_texts(
    session: AsyncSession, subjects: Sequence[str], is_shown: Conditions
) -> defaultdict[str, list[str]]:
    """Returns what these subjects said when they were reported, each text once, oldest first.

    Of each subject the newest TEXTS_MOST.
    """
    last = sa.func.max(Report.id)
    select = (
        sa.select(Report.subject, Report.reported_text)
        .where(*is_shown, Report.subject.in_(subjects), Report.reported_text.is_not(None))
        .group_by(Report.subject, Report.reported_text)
        .order_by(last.desc())
        .limit(REPORTS_MOST)
    )
    found: defaultdict[str, list[str]] = defaultdict(list)
    for subject, text in await session.execute(select):
        if text and len(found[subject]) < TEXTS_MOST:
            found[subject].insert(0, text)
    return found


async def _reports_on(
    session: AsyncSession, subjects: Sequence[str], is_shown: Conditions
) -> defaultdict[str, list[ReportView]]:
    """Returns the newest shown reports on these subjects, at most REPORTS_MOST in all.

    A subject whose reports are all older has none.
    """
    select = (
        sa.select(Report)
        .where(*is_shown, Report.subject.in_(subjects))
        .order_by(Report.id.desc())
        .limit(REPORTS_MOST)
    )
    found: defaultdict[str, list[ReportView]] = defaultdict(list)
    for row in await session.scalars(select):
        view = ReportView(
            reason=row.reason,
            note=row.note,
            contact=row.contact,
            created_at=row.created_at,
            is_of_member=row.reporter_id is not None,
        )
        found[row.subject].append(view)
    return found


async def _count_entries(session: AsyncSession, member_ids: Iterable[str | None]) -> dict[str, int]:
    """Returns the number of log entries about each member, without the holds by the site.

    Members who have left are named by pseudonym.
    """
    wanted = {id for id in member_ids if id}
    member, former = ModerationEntry.member_id, ModerationEntry.former_member
    concerned = sa.func.coalesce(member, former)
    select = (
        sa.select(concerned, sa.func.count())
        .where(sa.or_(member.in_(wanted), former.in_(wanted)), ModerationEntry.action.not_in(HOLDS))
        .group_by(concerned)
    )
    return {id: number for id, number in await session.execute(select) if id}
