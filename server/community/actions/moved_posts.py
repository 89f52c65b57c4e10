"""Moves of a post to another category by moderators, and their undo with the lost fields."""

import sqlalchemy as sa

from server.community.actions.posts import update_search_text
from server.community.actions.transactions import lock_any_post
from server.community.queries.withheld import states_of_comment
from server.community.rules import Draft
from server.community.tables import Comment, MovedPost, Post
from server.contracts.reference import POST_CATEGORIES
from server.database.transaction import Transaction
from server.realtime.events import PostEdited

_COLUMNS = {name: getattr(Post, name) for name in Draft.__struct_fields__}


async def move_post(opened: Transaction, post_id: int, *, category: str) -> str | None:
    """Moves a post to a category and returns the earlier one; None if it is the same.

    The fields that the category lacks, and the answer of a question, are stored for `return_post`,
    in place of those of an earlier move.
    """
    before: str = (await lock_any_post(opened.session, post_id)).category
    if before == category:
        return None
    answer_id = await opened.session.scalar(sa.select(Post.answer_id).where(Post.id == post_id))
    fields = {**await _fields_of(opened, post_id), "answer_id": answer_id}
    kept = {"content", *POST_CATEGORIES[category].fields}
    lost = {name: value for name, value in fields.items() if name not in kept and value is not None}
    await opened.session.execute(sa.delete(MovedPost).where(MovedPost.post_id == post_id))
    moved = sa.insert(MovedPost).values(post_id=post_id, category=before, fields=lost)
    await opened.session.execute(moved)
    await _write(opened, post_id, {"category": category, **dict.fromkeys(lost)})
    return before


async def return_post(opened: Transaction, post_id: int) -> bool:
    """Moves a post back to where it was before its last move; restores what it lost.

    An answer is restored while its comment is public. Returns False for a post that no moderator
    moved, or that was moved back already.
    """
    delete = sa.delete(MovedPost).where(MovedPost.post_id == post_id)
    row = (
        await opened.session.execute(delete.returning(MovedPost.category, MovedPost.fields))
    ).one_or_none()
    if row is None:
        return False
    lost = dict(row.fields)
    answer_id = await _if_public(opened, lost.pop("answer_id", None))
    await _write(opened, post_id, {"category": row.category, **lost, "answer_id": answer_id})
    return True


async def _if_public(opened: Transaction, comment_id: int | None) -> int | None:
    """Returns the id of a comment that is neither deleted nor withheld, else None."""
    if comment_id is None or await states_of_comment(opened.session, comment_id):
        return None
    return await opened.session.scalar(sa.select(Comment.id).where(Comment.id == comment_id))


async def _fields_of(opened: Transaction, post_id: int) -> dict[str, str | int | None]:
    """Returns the values of a post's fields by name."""
    select = sa.select(*_COLUMNS.values()).where(Post.id == post_id)
    row = (await opened.session.execute(select)).one()
    return dict(zip(_COLUMNS, row, strict=True))


async def _write(opened: Transaction, post_id: int, values: dict[str, object]) -> None:
    """Updates a post's columns and its search text, and announces the edit."""
    await opened.session.execute(sa.update(Post).where(Post.id == post_id).values(values))
    fields = await _fields_of(opened, post_id)
    await update_search_text(opened, post_id, Draft(**fields))  # type: ignore[arg-type]
    opened.announce(PostEdited(post_id))
