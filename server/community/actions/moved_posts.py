"""Moves of a post to another category by moderators, and their undo with the lost fields."""

import sqlalchemy as sa

from server.community.actions.posts import update_search_text
from server.community.actions.transactions import lock_any_post
from server.community.rules import QUESTION, Draft
from server.community.tables import MovedPost, Post
from server.contracts.reference import POST_CATEGORIES
from server.database.transaction import Transaction
from server.realtime.events import PostEdited

_COLUMNS = {name: getattr(Post, name) for name in Draft.__struct_fields__}


async def move_post(opened: Transaction, post_id: int, *, category: str) -> str | None:
    """Moves a post to a category and returns the earlier one; None if it is the same.

    The fields that the category lacks are stored for `return_post`, in place of those of an earlier
    move; the answer of a question is lost.
    """
    before: str = (await lock_any_post(opened.session, post_id)).category
    if before == category:
        return None
    fields = await _fields_of(opened, post_id)
    kept = {"content", *POST_CATEGORIES[category].fields}
    lost = {name: value for name, value in fields.items() if name not in kept and value is not None}
    await opened.session.execute(sa.delete(MovedPost).where(MovedPost.post_id == post_id))
    moved = sa.insert(MovedPost).values(post_id=post_id, category=before, fields=lost)
    await opened.session.execute(moved)
    values: dict[str, object] = {"category": category, **dict.fromkeys(lost)}
    if category != QUESTION:
        values["answer_id"] = None
    await _write(opened, post_id, values)
    return before


async def return_post(opened: Transaction, post_id: int) -> bool:
    """Moves a post back to where it was before its last move; restores the fields that it lost.

    Returns False for a post that no moderator moved, or that was moved back already.
    """
    delete = sa.delete(MovedPost).where(MovedPost.post_id == post_id)
    row = (
        await opened.session.execute(delete.returning(MovedPost.category, MovedPost.fields))
    ).one_or_none()
    if row is None:
        return False
    values: dict[str, object] = {"category": row.category, **row.fields}
    if row.category != QUESTION:
        values["answer_id"] = None
    await _write(opened, post_id, values)
    return True


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
