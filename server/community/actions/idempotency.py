"""Idempotency keys: a repeated request with the same key is carried out once."""

from datetime import datetime, timedelta
from typing import NamedTuple

import sqlalchemy as sa

from server.community.tables import IdempotencyKey
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.web.viewer import Member

KEY_LIFE = timedelta(hours=24)


class StoredResult(NamedTuple):
    """Result of an earlier request: the post that it wrote or commented on, and when."""

    post_id: int
    created_at: datetime


async def claim_key(
    opened: Transaction, member: Member, *, key: str | None, now: datetime
) -> StoredResult | None:
    """Reserves the key and returns an earlier result; waits for a concurrent request."""
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


async def store_result(
    opened: Transaction, member: Member, *, key: str | None, post_id: int
) -> None:
    update = sa.update(IdempotencyKey).where(
        IdempotencyKey.user_id == member.id, IdempotencyKey.key == key
    )
    await opened.session.execute(update.values(post_id=post_id))
