"""Actions that change collections and their posts."""

from collections.abc import Collection as Several
from collections.abc import Mapping, Sequence
from uuid import uuid4

import sqlalchemy as sa

from server.accounts.profiles.tables import Profile
from server.community.actions.saves import store_save
from server.community.actions.transactions import lock_post, post_transaction, unavailable
from server.community.collections.rules import (
    checked_name,
    missing_collection,
    name_taken,
    too_many_collections,
    too_many_posts,
)
from server.community.collections.schemas import CollectionChange
from server.community.collections.tables import Collection, CollectionPost
from server.community.dependencies import CommunityDependencies
from server.community.queries.visibility import check_author_reach, is_public_post
from server.community.tables import Post, SavedPost
from server.contracts.folded import fold_text
from server.contracts.limits import LIMITS
from server.database.dialects import insert_for
from server.database.transaction import Transaction, transaction
from server.realtime.events import CollectionChanged
from server.web.viewer import Member

# Statements name at most this many posts.
POSTS_MOST = LIMITS.feed_pages * LIMITS.profile_page_size


async def create_collection(
    community: CommunityDependencies, member: Member, *, name: str, post_id: int | None = None
) -> str:
    """Creates a private collection, optionally with a post, and returns the collection's id.

    The post is saved too. Raises Refusal 422 for an invalid name or one that the member has
    already, and above the limit of collections; 404 or 410 for a post that the member does not see.
    """
    checked = checked_name(name)
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        if post_id is not None:
            held = await lock_post(opened.session, post_id)
            await check_author_reach(opened.session, member, held.user_id)
        values = {
            "id": str(uuid4()),
            "member_id": member.id,
            "name": checked,
            "folded": fold_text(checked),
            "is_shared": False,
            "created_at": community.now(),
        }
        insert = insert_for(opened.session, Collection).values(values).on_conflict_do_nothing()
        id = await opened.session.scalar(insert.returning(Collection.id))
        if id is None:
            raise name_taken()
        own = sa.select(sa.func.count()).select_from(Collection)
        count = await opened.session.scalar(own.where(Collection.member_id == member.id))
        if (count or 0) > LIMITS.collections:
            raise too_many_collections()
        if post_id is not None:
            await store_save(opened.session, member, post_id=post_id, now=community.now())
            await _add_posts(opened, community, [(id, post_id)])
        return str(id)


async def change_collection(
    community: CommunityDependencies, member: Member, *, id: str, change: CollectionChange
) -> None:
    """Changes the name of a member's collection, and whether it is shared.

    Raises Refusal 404 for another's collection, 422 for an invalid name or one that the member has
    already.
    """
    name = checked_name(change.name)
    folded = fold_text(name)
    async with transaction(community.database) as opened:
        own = await _lock_own(opened, member)
        if id not in own:
            raise missing_collection()
        same = sa.select(Collection.id).where(
            Collection.member_id == member.id, Collection.folded == folded, Collection.id != id
        )
        if await opened.session.scalar(same) is not None:
            raise name_taken()
        values = {"name": name, "folded": folded, "is_shared": change.is_shared}
        await opened.session.execute(
            sa.update(Collection).where(Collection.id == id).values(values)
        )
        if own[id] or change.is_shared:
            opened.announce(CollectionChanged(id))


async def delete_collection(community: CommunityDependencies, member: Member, *, id: str) -> None:
    """Deletes a member's collection, whose posts stay saved; raises Refusal 404 for another's."""
    async with transaction(community.database) as opened:
        which = (Collection.id == id, Collection.member_id == member.id)
        delete = sa.delete(Collection).where(*which).returning(Collection.is_shared)
        was_shared = await opened.session.scalar(delete)
        if was_shared is None:
            raise missing_collection()
        if was_shared:
            opened.announce(CollectionChanged(id))


