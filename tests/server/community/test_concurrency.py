"""Removal and edits of a post while others like it and comment on it."""

import asyncio
from collections.abc import Awaitable

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.actions.deletions import finish_deletions
from server.community.actions.posts import delete_post, edit_post
from server.community.actions.reactions import add_comment, like_post, unlike_post
from server.community.dependencies import CommunityDependencies
from server.community.schemas import NewComment, PostEdit
from server.contracts.limits import LIMITS
from server.errors import Refusal
from tests.server.community.builders import add_members, add_post, read_post, value
from tests.server.members import Moment

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.fault,
    pytest.mark.databases("sqlite", "postgresql"),
]

ROUNDS = 15


async def status_of(work: Awaitable[object]) -> int:
    """Awaits an action; returns the status of the refusal that it raises, else 200."""
    try:
        await work
    except Refusal as refused:
        return refused.status
    return 200


async def test_changes_during_a_removal_succeed_before_it_or_answer_404_or_410(
    community: CommunityDependencies, database: AsyncEngine, moment: Moment
) -> None:
    author, *others = await add_members(database, 4)

    for _ in range(ROUNDS):
        post_id = await add_post(database, user_id=author.id)
        comments = [
            add_comment(community, other, post_id=post_id, comment=NewComment("私も"))
            for other in others
        ]
        outcomes = await asyncio.gather(
            *(status_of(like_post(community, other, post_id=post_id)) for other in others),
            status_of(delete_post(community, author, post_id=post_id)),
            *(status_of(work) for work in comments),
            status_of(unlike_post(community, others[0], post_id=post_id)),
            status_of(delete_post(community, author, post_id=post_id)),
            status_of(edit_post(community, author, post_id=post_id, edit=PostEdit(content="新"))),
            status_of(read_post(community, post_id)),
        )

        assert set(outcomes) <= {200, 404, 410}
        assert outcomes[3] == 200 or outcomes[-3] == 200

    moment.advance(seconds=LIMITS.undo_seconds + 1)
    await asyncio.gather(finish_deletions(community), finish_deletions(community))
    for table in ("posts", "post_texts", "post_likes", "comments"):
        assert await value(database, f"SELECT count(*) FROM {table}") == 0
    assert await value(database, "SELECT count(*) FROM removed_posts") == ROUNDS
    if database.dialect.name == "sqlite":
        async with database.connect() as connection:
            broken = (await connection.execute(sa.text("PRAGMA foreign_key_check"))).all()
            assert broken == []
            # SQLite raises an error if the index and the texts differ.
            check = "INSERT INTO search_index(search_index, rank) VALUES('integrity-check', 1)"
            await connection.execute(sa.text(check))


async def test_concurrent_edits_leave_one_complete_text(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    [author] = await add_members(database, 1)
    post_id = await add_post(database, user_id=author.id)

    edits = [PostEdit(content=f"content {n}", title=f"title {n}") for n in range(12)]
    await asyncio.gather(
        *(edit_post(community, author, post_id=post_id, edit=edit) for edit in edits)
    )

    kept = await read_post(community, post_id)
    assert (kept.title or "").removeprefix("title ") == kept.content.removeprefix("content ")
    folded = await value(database, "SELECT folded FROM post_texts")
    assert folded == f"{kept.title}\n{kept.content}"
