"""Actions on notices, the stored notifications of comments and posts, and on what was read."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.actions import mark_notifications_read
from server.community.notices.rules import DECISION_GROUP, REPORT_GROUP
from server.community.notices.tables import (
    Notice,
    NotificationGroupRead,
    NotificationRead,
    PostNotice,
)
from server.community.queries.visibility import is_announced_to
from server.community.tables import Comment, Post, WithheldComment, WithheldPost
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.moderation.tables import Report
from server.realtime.events import NotificationsChanged
from server.web.viewer import Member

# Times at which posts and groups were read are kept longer than notifications are shown (90 days).
READS_KEPT = timedelta(days=100)


class NewNotice(NamedTuple):
    """Notice of a kind to a member, about a comment on a post."""

    kind: str
    member_id: str
    comment_id: int
    post_id: int


class WrittenComment(NamedTuple):
    """New or edited comment, and the member to whom it replies."""

    id: int
    post_id: int
    replies_to: str | None


async def add_notices(
    opened: Transaction,
    member: Member,
    written: WrittenComment,
    *,
    named: Collection[str],
    now: datetime,
) -> None:
    """Stores notices of a comment for the member replied to and the members `named` in it.

    `member`, the comment's author, gets none. A member can get both, and the post's author too: by
    which kind they are notified depends on their choices, so it is decided when notices are read.
    """
    kinds = {(member_id, "mention") for member_id in named}
    if written.replies_to is not None:
        kinds.add((written.replies_to, "reply"))
    for member_id, kind in sorted(kinds):
        if member_id != member.id:
            notice = NewNotice(kind, member_id, written.id, written.post_id)
            await add_notice(opened, notice, now=now)


async def change_notices(
    opened: Transaction,
    member: Member,
    edited: WrittenComment,
    *,
    named: Collection[str],
    now: datetime,
) -> None:
    """Updates the notices of an edited comment: deletes those of mentions that the edit removed.

    Mentions that it adds get a notice only if the comment is held since it was written: an edit of
    what readers have seen notifies nobody.
    """
    session = opened.session
    is_mention = (Notice.comment_id == edited.id, Notice.kind == "mention")
    gone = sa.delete(Notice).where(*is_mention, Notice.member_id.not_in(named))
    for member_id in await session.scalars(gone.returning(Notice.member_id)):
        opened.announce(NotificationsChanged(member_id))
    is_unseen = sa.exists().where(
        WithheldComment.comment_id == Comment.id,
        WithheldComment.reason.is_not(None),
        WithheldComment.at == Comment.created_at,
    )
    if await session.scalar(sa.select(is_unseen).where(Comment.id == edited.id)):
        is_reply = (Notice.comment_id == edited.id, Notice.kind == "reply")
        replied_to = await session.scalar(sa.select(Notice.member_id).where(*is_reply))
        await add_notices(
            opened, member, edited._replace(replies_to=replied_to), named=named, now=now
        )


async def announce_comment(opened: Transaction, comment_id: int) -> None:
    """Announces changed notifications to the open pages of each member whom a comment notifies.

    Members from whom a mute or block hides the comment's author are left out.
    """
    for recipient, author_id in await recipients_of_comment(opened.session, comment_id):
        await announce_to(opened, recipient, author_id=author_id)


async def recipients_of_comment(session: AsyncSession, comment_id: int) -> list[tuple[str, str]]:
    """Returns pairs of ids: a member whose notifications a comment changes, the comment's author.

    These members are the post's author and all who have a notice of the comment, except the
    comment's author. Notices of a chosen answer do not count here: they are announced when it is
    chosen.
    """
    select = (
        sa.select(Comment.user_id, Post.user_id, Notice.member_id)
        .join(Post, Post.id == Comment.post_id)
        .outerjoin(Notice, sa.and_(Notice.comment_id == Comment.id, Notice.kind != "answer"))
        .where(Comment.id == comment_id, Comment.user_id.is_not(None))
    )
    rows = (await session.execute(select)).all()
    found = {
        (recipient, str(author))
        for author, owner, named in rows
        for recipient in (owner, named)
        if recipient is not None and recipient != author
    }
    return sorted(found)


async def renew_notices(opened: Transaction, comment_id: int, *, now: datetime) -> None:
    """Sets the time of a comment's notices to `now`, when the comment is released from review.

    Only then do the members see them; a notice with the time of the hold might count as read.
    """
    which = (Notice.comment_id == comment_id, Notice.kind != "answer")
    await opened.session.execute(sa.update(Notice).where(*which).values(at=now))


async def add_post_notices(
    opened: Transaction,
    member: Member,
    post_id: int,
    *,
    named: Collection[str],
    now: datetime,
) -> None:
    """Stores notices for the members `named` in a post, except for `member`, its author."""
    for member_id in set(named) - {member.id}:
        values = {"member_id": member_id, "post_id": post_id, "at": now}
        insert = insert_for(opened.session, PostNotice).values(values)
        await opened.session.execute(insert.on_conflict_do_nothing())


async def change_post_notices(
    opened: Transaction,
    member: Member,
    post_id: int,
    *,
    named: Collection[str],
    now: datetime,
) -> None:
    """Updates the notices of an edited post: deletes those of mentions that the edit removed.

    Mentions that it adds get a notice only if the post is held since it was written: an edit of
    what readers have seen notifies nobody.
    """
    session = opened.session
    gone = sa.delete(PostNotice).where(
        PostNotice.post_id == post_id, PostNotice.member_id.not_in(named)
    )
    for member_id in await session.scalars(gone.returning(PostNotice.member_id)):
        opened.announce(NotificationsChanged(member_id))
    is_unseen = sa.exists().where(
        WithheldPost.post_id == Post.id,
        WithheldPost.reason.is_not(None),
        WithheldPost.at == Post.created_at,
    )
    if await session.scalar(sa.select(is_unseen).where(Post.id == post_id)):
        await add_post_notices(opened, member, post_id, named=named, now=now)


async def announce_post(opened: Transaction, post_id: int) -> None:
    """Announces changed notifications to the open pages of each member with a notice of a post.

    Members from whom a mute or block hides the post's author are left out.
    """
    for recipient, author_id in await recipients_of_post(opened.session, post_id):
        await announce_to(opened, recipient, author_id=author_id)


async def recipients_of_post(session: AsyncSession, post_id: int) -> list[tuple[str, str]]:
    """Returns the members who have a notice of a post, each with the id of the post's author."""
    select = (
        sa.select(PostNotice.member_id, Post.user_id)
        .join(Post, Post.id == PostNotice.post_id)
        .where(PostNotice.post_id == post_id, Post.user_id.is_not(None))
        .order_by(PostNotice.member_id)
    )
    return [(recipient, str(author)) for recipient, author in await session.execute(select)]


