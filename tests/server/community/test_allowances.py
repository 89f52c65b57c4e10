"""Allowances of members: the rule of their steps, and the count of a member's public posts."""

from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.allowance_rules import ALLOWANCES, ORDINARY, allowance_of, step_after
from server.community.dependencies import CommunityDependencies
from server.community.queries.allowances import read_allowance
from server.community.tables import WithheldPost
from server.contracts.limits import LIMITS, Allowance
from server.web.viewer import Member
from tests.server.community.builders import add_equal_posts, add_members, add_posts
from tests.server.community.test_query_plans import plan_of
from tests.server.conftest import START

pytestmark = pytest.mark.anyio

WEEK = timedelta(days=ORDINARY.days)


def test_steps_begin_without_needs_and_each_needs_and_allows_more() -> None:
    assert (ALLOWANCES[0].public_posts, ALLOWANCES[0].days) == (0, 0)
    assert ORDINARY.links is None
    assert ORDINARY.days < LIMITS.established_days
    for step in ALLOWANCES[:-1]:
        after = step_after(step)
        assert step.public_posts < after.public_posts
        assert step.days < after.days
        assert (step.posts, step.comments) < (after.posts, after.comments)
        assert step.links is not None
        assert after.links is None or step.links < after.links
    assert step_after(ORDINARY) == ORDINARY


@pytest.mark.parametrize("number", range(1, len(ALLOWANCES)))
def test_step_is_reached_with_its_posts_and_days_together(number: int) -> None:
    before, step = ALLOWANCES[number - 1 : number + 1]
    days, moment = timedelta(days=step.days), timedelta(seconds=1)

    assert allowance_of(days, public_posts=step.public_posts) == step
    assert allowance_of(days, public_posts=step.public_posts - 1) == before
    assert allowance_of(days - moment, public_posts=step.public_posts) == before


@pytest.mark.parametrize(
    ("membership", "posts", "step"),
    [
        (timedelta(days=-1), 99, ALLOWANCES[0]),
        (timedelta(0), 99, ALLOWANCES[0]),
        (timedelta(days=LIMITS.established_days, seconds=-1), 0, ALLOWANCES[0]),
        (timedelta(days=LIMITS.established_days), 0, ORDINARY),
    ],
)
def test_time_alone_reaches_the_last_step_only(
    membership: timedelta, posts: int, step: Allowance
) -> None:
    assert allowance_of(membership, public_posts=posts) == step


async def member_with_posts(database: AsyncEngine, count: int, **values: Any) -> Member:
    """Inserts a member who joined a week ago, and the member's posts."""
    [added] = await add_members(database, 1)
    await add_posts(database, [{"user_id": added.id}] * count)
    fields = {"joined_at": START - WEEK, **values}
    return Member(id=added.id, display_name="はな", language="ja", **fields)


async def allowance(community: CommunityDependencies, member: Member) -> Allowance:
    """Returns the member's allowance at START."""
    async with community.database.opened() as session:
        return await read_allowance(session, member, now=START)


async def test_posts_of_the_member_alone_are_counted(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    member = await member_with_posts(database, ALLOWANCES[1].public_posts)
    other = await member_with_posts(database, ORDINARY.public_posts + 5)
    await add_equal_posts(database, 20)

    assert await allowance(community, member) == ALLOWANCES[1]
    assert await allowance(community, other) == ORDINARY


@pytest.mark.parametrize("state", ["held", "hidden", "deleted"])
async def test_withheld_posts_do_not_count(
    community: CommunityDependencies, database: AsyncEngine, state: str
) -> None:
    member = await member_with_posts(database, ALLOWANCES[1].public_posts - 1)
    [withheld] = await add_posts(database, [{"user_id": member.id}])
    row = {"post_id": withheld, "state": state, "user_id": member.id, "at": START}
    async with database.begin() as connection:
        await connection.execute(sa.insert(WithheldPost).values(row))

    assert await allowance(community, member) == ALLOWANCES[0]

    async with database.begin() as connection:
        await connection.execute(sa.delete(WithheldPost))
    assert await allowance(community, member) == ALLOWANCES[1]


async def test_count_is_one_statement_along_an_index_and_only_where_it_is_needed(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    # Among few posts any index is as good, and the planner may take another.
    await member_with_posts(database, 500)
    new = await member_with_posts(database, 1)
    async with database.begin() as connection:
        await connection.exec_driver_sql("ANALYZE")
    old = await member_with_posts(database, 1, joined_at=START - timedelta(days=30))
    moderator = await member_with_posts(database, 0, role="moderator", joined_at=START)
    statements: list[tuple[str, Any]] = []

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    for member in (old, moderator):
        assert await allowance(community, member) == ORDINARY
    assert statements == []
    await allowance(community, new)
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)

    [(statement, values)] = statements
    assert "LIMIT" in statement
    assert "ix_posts_user_id_created_at_id" in await plan_of(database, statement, values)
