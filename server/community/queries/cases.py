"""Queries of reports: the things that are reported, and the open cases for moderators."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.queries.views import POSTS, WITHHELD_COMMENTS, WITHHELD_POSTS
from server.community.queries.visibility import is_public_comment, is_public_post
from server.community.tables import Comment, Post
from server.contracts.catalogue import CULTIVARS
from server.media.uploads.queries import images_of_post, read_images
from server.moderation.queries import HOLDS, undoable_entries
from server.moderation.rules import Subject
from server.moderation.schemas import (
    CaseList,
    CaseView,
    RecentAct,
    ReportedPicture,
    ReportedThing,
    ReportView,
    SubjectKind,
)
from server.moderation.tables import ModerationEntry, Report
from server.web.viewer import Member, Viewer

CASES_MOST = 50
REPORTS_MOST = 500

_TABLES: dict[str, type[Post] | type[Comment]] = {"post": Post, "comment": Comment}


async def find_thing(session: AsyncSession, subject: Subject) -> ReportedThing | None:
    """Returns the post, comment, member or record of a subject as moderators see it.

    Returns None if it does not exist; hidden, held and just deleted ones are returned.
    """
    things = await find_things(session, [subject])
    return things.get(str(subject))


async def find_reportable_thing(
    session: AsyncSession, subject: Subject, viewer: Viewer
) -> ReportedThing | None:
    """Returns a subject as its reporter sees it; None if it does not exist or is withheld.

    Moderators also report what is hidden or held, so that they can decide about it again.
    """
    is_moderator = isinstance(viewer, Member) and viewer.role is not None
    things = await find_things(session, [subject], is_public=not is_moderator)
    return things.get(str(subject))


async def list_cases(session: AsyncSession) -> CaseList:
    """Returns the open cases, those with most reports first, and the acts that can be undone.

    Of cases with as many reports, the one with the newest report is first.
    """
    is_open = Report.closed_at.is_(None)
    number = sa.func.count()
    newest = sa.func.max(Report.id)
    grouped = (
        sa.select(Report.subject, newest, sa.func.max(Report.former_member))
        .where(is_open)
        .group_by(Report.subject)
        .order_by(number.desc(), newest.desc())
        .limit(CASES_MOST)
    )
    rows = (await session.execute(grouped)).all()
    total = await session.scalar(
        sa.select(sa.func.count(sa.distinct(Report.subject))).where(is_open)
    )
    subjects = [Subject.parse(subject) for subject, _, _ in rows]
    reports = await _reports_on(session, [subject for subject, _, _ in rows])
    things = await find_things(session, subjects)
    authors = await _authors_of_reports(session, [seen for _, seen, _ in rows])
    concerned = [*(author.id for author in authors.values()), *(former for _, _, former in rows)]
    earlier = await _count_entries(session, concerned)
    cases = [
        _case((subject, former), authors[seen], things.get(subject), reports[subject], earlier)
        for subject, seen, former in rows
    ]
    acts = await _recent_acts(session)
    return CaseList(cases=tuple(cases), total=total or 0, acts=acts)


async def _recent_acts(session: AsyncSession) -> tuple[RecentAct, ...]:
    """Returns the acts that can be undone, newest first, each with what it was about."""
    entries = await undoable_entries(session)
    named = {entry.id: subject_of(entry) for entry in entries}
    things = await find_things(session, [one for one in named.values() if one])
    return tuple(
        RecentAct(
            id=entry.id,
            action=entry.action,
            created_at=entry.created_at,
            rule=str(entry.details["rule"]) if "rule" in entry.details else None,
            note=entry.reason if entry.reason != entry.details.get("rule") else None,
            thing=_by_author(things.get(str(named[entry.id])), entry.member_id),
            former_member=entry.former_member,
        )
        for entry in entries
    )


def subject_of(entry: ModerationEntry) -> Subject | None:
    """Returns the subject of a log entry; None for a member who has left."""
    if entry.subject_kind == "member":
        return Subject("member", member_id=entry.member_id) if entry.member_id else None
    kind: SubjectKind = "post" if entry.subject_kind == "post" else "comment"
    return Subject(kind, number=entry.subject_id)


class _Author(NamedTuple):
    """Author of a reported thing, as its newest report names them; null after they have left."""

    seen: int
    id: str | None
    name: str | None


async def _authors_of_reports(session: AsyncSession, ids: Sequence[int]) -> dict[int, _Author]:
    """Returns the author of the thing of each report by the report's id."""
    select = (
        sa.select(Report.id, Report.member_id, Profile.display_name)
        .outerjoin(Profile, Profile.id == Report.member_id)
        .where(Report.id.in_(ids))
    )
    return {
        seen: _Author(seen, id, public_name(name) if id else None)
        for seen, id, name in await session.execute(select)
    }


