"""Removals of posts and comments by moderators, and the events of each log entry."""

from collections.abc import Callable, Mapping

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.actions.acts import change_of
from server.community.actions.closed_reports import close_reports
from server.community.actions.member_data import remove_contributions
from server.community.actions.notices import recipients_of_comment, recipients_of_post
from server.community.actions.posts import erase_post
from server.community.actions.reactions import erase_comment
from server.community.actions.refused_pictures import refuse_pictures_of
from server.community.actions.transactions import lock_any_post, post_transaction, unavailable
from server.community.actions.withheld import event_of_shown_post
from server.community.dependencies import CommunityDependencies
from server.community.queries.missing_data import comments_unavailable
from server.community.rules import missing_comment
from server.community.tables import Comment, Post
from server.database.transaction import Transaction
from server.media.uploads.queries import is_picture_of
from server.media.uploads.tables import PostImage
from server.moderation.actions import record_change, record_changes
from server.moderation.queries import HOLDS
from server.moderation.rules import Action, Attribution, ModerationChange, Subject
from server.moderation.schemas import ReportedThing
from server.moderation.tables import ModerationEntry, Report
from server.realtime.events import (
    CommentAdded,
    CommentRemoved,
    Event,
    HostEvent,
    MemberChanged,
    NotificationsChanged,
    PostChanged,
    PostEdited,
    PostRemoved,
)

EVENTS_OF_POSTS: Mapping[str, Callable[[int], Event]] = {
    "remove-post": PostRemoved,
    "hide-post": PostRemoved,
    "hold-post": PostRemoved,
    "lock-comments": PostEdited,
    "unlock-comments": PostEdited,
    "move-post": PostEdited,
    "return-post": PostEdited,
}
# Actions after which pages show another profile.
PROFILE_CHANGES = ("reset-profile", "restore-profile")
# Actions that may show a post or comment for the first time.
SHOWN_POSTS = ("release-post", "restore-post")
SHOWN_COMMENTS = ("release-comment", "restore-comment")
EVENTS_OF_COMMENTS: Mapping[str, Callable[[int, int], Event]] = {
    "remove-comment": CommentRemoved,
    "hide-comment": CommentRemoved,
    "restore-comment": CommentAdded,
    "release-comment": CommentAdded,
    "hold-comment": CommentRemoved,
}


async def events_of_entry(session: AsyncSession, entry: ModerationEntry) -> list[HostEvent]:
    """Returns the events to publish for a log entry.

    They concern its post, comment or profile, and the notifications of the members affected.
    """
    notified: list[HostEvent] = [NotificationsChanged(entry.member_id)] if entry.member_id else []
    if entry.action in PROFILE_CHANGES:
        notified.append(MemberChanged())
    recipients: list[tuple[str, str]] = []
    if entry.action in SHOWN_COMMENTS:
        recipients = await recipients_of_comment(session, entry.subject_id or 0)
    elif entry.action in SHOWN_POSTS:
        recipients = await recipients_of_post(session, entry.subject_id or 0)
    notified += [NotificationsChanged(member_id) for member_id, _ in recipients]
    return [*await _events_of_thing(session, entry), *notified]


async def _events_of_thing(session: AsyncSession, entry: ModerationEntry) -> list[HostEvent]:
    """Returns the events about the post or comment of a log entry, for open and cached pages."""
    number, post_id = entry.subject_id, entry.details.get("post_id")
    if entry.action in HOLDS and "undoes" not in entry.details:
        # For a hold by the site: no page shows the text yet, or its edit was announced.
        return []
    if number is not None and entry.action in SHOWN_POSTS:
        return [await event_of_shown_post(session, number, shown_at=entry.created_at)]
    if number is not None and entry.action in EVENTS_OF_POSTS:
        return [EVENTS_OF_POSTS[entry.action](number)]
    of_comment = EVENTS_OF_COMMENTS.get(entry.action)
    if of_comment is None or number is None or not isinstance(post_id, int):
        return []
    select = sa.select(Post.likes, Post.comments_count).where(Post.id == post_id)
    post = (await session.execute(select)).one_or_none()
    # A removed post has an event of its own.
    changed = [PostChanged(post_id, post.likes, post.comments_count)] if post else []
    return [of_comment(post_id, number), *changed]