async def renew_post_notices(opened: Transaction, post_id: int, *, now: datetime) -> None:
    """Sets the time of a post's notices to `now`, when it is released from review.

    Announces them to their members' open pages.
    """
    update = sa.update(PostNotice).where(PostNotice.post_id == post_id).values(at=now)
    await opened.session.execute(update)
    await announce_post(opened, post_id)


async def add_notice(opened: Transaction, notice: NewNotice, *, now: datetime) -> None:
    """Stores a notice; does nothing if it is stored already."""
    values = {**notice._asdict(), "at": now}
    insert = insert_for(opened.session, Notice).values(values)
    await opened.session.execute(insert.on_conflict_do_nothing())


async def announce_to(opened: Transaction, member_id: str, *, author_id: str) -> None:
    """Announces to a member's open pages that notifications changed.

    Does nothing if a mute or block hides the author `author_id` from the member.
    """
    if await is_announced_to(opened.session, member_id, author_id):
        opened.announce(NotificationsChanged(member_id))


async def remove_notices(opened: Transaction, kind: str, *, post_id: int) -> None:
    """Deletes the notices of one kind on a post, and announces it to their members' open pages."""
    which = sa.delete(Notice).where(Notice.kind == kind, Notice.post_id == post_id)
    for member_id in await opened.session.scalars(which.returning(Notice.member_id)):
        opened.announce(NotificationsChanged(member_id))


async def mark_all_read(opened: Transaction, member: Member, *, until: datetime) -> None:
    """Marks the notifications of a member up to a time as read, by the time in the profile.

    Deletes the times up to then at which the member read single posts and groups.
    """
    await mark_notifications_read(opened, member, until=until)
    for table in (NotificationRead, NotificationGroupRead):
        is_covered = (table.member_id == member.id, table.read_at <= until)
        await opened.session.execute(sa.delete(table).where(*is_covered))
    opened.announce(NotificationsChanged(member.id))


async def mark_post_read(
    opened: Transaction, member: Member, *, post_id: int, now: datetime
) -> None:
    """Marks the member's notifications about a post as read; an unknown post is ignored.

    Deletes the member's times of reading that are older than READS_KEPT.
    """
    session = opened.session
    own = NotificationRead.member_id == member.id
    old = sa.delete(NotificationRead).where(own, NotificationRead.read_at <= now - READS_KEPT)
    await session.execute(old)
    if await session.scalar(sa.select(Post.id).where(Post.id == post_id)) is None:
        return
    values = {"member_id": member.id, "post_id": post_id, "read_at": now}
    insert = insert_for(session, NotificationRead).values(values)
    keys = [NotificationRead.member_id, NotificationRead.post_id]
    await session.execute(insert.on_conflict_do_update(index_elements=keys, set_={"read_at": now}))
    opened.announce(NotificationsChanged(member.id))


async def mark_group_read(
    opened: Transaction, member: Member, *, group: str, now: datetime
) -> None:
    """Marks the member's notifications of a group without a post (`notices/rules.py`) as read.

    The group of a record that the member has not reported is ignored. Deletes the member's times of
    reading that are older than READS_KEPT.
    """
    session = opened.session
    table = NotificationGroupRead
    is_old = (table.member_id == member.id, table.read_at <= now - READS_KEPT)
    await session.execute(sa.delete(table).where(*is_old))
    if group not in (DECISION_GROUP, REPORT_GROUP):
        is_own = (Report.reporter_id == member.id, Report.subject == group)
        if await session.scalar(sa.select(Report.id).where(*is_own).limit(1)) is None:
            return
    insert = insert_for(session, table).values(member_id=member.id, group_name=group, read_at=now)
    keys = [table.member_id, table.group_name]
    await session.execute(insert.on_conflict_do_update(index_elements=keys, set_={"read_at": now}))
    opened.announce(NotificationsChanged(member.id))
