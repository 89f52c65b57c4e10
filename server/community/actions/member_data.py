"""Removal of a member's posts, comments and pictures, with the account or by moderators."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.actions.posts import BUCKET, delete_image_files
from server.community.dependencies import CommunityDependencies
from server.community.follows.actions import end_follows_of_member, end_follows_of_posts
from server.community.holds.actions import close_cases_of
from server.community.holds.tables import RecentText
from server.community.notices.tables import Notice
from server.community.queries.contributions import Contributions, list_contributions
from server.community.queries.missing_data import ignore_missing_tables
from server.community.queries.visibility import is_public_comment
from server.community.tables import (
    Comment,
    CommentMention,
    IdempotencyKey,
    Post,
    PostLike,
    RemovedPost,
)
from server.database.transaction import Transaction
from server.media.uploads.actions.kept_pictures import move_kept_pictures
from server.media.uploads.tables import PostImage
from server.realtime.events import CommentRemoved, PostChanged, PostEdited, PostRemoved
from server.web.viewer import Member

# Pictures that the request moves itself; the cleanup of uploads moves the others.
MOVED_MOST = 10


@dataclass(frozen=True, slots=True)
class MemberData:
    """Adapter through which the accounts package exports and removes a member's contributions."""

    community: CommunityDependencies

    async def contributions(self, session: AsyncSession, member: Member) -> Contributions:
        """Returns all that the member wrote and chose in the community, for the export."""
        return await list_contributions(session, member)

    async def last_text_at(self, opened: Transaction, member: Member) -> datetime | None:
        """Returns when the member last wrote or edited a text still in `RecentText`, else None."""
        last = sa.select(sa.func.max(RecentText.at)).where(RecentText.member_id == member.id)
        return await opened.session.scalar(last)

    async def remove(
        self, opened: Transaction, member: Member, *, posts: Literal["remove", "keep"]
    ) -> None:
        """Removes the data of a member whose account is deleted.

        `posts` says whether posts are removed too, or stay without their author.
        """
        await remove_member_data(opened, self.community, member, posts=posts)


class RemovedText(NamedTuple):
    """Id of a removed post or comment, its post's id, and when it was written."""

    id: int
    post_id: int
    written_at: datetime


class Removed(NamedTuple):
    """Posts and comments that were removed."""

    posts: tuple[RemovedText, ...]
    comments: tuple[RemovedText, ...]


async def remove_contributions(
    opened: Transaction, community: CommunityDependencies, member_id: str
) -> Removed:
    """Deletes every post and comment of a member for good; returns which they were.

    All pictures that the member uploaded to posts are deleted too, their files after the commit.
    """
    await close_cases_of(opened, member_id)
    comments = await _delete_comments(opened.session, member_id)
    for comment in comments:
        opened.announce(CommentRemoved(comment.post_id, comment.id))
    posts = await _remove_posts(opened, community, member_id)
    await _announce_counts(opened, {one.post_id for one in comments} - {one.id for one in posts})
    await _delete_unused_images(opened, community, member_id)
    return Removed(tuple(posts), tuple(comments))


async def remove_member_data(
    opened: Transaction,
    community: CommunityDependencies,
    member: Member,
    *,
    posts: Literal["remove", "keep"],
) -> None:
    """Deletes a member's likes, comments, notices, unused images, and posts if they are not kept.

    Also deletes mentions of the member in comments, and follows of the member by others. The rest
    goes with the account by foreign keys, which make kept posts anonymous. Closes the member's
    cases; those of kept posts stay open. The tables of likes and comments may be missing.
    """
    session = opened.session
    # A write comes first: on SQLite it takes the write lock before anything is read.
    keys = sa.delete(IdempotencyKey).where(IdempotencyKey.user_id == member.id)
    await session.execute(keys)
    # Moderators still decide about kept posts that are held.
    await close_cases_of(opened, member.id, kind=None if posts == "remove" else "comment")
    await end_follows_of_member(opened, member.id)
    async with ignore_missing_tables(session):
        await _delete_likes(session, member)
    async with ignore_missing_tables(session):
        await _delete_comments(session, member.id)
    # SQLite refuses to change notices and mentions while the table of comments is missing.
    async with ignore_missing_tables(session):
        await session.execute(sa.delete(Notice).where(Notice.member_id == member.id))
        mentions = sa.delete(CommentMention).where(CommentMention.member_id == member.id)
        await session.execute(mentions)
    if posts == "remove":
        await _remove_posts(opened, community, member.id)
    else:
        await _announce_kept_posts(opened, member)
        opened.after_commit(partial(_move_pictures, community))
    await _delete_unused_images(opened, community, member.id)