async def choose_collections(
    community: CommunityDependencies, member: Member, *, post_id: int, ids: Several[str]
) -> None:
    """Puts a post into exactly these collections of the member; saves it if there is any.

    Raises Refusal 404 if one of them is not the member's, 404 or 410 for a post that the member
    does not see, 422 above the limit of posts.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        held = await lock_post(opened.session, post_id)
        await check_author_reach(opened.session, member, held.user_id)
        own = await _lock_own(opened, member)
        wanted = set(ids)
        if not wanted <= own.keys():
            raise missing_collection()
        of_post = (CollectionPost.post_id == post_id, CollectionPost.collection_id.in_(own))
        now_in = sa.select(CollectionPost.collection_id).where(*of_post)
        present = set(await opened.session.scalars(now_in))
        gone = CollectionPost.collection_id.in_(present - wanted)
        await opened.session.execute(
            sa.delete(CollectionPost).where(CollectionPost.post_id == post_id, gone)
        )
        if wanted:
            await store_save(opened.session, member, post_id=post_id, now=community.now())
        await _add_posts(opened, community, [(id, post_id) for id in sorted(wanted - present)])
        _announce(opened, own, present ^ wanted)


async def add_saved_posts(
    community: CommunityDependencies, member: Member, *, id: str, post_ids: Sequence[int]
) -> None:
    """Adds to a collection those of the posts that the member has saved; ignores the others.

    Ids after the first POSTS_MOST and withheld posts are ignored too. Raises Refusal 404 for
    another's collection, 422 above the limit of posts.
    """
    async with transaction(community.database) as opened:
        own = await _lock_own(opened, member)
        if id not in own:
            raise missing_collection()
        named = SavedPost.post_id.in_(post_ids[:POSTS_MOST])
        saved = sa.select(SavedPost.post_id).join(Post, Post.id == SavedPost.post_id)
        saved = saved.where(SavedPost.user_id == member.id, named, is_public_post())
        # The post that was saved last is the first of the collection.
        found = await opened.session.scalars(saved.order_by(SavedPost.id))
        await _add_posts(opened, community, [(id, post_id) for post_id in found])
        _announce(opened, own, {id})


async def remove_posts(
    community: CommunityDependencies, member: Member, *, id: str, post_ids: Sequence[int]
) -> None:
    """Removes posts from a member's collection; they stay saved.

    Ids after the first POSTS_MOST are ignored. Raises Refusal 404 for another's collection.
    """
    async with transaction(community.database) as opened:
        own = await _lock_own(opened, member)
        if id not in own:
            raise missing_collection()
        named = CollectionPost.post_id.in_(post_ids[:POSTS_MOST])
        which = (CollectionPost.collection_id == id, named)
        await opened.session.execute(sa.delete(CollectionPost).where(*which))
        _announce(opened, own, {id})


async def _lock_own(opened: Transaction, member: Member) -> Mapping[str, bool]:
    """Locks the member's collections by a write; returns for each id whether it is shared."""
    lock = sa.update(Collection).where(Collection.member_id == member.id)
    lock = lock.values(created_at=Collection.created_at)
    rows = await opened.session.execute(lock.returning(Collection.id, Collection.is_shared))
    return {row.id: row.is_shared for row in rows}


async def _add_posts(
    opened: Transaction, community: CommunityDependencies, pairs: Sequence[tuple[str, int]]
) -> None:
    """Adds (collection id, post id) pairs, ignoring those that exist.

    Raises Refusal 422 if a collection then has more than `LIMITS.collection_posts`, which undoes
    the transaction.
    """
    if not pairs:
        return
    now = community.now()
    rows = [{"collection_id": id, "post_id": post_id, "created_at": now} for id, post_id in pairs]
    insert = insert_for(opened.session, CollectionPost).on_conflict_do_nothing()
    await opened.session.execute(insert, rows)
    counted = (
        sa.select(CollectionPost.collection_id)
        .where(CollectionPost.collection_id.in_({id for id, _ in pairs}))
        .group_by(CollectionPost.collection_id)
        .having(sa.func.count() > LIMITS.collection_posts)
    )
    if await opened.session.scalar(counted) is not None:
        raise too_many_posts()


async def stop_sharing(opened: Transaction, member_id: str) -> bool:
    """Makes all collections of a member private; returns whether any was shared.

    Locks the member's profile first, as the member's own choice of what is shared does.
    """
    profile = sa.select(Profile.id).where(Profile.id == member_id).with_for_update()
    await opened.session.execute(profile)
    which = (Collection.member_id == member_id, Collection.is_shared)
    change = sa.update(Collection).where(*which).values(is_shared=False).returning(Collection.id)
    changed = list(await opened.session.scalars(change))
    for id in changed:
        opened.announce(CollectionChanged(id))
    return bool(changed)


def _announce(opened: Transaction, own: Mapping[str, bool], ids: Several[str]) -> None:
    """Announces changes of those collections that are shared."""
    for id in ids:
        if own[id]:
            opened.announce(CollectionChanged(id))