async def remove_thing(
    opened: Transaction,
    community: CommunityDependencies,
    attribution: Attribution,
    *,
    thing: ReportedThing,
) -> None:
    """Erases a reported post or comment and logs it; does nothing for a member or record.

    Refuses the post's pictures in later uploads, unless the broken rule is about its words.
    """
    if thing.post_id is None:
        return
    now = community.now()
    await lock_any_post(opened.session, thing.post_id)
    written_at = await _written_at(opened, Subject.parse(thing.subject))
    if thing.kind == "post":
        is_of_post = is_picture_of(thing.post_id)
        await refuse_pictures_of(opened, attribution, is_of_post, now=now)
        await erase_post(opened, community, thing.post_id)
    else:
        number = Subject.parse(thing.subject).number or 0
        await erase_comment(opened, number, post_id=thing.post_id)
    action: Action = "remove-post" if thing.kind == "post" else "remove-comment"
    await record_change(opened, attribution, change_of(action, thing, **written_at), now=now)


async def _written_at(opened: Transaction, subject: Subject) -> dict[str, str]:
    """Returns the detail of the log that says when a post or comment was written.

    With it the author knows which text was removed; nothing of the text itself is kept.
    """
    table = Post if subject.kind == "post" else Comment
    select = sa.select(table.created_at).where(table.id == subject.number)
    written_at = await opened.session.scalar(select)
    return {"written_at": written_at.isoformat()} if written_at else {}


async def remove_everything(
    opened: Transaction,
    community: CommunityDependencies,
    attribution: Attribution,
    *,
    member_id: str,
) -> None:
    """Removes all posts and comments of a suspended member and logs each removal.

    Refuses the pictures of these posts in later uploads, unless the broken rule is about words.
    """
    is_own = PostImage.user_id == member_id
    await refuse_pictures_of(opened, attribution, is_own, now=community.now())
    posts, comments = await remove_contributions(opened, community, member_id)
    changes = [
        ModerationChange(
            action="remove-post",
            subject_kind="post",
            subject_id=post.id,
            member_id=member_id,
            details={"written_at": post.written_at.isoformat()},
        )
        for post in posts
    ]
    changes += [
        ModerationChange(
            action="remove-comment",
            subject_kind="comment",
            subject_id=comment.id,
            member_id=member_id,
            details={"post_id": comment.post_id, "written_at": comment.written_at.isoformat()},
        )
        for comment in comments
    ]
    await record_changes(opened, attribution, changes, now=community.now())


async def remove_post(
    community: CommunityDependencies, attribution: Attribution, *, post_id: int
) -> None:
    """Erases a post for the command line, closes its reports and logs it, in one transaction.

    Refuses its pictures in later uploads, unless the broken rule is about words. Raises Refusal 404
    for an unknown post, 410 for one that is erased already.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_any_post(opened.session, post_id)
        is_of_post = is_picture_of(post_id)
        written_at = await _written_at(opened, Subject("post", number=post_id))
        await refuse_pictures_of(opened, attribution, is_of_post, now=community.now())
        await erase_post(opened, community, post_id)
        await _close_reports(opened, community, f"post:{post_id}")
        change = ModerationChange(
            action="remove-post",
            subject_kind="post",
            subject_id=post_id,
            member_id=held.user_id,
            details={**written_at},
        )
        await record_change(opened, attribution, change, now=community.now())


async def remove_comment(
    community: CommunityDependencies, attribution: Attribution, *, comment_id: int
) -> int:
    """Erases a comment for the command line, closes its reports and logs it; returns its post's id.

    Raises Refusal 404 for an unknown comment.
    """
    async with post_transaction(community, None, without_table=comments_unavailable()) as opened:
        find = sa.select(Comment.post_id, Comment.user_id).where(Comment.id == comment_id)
        found = (await opened.session.execute(find)).one_or_none()
        if found is None:
            raise missing_comment()
        await lock_any_post(opened.session, found.post_id)
        written_at = await _written_at(opened, Subject("comment", number=comment_id))
        await erase_comment(opened, comment_id, post_id=found.post_id)
        await _close_reports(opened, community, f"comment:{comment_id}")
        change = ModerationChange(
            action="remove-comment",
            subject_kind="comment",
            subject_id=comment_id,
            member_id=found.user_id,
            details={"post_id": found.post_id, **written_at},
        )
        await record_change(opened, attribution, change, now=community.now())
        return int(found.post_id)


async def _close_reports(
    opened: Transaction, community: CommunityDependencies, subject: str
) -> None:
    """Closes the open reports on a removed thing, as a decision of a moderator does."""
    which = Report.subject == subject
    await close_reports(opened, which, outcome="remove", now=community.now())
