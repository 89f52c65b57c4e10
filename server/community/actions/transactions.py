"""Transactions of the community: locks on posts, refusals for missing rows, idempotency keys."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.sessions.tables import Account
from server.community.dependencies import CommunityDependencies
from server.community.queries.missing_data import missing_post_refusal
from server.community.queries.views import AnyRow
from server.community.queries.withheld import states_of_post
from server.community.rules import missing_comment
from server.community.tables import IdempotencyKey, Post
from server.database.dialects import insert_for, is_missing_table
from server.database.engine import Sessions
from server.database.transaction import Transaction, transaction
from server.errors import Refusal
from server.web.viewer import Member

KEY_LIFE = timedelta(hours=24)


class StoredResult(NamedTuple):
    """Result of an earlier request: the post that it wrote or commented on, and its time."""

    post_id: int
    created_at: datetime


async def claim_key(
    opened: Transaction, member: Member, *, key: str | None, now: datetime
) -> StoredResult | None:
    """Reserves an idempotency key; returns the result of an earlier request with it, or None.

    Does nothing without a key. Waits for a concurrent request with the same key. Keys expire after
    KEY_LIFE.
    """
    if key is None:
        return None
    is_mine = IdempotencyKey.user_id == member.id
    old = sa.delete(IdempotencyKey).where(is_mine, IdempotencyKey.created_at <= now - KEY_LIFE)
    await opened.session.execute(old)
    values = {"user_id": member.id, "key": key, "created_at": now}
    insert = insert_for(opened.session, IdempotencyKey).values(values).on_conflict_do_nothing()
    await opened.session.execute(insert)
    select = sa.select(IdempotencyKey.post_id, IdempotencyKey.created_at)
    found = await opened.session.execute(select.where(is_mine, IdempotencyKey.key == key))
    row = found.one_or_none()
    if row is None:
        # Another host deleted the expired key in the meantime.
        return await claim_key(opened, member, key=key, now=now)
    return None if row.post_id is None else StoredResult(row.post_id, row.created_at)


async def delete_old_keys(opened: Transaction, *, now: datetime) -> None:
    """Deletes the expired keys of all members: they say who wrote or commented, and when."""
    is_old = IdempotencyKey.created_at <= now - KEY_LIFE
    await opened.session.execute(sa.delete(IdempotencyKey).where(is_old))


async def store_result(
    opened: Transaction, member: Member, *, key: str | None, post_id: int
) -> None:
    """Stores under a request's key the post that it wrote or commented on, for a repetition.

    Does nothing without a key.
    """
    update = sa.update(IdempotencyKey).where(
        IdempotencyKey.user_id == member.id, IdempotencyKey.key == key
    )
    await opened.session.execute(update.values(post_id=post_id))


@asynccontextmanager
async def post_transaction(
    community: CommunityDependencies, post_id: int | None, *, without_table: Refusal
) -> AsyncIterator[Transaction]:
    """Opens a transaction that turns database errors into refusals.

    A failed foreign key gives Refusal 404 or 410 if the post `post_id` was deleted meanwhile, else
    401: the member's account was deleted. A missing table gives `without_table`.
    """
    try:
        async with transaction(community.database) as opened:
            yield opened
    except sa.exc.IntegrityError as error:
        raise await _refusal_of_missing_row(community, post_id) from error
    except sa.exc.DBAPIError as error:
        if is_missing_table(error):
            raise without_table from error
        raise


@asynccontextmanager
async def member_transaction(
    database: Sessions,
    member: Member | None,
    *,
    otherwise: Refusal | None = None,
    without_table: Refusal | None = None,
) -> AsyncIterator[Transaction]:
    """Opens a transaction that turns errors into refusals, for a change of a member's own data.

    A failed foreign key gives Refusal 401 if the member's account was removed meanwhile, else
    `otherwise`: the object of the change is gone. A missing table gives `without_table`. Without
    these two, the database's error is raised.
    """
    try:
        async with transaction(database) as opened:
            yield opened
    except sa.exc.IntegrityError as error:
        if member is not None and await _has_left(database, member):
            raise Refusal("login.required", 401) from error
        raise otherwise or error from error
    except sa.exc.DBAPIError as error:
        if without_table is not None and is_missing_table(error):
            raise without_table from error
        raise


async def _has_left(database: Sessions, member: Member) -> bool:
    """Returns whether the member's account was removed."""
    async with transaction(database) as opened:
        found = sa.select(Account.id).where(Account.id == member.id)
        return await opened.session.scalar(found) is None


