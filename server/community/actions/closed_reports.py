"""Closing of open reports by a decision; texts and pictures that open reports keep."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import sqlalchemy as sa

from server.accounts.profiles.tables import Profile
from server.community.tables import Comment, Post
from server.database.transaction import Transaction
from server.media.uploads.actions.removals import queue_removals
from server.media.uploads.tables import PostImage, ReplacedPicture
from server.moderation.tables import Report
from server.realtime.events import NotificationsChanged

# An open report that keeps what its thing said, unlike the site's own on held things.
_KEEPS_CONTENT = Report.reported_text.is_not(None)
# Outcome of reports on a thing that its author deleted before the decision.
GONE = "gone"


class ClosedReport(NamedTuple):
    """Report that a decision closed: id, e-mail address of the visitor, author of its thing."""

    id: int
    contact: str | None
    author_id: str | None


async def close_reports(
    opened: Transaction, *which: sa.ColumnElement[bool], outcome: str, now: datetime
) -> Sequence[ClosedReport]:
    """Closes the open reports that fit the conditions and returns them, oldest first.

    The visitors' e-mail addresses are returned, but deleted from the rows, and so is the reported
    text. Members who reported are notified of the outcome.
    """
    close = sa.update(Report).where(Report.closed_at.is_(None), *which)
    values = {"closed_at": now, "open_key": None, "outcome": outcome}
    closing = close.values(values).returning(Report.id, Report.reporter_id)
    rows = (await opened.session.execute(closing)).all()
    closed = [id for id, _ in rows]
    for member_id in sorted({reporter for _, reporter in rows if reporter}):
        opened.announce(NotificationsChanged(member_id))
    columns = sa.select(Report.id, Report.contact, Report.member_id)
    select = columns.where(Report.id.in_(closed)).order_by(Report.id)
    reports = [ClosedReport(*row) for row in await opened.session.execute(select)]
    forget = sa.update(Report).where(Report.id.in_(closed)).values(contact=None, reported_text=None)
    await opened.session.execute(forget)
    return reports


async def forget_reported_texts(opened: Transaction) -> None:
    """Deletes the reported texts of what no longer exists, and of closed reports.

    A host of an earlier release closes a report without deleting its text.
    """
    for kind, id in (("post", Post.id), ("comment", Comment.id), ("member", Profile.id)):
        is_of_kind = Report.subject.startswith(f"{kind}:")
        # PostgreSQL may read the number of any subject before it looks at its kind.
        named = sa.case((is_of_kind, sa.func.substr(Report.subject, len(kind) + 2)), else_="0")
        is_there = sa.exists().where(id == sa.cast(named, id.type))
        is_over = sa.or_(Report.closed_at.is_not(None), ~is_there)
        forget = sa.update(Report).where(Report.reported_text.is_not(None), is_of_kind, is_over)
        await opened.session.execute(forget.values(reported_text=None))


async def keep_reported_pictures(
    opened: Transaction, *which: sa.ColumnElement[bool], post_id: int
) -> None:
    """Takes pictures out of a post, if they may have been in it at an open report on it.

    They are uploads from before the newest such report. Without one, nothing changes.
    """
    keeping = (_KEEPS_CONTENT, Report.subject == f"post:{post_id}")
    reported_at = await opened.session.scalar(
        sa.select(sa.func.max(Report.created_at)).where(*keeping)
    )
    if reported_at is None:
        return
    take_out = sa.update(PostImage).where(*which, PostImage.created_at <= reported_at)
    taken = take_out.values(post_id=None).returning(PostImage.id)
    rows = [{"image_id": id, "post_id": post_id} for id in await opened.session.scalars(taken)]
    if rows:
        await opened.session.execute(sa.insert(ReplacedPicture), rows)


async def forget_replaced_pictures(opened: Transaction, *, now: datetime) -> None:
    """Deletes the replaced pictures of posts without an open report; the cleanup removes files."""
    subject = sa.literal("post:") + sa.cast(ReplacedPicture.post_id, sa.String)
    is_open = sa.exists().where(_KEEPS_CONTENT, Report.subject == subject)
    over = sa.select(ReplacedPicture.image_id).where(~is_open)
    delete = sa.delete(PostImage).where(PostImage.id.in_(over)).returning(PostImage.files)
    files = [name for names in await opened.session.scalars(delete) for name in names]
    await queue_removals(opened, files, bucket="post-images", now=now)


async def note_gone(opened: Transaction, closed: Sequence[ClosedReport]) -> None:
    """Stores as the outcome of closed reports that the thing no longer exists."""
    which = Report.id.in_([one.id for one in closed])
    await opened.session.execute(sa.update(Report).where(which).values(outcome=GONE))
