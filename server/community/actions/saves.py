"""Actions on saved posts; they change nothing that another reader sees."""

import sqlalchemy as sa

from server.community.actions.transactions import lock_post, post_transaction, unavailable
from server.community.dependencies import CommunityDependencies
from server.community.queries.visibility import check_author_reach
from server.community.schemas import SaveState
from server.community.tables import SavedPost
from server.database.dialects import insert_for
from server.web.viewer import Member


async def save_post(community: CommunityDependencies, member: Member, *, post_id: int) -> SaveState:
    """Saves a post; saving it again changes nothing."""
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_post(opened.session, post_id)
        await check_author_reach(opened.session, member, held.user_id)
        values = {"user_id": member.id, "post_id": post_id, "created_at": community.now()}
        insert = insert_for(opened.session, SavedPost).values(values)
        await opened.session.execute(insert.on_conflict_do_nothing())
        return SaveState(is_saved=True)


async def unsave_post(
    community: CommunityDependencies, member: Member, *, post_id: int
) -> SaveState:
    """Removes a post from the member's saved ones; without it nothing changes."""
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        await lock_post(opened.session, post_id)
        which = (SavedPost.post_id == post_id, SavedPost.user_id == member.id)
        await opened.session.execute(sa.delete(SavedPost).where(*which))
        return SaveState(is_saved=False)