def _by_author(thing: ReportedThing | None, author_id: str | None) -> ReportedThing | None:
    """Returns the thing if it is of this author, else None.

    Earlier versions gave the id of a deleted comment again on SQLite.
    """
    return thing if thing is not None and thing.member_id == author_id else None


def _case(
    row: tuple[str, str | None],
    author: _Author,
    thing: ReportedThing | None,
    reports: Sequence[ReportView],
    earlier: dict[str, int],
) -> CaseView:
    """Returns the case of a subject.

    `earlier` has the number of decisions about each author, who may have left.
    """
    subject, former = row
    return CaseView(
        subject=subject,
        kind=Subject.parse(subject).kind,
        thing=_by_author(thing, author.id),
        reports=tuple(reports),
        seen=author.seen,
        earlier=earlier.get(author.id or former or "", 0),
        former_member=former,
        member_id=author.id,
        author=author.name,
    )


async def _reports_on(
    session: AsyncSession, subjects: Sequence[str]
) -> defaultdict[str, list[ReportView]]:
    """Returns the newest open reports on each subject, at most REPORTS_MOST in all."""
    select = (
        sa.select(Report)
        .where(Report.closed_at.is_(None), Report.subject.in_(subjects))
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


async def find_things(
    session: AsyncSession, subjects: Sequence[Subject], *, is_public: bool = False
) -> dict[str, ReportedThing]:
    """Returns the reported posts, comments, members and records that exist, by subject.

    One statement reads each kind. With `is_public`, withheld posts and comments are left out.
    """
    found: dict[str, ReportedThing] = {}
    for kind, table in _TABLES.items():
        numbers = [one.number for one in subjects if one.kind == kind]
        if numbers:
            for row in await session.execute(_select_texts(table, numbers, is_public)):
                thing = _thing(kind, row)
                found[thing.subject] = thing
    for one in subjects:
        record = CULTIVARS.get(one.cultivar or "")
        if record is not None:
            found[str(one)] = ReportedThing(
                subject=str(one),
                kind="cultivar",
                post_id=None,
                member_id=None,
                author=None,
                text=f"{record.name_ja} ({record.name_en})",
            )
    members = [one.member_id for one in subjects if one.kind == "member"]
    if members:
        select = sa.select(Profile.id, Profile.display_name, Profile.bio)
        for id, name, bio in await session.execute(select.where(Profile.id.in_(members))):
            subject = str(Subject("member", member_id=id))
            found[subject] = ReportedThing(
                subject=subject,
                kind="member",
                post_id=None,
                member_id=id,
                author=public_name(name),
                text=bio or "",
            )
    return found


def _select_texts(
    table: type[Post] | type[Comment],
    numbers: Sequence[int | None],
    is_public: bool,
) -> sa.Select[*tuple[Any, ...]]:
    """Selects posts or comments with their authors and pictures, and why each is withheld.

    With `is_public`, withheld ones are left out.
    """
    post_id = Comment.post_id if table is Comment else Post.id
    title = sa.null() if table is Comment else Post.title
    withheld = WITHHELD_COMMENTS if table is Comment else WITHHELD_POSTS
    id = withheld.c.comment_id if table is Comment else withheld.c.post_id
    held = sa.select(withheld.c.reason).where(id == table.id, withheld.c.state == "held")
    is_deleted = sa.exists().where(id == table.id, withheld.c.state == "deleted")
    pictures = sa.null() if table is Comment else images_of_post(POSTS.c.id)
    columns = (table.id, post_id, table.user_id, Profile.display_name, title, table.content)
    select = (
        sa.select(*columns, held.scalar_subquery(), is_deleted, pictures)
        .outerjoin(Profile, Profile.id == table.user_id)
        .where(table.id.in_(numbers))
    )
    if not is_public:
        return select
    return select.where(is_public_comment() if table is Comment else is_public_post())


def _thing(kind: str, row: Sequence[Any]) -> ReportedThing:
    """Converts a row of `_select_texts`; a thing whose author has left has no author's name."""
    number, post_id, member_id, name, title, content, held, is_deleted, pictures = row
    return ReportedThing(
        subject=f"{kind}:{number}",
        kind="post" if kind == "post" else "comment",
        post_id=post_id,
        member_id=member_id,
        author=public_name(name) if member_id else None,
        text=f"{title}\n{content}" if title else content,
        held=held,
        is_deleted=is_deleted,
        images=tuple(
            ReportedPicture(one.url, one.width, one.height, one.alt)
            for one in read_images(pictures)
        ),
    )