async def _delete_likes(session: AsyncSession, member: Member) -> None:
    """Deletes a member's likes and lowers the counts of their posts, which are locked in order."""
    liked = sa.select(PostLike.post_id).where(PostLike.user_id == member.id)
    await _lock_posts(session, liked)
    fewer = sa.update(Post).where(Post.id.in_(liked)).values(likes=Post.likes - 1)
    await session.execute(fewer)
    await session.execute(sa.delete(PostLike).where(PostLike.user_id == member.id))


async def _delete_comments(session: AsyncSession, member_id: str) -> list[RemovedText]:
    """Deletes a member's comments and lowers the counts of their posts.

    Their posts lose them as answer and pinned comment. Returns them in the order of their ids.
    """
    commented = sa.select(Comment.post_id).where(Comment.user_id == member_id)
    await _lock_posts(session, commented)
    own_comments = (
        sa.select(sa.func.count())
        .select_from(Comment)
        .where(Comment.post_id == Post.id, Comment.user_id == member_id, is_public_comment())
        .scalar_subquery()
    )
    own = sa.select(Comment.id).where(Comment.user_id == member_id)
    is_own_answer, is_own_pin = Post.answer_id.in_(own), Post.pinned_id.in_(own)
    fewer = sa.update(Post).where(Post.id.in_(commented))
    values = {
        "comments_count": Post.comments_count - own_comments,
        "answer_id": sa.case((is_own_answer, None), else_=Post.answer_id),
        "pinned_id": sa.case((is_own_pin, None), else_=Post.pinned_id),
    }
    await session.execute(fewer.values(values))
    delete = sa.delete(Comment).where(Comment.user_id == member_id)
    columns = (Comment.id, Comment.post_id, Comment.created_at)
    return sorted(RemovedText(*row) for row in await session.execute(delete.returning(*columns)))


async def _lock_posts(session: AsyncSession, ids: sa.Select[int]) -> None:
    """Locks the selected posts in the order of their ids, so that two removals cannot deadlock."""
    held = sa.select(Post.id).where(Post.id.in_(ids)).order_by(Post.id)
    await session.execute(held.with_for_update(key_share=True))


async def _remove_posts(
    opened: Transaction, community: CommunityDependencies, member_id: str
) -> list[RemovedText]:
    """Deletes a member's posts, whose addresses answer 410; returns them in the order of ids.

    Their images are left without a post, for `_delete_unused_images`.
    """
    is_own = Post.user_id == member_id
    unused = sa.update(PostImage).where(PostImage.user_id == member_id).values(post_id=None)
    await opened.session.execute(unused)
    delete = sa.delete(Post).where(is_own).returning(Post.id, Post.created_at)
    rows = await opened.session.execute(delete)
    removed = sorted(RemovedText(id, id, written_at) for id, written_at in rows)
    now = community.now()
    if removed:
        gone = [{"id": post.id, "removed_at": now} for post in removed]
        await opened.session.execute(sa.insert(RemovedPost), gone)
        await end_follows_of_posts(opened, [post.id for post in removed])
    for post in removed:
        opened.announce(PostRemoved(post.id))
    return removed


async def _announce_counts(opened: Transaction, post_ids: set[int]) -> None:
    """Announces the present numbers of likes and comments of these posts."""
    counts = sa.select(Post.id, Post.likes, Post.comments_count)
    for changed in await opened.session.execute(counts.where(Post.id.in_(post_ids))):
        opened.announce(PostChanged(*changed))


async def _announce_kept_posts(opened: Transaction, member: Member) -> None:
    """Announces an edit of each kept post: cached pages and cards still have the author's name."""
    own_posts = sa.select(Post.id).where(Post.user_id == member.id).order_by(Post.id)
    for post_id in await opened.session.scalars(own_posts):
        opened.announce(PostEdited(post_id))


async def _move_pictures(community: CommunityDependencies) -> None:
    """Moves pictures of kept posts to addresses without the former member's id."""
    await move_kept_pictures(community.database, community.storage, community.now, most=MOVED_MOST)


async def _delete_unused_images(
    opened: Transaction, community: CommunityDependencies, member_id: str
) -> None:
    """Deletes a member's pictures without a post, and the files that no picture names."""
    is_own = PostImage.user_id == member_id
    delete = sa.delete(PostImage).where(is_own, PostImage.post_id.is_(None))
    await opened.session.execute(delete)
    shown = await opened.session.scalars(sa.select(PostImage.files).where(is_own))
    kept = {name for names in shown for name in names}
    stored = await community.storage.names_of(BUCKET, member_id)
    await delete_image_files(opened, community, [name for name in stored if name not in kept])