async def lock_post(session: AsyncSession, post_id: int) -> AnyRow:
    """Locks and returns a post's row, the first step of each change of its likes or comments.

    Raises Refusal 404 or 410 for a post that is missing or withheld.
    """
    row = await lock_any_post(session, post_id)
    # Read after the lock: what a transaction before this one withheld has been committed.
    if await states_of_post(session, post_id):
        raise await missing_post_refusal(session, post_id)
    return row


async def lock_post_of_comment(session: AsyncSession, post_id: int) -> AnyRow:
    """Locks and returns the row of a comment's post.

    Raises Refusal 404 of a missing comment if the post is withheld, so that no one can tell the
    two apart; 410 for a deleted post.
    """
    try:
        return await lock_post(session, post_id)
    except Refusal as refusal:
        raise missing_comment() if refusal.status == HTTPStatus.NOT_FOUND else refusal from None


async def lock_own_post(session: AsyncSession, member: Member, post_id: int) -> AnyRow:
    """Locks and returns the row of a member's own post, also one that others do not see.

    Raises Refusal 403 for another's public post, 404 for an unknown post or another's withheld one,
    410 for a deleted one.
    """
    row = await lock_any_post(session, post_id)
    is_own = row.user_id == member.id
    states = await states_of_post(session, post_id)
    if "deleted" in states or (states and not is_own):
        raise await missing_post_refusal(session, post_id)
    if not is_own:
        raise forbidden()
    return row


async def lock_any_post(session: AsyncSession, post_id: int) -> AnyRow:
    """Locks and returns a post's row, withheld or not; raises Refusal 404 or 410 if missing."""
    select = (
        sa.select(
            Post.id,
            Post.user_id,
            Post.category,
            Post.likes,
            Post.comments_count,
            Post.comments_locked_at,
            sa.func.coalesce(Post.edited_at, Post.created_at).label("changed_at"),
        )
        .where(Post.id == post_id)
        .with_for_update(key_share=True)
    )
    row = (await session.execute(select)).one_or_none()
    if row is None:
        raise await missing_post_refusal(session, post_id)
    return row


async def update_post(
    opened: Transaction, post_id: int, *conditions: sa.ColumnElement[bool], **values: object
) -> AnyRow:
    """Updates a post's columns and returns its numbers of likes and comments.

    Raises Refusal 404 or 410 if no post fits the conditions.
    """
    update = sa.update(Post).where(Post.id == post_id, *conditions).values(values)
    returning = update.returning(Post.likes, Post.comments_count)
    row = (await opened.session.execute(returning)).one_or_none()
    if row is None:
        raise await missing_post_refusal(opened.session, post_id)
    return row


def unavailable() -> Refusal:
    """Returns Refusal 503 for a missing table, with a retry after 5 seconds."""
    return Refusal("app.unavailable", 503, params={"seconds": 5})


def forbidden() -> Refusal:
    """Returns Refusal 403."""
    return Refusal("app.forbidden", 403)


async def _refusal_of_missing_row(community: CommunityDependencies, post_id: int | None) -> Refusal:
    """Returns the refusal for a failed foreign key: 404 or 410 for a deleted post, else 401.

    401 means that the member's account was removed meanwhile.
    """
    async with transaction(community.database) as opened:
        found = await opened.session.scalar(sa.select(Post.id).where(Post.id == post_id))
        if post_id is not None and found is None:
            return await missing_post_refusal(opened.session, post_id)
    return Refusal("login.required", 401)
