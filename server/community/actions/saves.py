"""Actions on saved posts; unsaving a post also removes it from the member's collections."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.community.actions.transactions import lock_post, post_transaction, unavailable
from server.community.collections.tables import Collection, CollectionPost
from server.community.dependencies import CommunityDependencies
from server.community.queries.visibility import check_author_reach
from server.community.schemas import SaveState
from server.community.tables import SavedPost
from server.database.dialects import insert_for
from server.realtime.events import CollectionChanged
from server.web.viewer import Member


async def save_post(community: CommunityDependencies, member: Member, *, post_id: int) -> SaveState:
    """Saves a post for the member; saving it again changes nothing.

    Raises Refusal 404 or 410 for a post that is missing or withheld, 404 across a block.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_post(opened.session, post_id)
        await check_author_reach(opened.session, member, held.user_id)
        await store_save(opened.session, member, post_id=post_id, now=community.now())
        return SaveState(is_saved=True)


async def store_save(session: AsyncSession, member: Member, *, post_id: int, now: datetime) -> None:
    """Saves a post that the caller has locked; does nothing if it is saved already."""
    values = {"user_id": member.id, "post_id": post_id, "created_at": now}
    insert = insert_for(session, SavedPost).values(values)
    await session.execute(insert.on_conflict_do_nothing())


async def unsave_post(
    community: CommunityDependencies, member: Member, *, post_id: int
) -> SaveState:
    """Removes a post from the member's saved ones and from the member's collections.

    Raises Refusal 404 or 410 for a post that is missing or withheld, 404 across a block for one
    that is not saved.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_post(opened.session, post_id)
        which = (SavedPost.post_id == post_id, SavedPost.user_id == member.id)
        delete = sa.delete(SavedPost).where(*which).returning(SavedPost.id)
        if (await opened.session.execute(delete)).first() is None:
            await check_author_reach(opened.session, member, held.user_id)
        own = sa.select(Collection.id).where(Collection.member_id == member.id)
        is_own = CollectionPost.collection_id.in_(own)
        gone = sa.delete(CollectionPost).where(CollectionPost.post_id == post_id, is_own)
        for id in await opened.session.scalars(gone.returning(CollectionPost.collection_id)):
            opened.announce(CollectionChanged(id))
        return SaveState(is_saved=False)
