"""Action that changes what a member's page shares."""

import sqlalchemy as sa

from server.accounts.profiles.tables import Profile
from server.community.collections.tables import Collection
from server.community.dependencies import CommunityDependencies
from server.community.sharing.schemas import SharingChoice
from server.database.transaction import transaction
from server.realtime.events import CollectionChanged, MemberChanged
from server.web.viewer import Member


async def save_sharing(
    community: CommunityDependencies, member: Member, *, choice: SharingChoice
) -> None:
    """Stores what a member's page shares; ids of other members' collections are ignored.

    The member's collections that the choice leaves out become private.
    """
    async with transaction(community.database) as opened:
        profile = sa.update(Profile).where(Profile.id == member.id)
        values = {
            "shares_favourites": choice.favourites,
            "shares_follows": choice.followed_cultivars,
        }
        await opened.session.execute(profile.values(values))
        is_chosen = Collection.id.in_(choice.collections)
        changed = (
            sa.update(Collection)
            .where(Collection.member_id == member.id, Collection.is_shared != is_chosen)
            .values(is_shared=~Collection.is_shared)
        )
        for id in await opened.session.scalars(changed.returning(Collection.id)):
            opened.announce(CollectionChanged(id))
        opened.announce(MemberChanged())
