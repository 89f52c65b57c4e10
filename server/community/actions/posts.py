"""Actions on posts and their images: create, edit, delete."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial

import msgspec
import sqlalchemy as sa

from server.community.actions.closed_reports import keep_reported_pictures
from server.community.actions.mentions import store_mentions_of_post
from server.community.actions.notices import add_post_notices, announce_post, change_post_notices
from server.community.actions.post_holds import check_edit
from server.community.actions.transactions import (
    claim_key,
    lock_own_post,
    post_transaction,
    store_result,
    unavailable,
    update_post,
)
from server.community.actions.withheld import WithheldThing, hold_new_post, withhold_post
from server.community.dependencies import CommunityDependencies
from server.community.follows.actions import end_follows_of_posts
from server.community.holds.actions import (
    check_text,
    close_cases_of_post,
    lock_member,
    record_hold,
)
from server.community.holds.rules import NewText
from server.community.queries.allowances import read_allowance
from server.community.queries.posts import get_post
from server.community.queries.views import AnyRow
from server.community.queries.withheld import states_of_post
from server.community.rate_rules import check_edit_rate, check_post_rate
from server.community.rules import (
    QUESTION,
    Draft,
    category_after,
    check_newest,
    checked_category,
    checked_draft,
    checked_images,
    has_content,
    is_same_request,
    text_of_draft,
    unknown_image,
)
from server.community.schemas import ChosenImage, NewPost, PostEdit, PostView
from server.community.search import grams_of, text_of
from server.community.tables import MovedPost, Post, PostText, RemovedPost
from server.database.transaction import Transaction
from server.errors import Refusal
from server.media.storage.interface import Bucket
from server.media.uploads.actions.refused_pictures import check_unused_pictures
from server.media.uploads.actions.removals import queue_removals, remove_files
from server.media.uploads.queries import IS_REPLACED, is_picture_of
from server.media.uploads.tables import PostImage
from server.realtime.events import PostCreated, PostEdited, PostRemoved
from server.web.viewer import Member

BUCKET: Bucket = "post-images"


async def attach_images(
    opened: Transaction, member: Member, *, post_id: int, images: Sequence[ChosenImage]
) -> None:
    """Attaches uploaded images to a post in this order, with their alternative texts.

    Raises Refusal 422 for an unknown image, one of another member or post, and one whose picture
    moderators removed from a post after its upload.
    """
    await check_unused_pictures(opened.session, [image.id for image in images])
    for position, image in enumerate(images):
        update = (
            sa.update(PostImage)
            .where(
                PostImage.id == image.id,
                PostImage.user_id == member.id,
                sa.or_(PostImage.post_id.is_(None), PostImage.post_id == post_id),
                ~IS_REPLACED,
            )
            .values(post_id=post_id, position=position, alt=image.alt)
        )
        if (await opened.session.execute(update.returning(PostImage.id))).first() is None:
            raise unknown_image()


async def delete_images(
    opened: Transaction, community: CommunityDependencies, *conditions: sa.ColumnElement[bool]
) -> None:
    """Deletes the images that fit the conditions: rows now, files after the commit."""
    delete = sa.delete(PostImage).where(*conditions).returning(PostImage.files)
    files = [name for names in await opened.session.scalars(delete) for name in names]
    await delete_image_files(opened, community, files)


async def delete_image_files(
    opened: Transaction, community: CommunityDependencies, files: Sequence[str]
) -> None:
    """Queues image files for removal in this transaction and removes them after its commit.

    A removal that fails stays queued, and a sweep repeats it.
    """
    if not files:
        return
    await queue_removals(opened, files, bucket=BUCKET, now=community.now())
    remove = partial(remove_files, community.database, community.storage, files, bucket=BUCKET)
    opened.after_commit(remove)


async def create_post(
    community: CommunityDependencies, member: Member, *, post: NewPost, key: str | None
) -> PostView:
    """Creates a post, public or held for review; a repeated `key` returns the first post.

    Raises Refusal 422 for an invalid field, and with the first post's id for a key that was sent
    with other content; 429 above the member's rate.
    """
    category = checked_category(post.category)
    draft = checked_draft(post, category=category)
    post = msgspec.structs.replace(post, images=checked_images(post.images))
    async with post_transaction(community, None, without_table=unavailable()) as opened:
        stored = await claim_key(opened, member, key=key, now=community.now())
        post_id = stored.post_id if stored else None
        if post_id is None:
            post_id = await _publish(community, opened, member, post=post, draft=draft)
            await attach_images(opened, member, post_id=post_id, images=post.images)
            await store_result(opened, member, key=key, post_id=post_id)
        view = await get_post(opened.session, post_id, viewer=member)
    if stored and not is_same_request(view, post, draft=draft, images=post.images):
        raise Refusal("postRefusals.keyReused", 422, params={"id": post_id})
    return view


async def edit_post(
    community: CommunityDependencies, member: Member, *, post_id: int, edit: PostEdit
) -> PostView:
    """Replaces a post's fields and images by its author's changes and returns the post.

    The same content changes nothing, so a moderator's decision on the post is not refused for it.
    Images left out are deleted, unless reports keep them. Only a question keeps its answer. A rule
    may hold the post for review. Raises Refusal 403 for another's post, and for a change of the
    category to which a moderator moved it; 404 or 410 as `lock_own_post`; 409 for an edit of an
    older version; 422 for an invalid field or image, 429 above the rate of edits.
    """
    images = checked_images(edit.images)
    now = community.now()
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        await lock_member(opened, member, now=now)
        locked = await lock_own_post(opened.session, member, post_id)
        category, draft = await _checked_edit(opened, locked, edit)
        stored = await get_post(opened.session, post_id, viewer=member)
        if has_content(stored, category=category, draft=draft, images=images):
            return stored
        await check_edit_rate(community.rates, member)
        text = text_of_draft(draft, (image.alt for image in images))
        await check_edit(opened, member, post_id, text=text, now=now)
        values = {**msgspec.structs.asdict(draft), "category": category, "edited_at": now}
        if category != QUESTION:
            values["answer_id"] = None
        await update_post(opened, post_id, Post.user_id == member.id, **values)
        await update_search_text(opened, post_id, draft)
        named = await store_mentions_of_post(opened, member, post_id, draft.content)
        await change_post_notices(opened, member, post_id, named=named, now=now)
        if not await states_of_post(opened.session, post_id):
            opened.announce(PostEdited(post_id))
        await _replace_images(opened, community, post_id, [image.id for image in images])
        await attach_images(opened, member, post_id=post_id, images=images)
        return await get_post(opened.session, post_id, viewer=member)


async def _replace_images(
    opened: Transaction, community: CommunityDependencies, post_id: int, chosen: Sequence[str]
) -> None:
    """Deletes the images of a post that are not chosen, but keeps those of an open report."""
    left_out = (PostImage.post_id == post_id, PostImage.id.not_in(chosen))
    await keep_reported_pictures(opened, *left_out, post_id=post_id)
    await delete_images(opened, community, *left_out)


async def _checked_edit(opened: Transaction, locked: AnyRow, edit: PostEdit) -> tuple[str, Draft]:
    """Returns category and fields of an edit of a locked post; refuses as `edit_post` does."""
    check_newest(edit, changed_at=locked.changed_at)
    category = category_after(edit, before=locked.category)
    if category != locked.category:
        await _check_not_moved(opened, locked.id)
    return category, checked_draft(edit, category=category)


async def _check_not_moved(opened: Transaction, post_id: int) -> None:
    """Raises Refusal 403 for a post that a moderator moved: its author cannot move it back."""
    is_moved = sa.select(sa.exists().where(MovedPost.post_id == post_id))
    if await opened.session.scalar(is_moved):
        raise Refusal("postRefusals.moved", 403)


async def update_search_text(opened: Transaction, post_id: int, draft: Draft) -> None:
    """Replaces the stored search text of a post."""
    text = sa.update(PostText).where(PostText.post_id == post_id)
    await opened.session.execute(text.values(_text(draft)))


async def delete_post(community: CommunityDependencies, member: Member, *, post_id: int) -> None:
    """Withholds a post of the member as deleted; unless undone, it is erased some seconds later.

    Raises Refusal 403 for another's public post, 404 for an unknown post or another's withheld one,
    410 for a deleted one.
    """
    async with post_transaction(community, post_id, without_table=unavailable()) as opened:
        await lock_own_post(opened.session, member, post_id)
        await withhold_post(opened, post_id, state="deleted", now=community.now())


async def erase_post(
    opened: Transaction,
    community: CommunityDependencies,
    post_id: int,
) -> None:
    """Erases a post and its pictures for good, for a moderator or for the sweep of deletions.

    Stores the id, so that its address answers 410. Foreign keys delete its likes, comments and
    search text. A held or hidden post is not announced. Raises Refusal 410 if it is gone already.
    """
    if await states_of_post(opened.session, post_id) <= {"deleted"}:
        opened.announce(PostRemoved(post_id))
    await close_cases_of_post(opened, post_id)
    await end_follows_of_posts(opened, [post_id])
    await delete_images(opened, community, is_picture_of(post_id))
    delete = sa.delete(Post).where(Post.id == post_id)
    if (await opened.session.execute(delete.returning(Post.id))).first() is None:
        raise Refusal("postDetail.removed", 410)
    gone = sa.insert(RemovedPost).values(id=post_id, removed_at=community.now())
    await opened.session.execute(gone)


async def _publish(
    community: CommunityDependencies,
    opened: Transaction,
    member: Member,
    *,
    post: NewPost,
    draft: Draft,
) -> int:
    """Inserts a post, announces or holds it, and returns its id; Refusal 429 above the rate."""
    now = community.now()
    await lock_member(opened, member, now=now)
    allowance = await read_allowance(opened.session, member, now=now)
    # Counted here, so that a repeated request does not count.
    await check_post_rate(community.rates, member, allowance)
    alts = (image.alt for image in post.images)
    text = NewText("post", text_of_draft(draft, alts))
    rule = await check_text(opened, member, text, allowance=allowance, now=now)
    post_id = await _write(opened, member, post=post, draft=draft, now=now)
    if rule is None:
        opened.announce(PostCreated(post_id, post.category, post.language, member.id))
        await announce_post(opened, post_id)
    else:
        await hold_new_post(opened, post_id, user_id=member.id, rule=rule, now=now)
        await record_hold(opened, member, WithheldThing(post_id), rule=rule, now=now)
    return post_id


async def _write(
    opened: Transaction, member: Member, *, post: NewPost, draft: Draft, now: datetime
) -> int:
    """Inserts a post, its search text, mentions and notices of them; returns the post's id."""
    insert = sa.insert(Post).values(
        **msgspec.structs.asdict(draft),
        user_id=member.id,
        category=post.category,
        language=post.language,
        likes=0,
        comments_count=0,
        created_at=now,
    )
    post_id: int = (await opened.session.execute(insert.returning(Post.id))).scalar_one()
    named = await store_mentions_of_post(opened, member, post_id, draft.content)
    await add_post_notices(opened, member, post_id, named=named, now=now)
    await opened.session.execute(sa.insert(PostText).values(post_id=post_id, **_text(draft)))
    return post_id


def _text(draft: Draft) -> dict[str, str]:
    """Returns the columns of a post's search text: its normal form and its bigrams."""
    texts = (
        draft.title,
        draft.content,
        draft.shop_name,
        draft.harvest_period,
        draft.processing_method,
    )
    folded = text_of(
        texts,
        tea_type=draft.tea_type,
        prefecture=draft.prefecture,
        tea_variety=draft.tea_variety,
    )
    return {"folded": folded, "grams": grams_of(folded)}
