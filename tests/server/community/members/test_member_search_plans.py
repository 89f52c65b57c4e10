"""Query plans of the search for members: along the index of names, never a whole table."""

from itertools import product
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.community.members.queries import search_members
from server.web.viewer import Member, Viewer, Visitor
from tests.server.community.builders import execute
from tests.server.community.members.test_member_search import add_indexed
from tests.server.community.test_query_plans import plan_of
from tests.server.conftest import START

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

MEMBERS = 500
# Index of the names, in the order of the results.
INDEX = "ix_member_names_place_suffix_member_id"


@pytest.fixture
async def reader(database: AsyncEngine) -> Member:
    """Inserts many members with names; returns one of them."""
    members = await add_indexed(database, [f"茶畑 {n:03}" for n in range(MEMBERS)])
    await execute(database, "ANALYZE")
    return members[0]


async def plans_of(
    community: CommunityDependencies, database: AsyncEngine, search: str, viewer: Viewer
) -> list[str]:
    """Returns the plan of each statement of a search."""
    statements: list[tuple[str, Any]] = []

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    async with community.database.opened() as session:
        await search_members(session, search, after=None, viewer=viewer, now=START)
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)
    selects = [one for one in statements if one[0].lstrip().startswith("SELECT")]
    return [await plan_of(database, *one) for one in selects]


async def test_names_are_read_along_their_index(
    community: CommunityDependencies, database: AsyncEngine, reader: Member
) -> None:
    viewers: list[Viewer] = [reader, Visitor()]
    for search, viewer in product(["茶畑", "畑", "茶畑 0", "無い"], viewers):
        plans = await plans_of(community, database, search, viewer)

        named = [plan for plan in plans if "member_names" in plan]
        assert named, search
        for plan in named:
            assert INDEX in plan, (search, viewer)
        for plan in plans:
            for table in ("member_names", "profiles", "accounts", "posts", "member_relations"):
                assert f"SCAN {table}" not in plan, (search, viewer)
            assert f"Seq Scan on {table}" not in plan


async def test_number_of_statements_does_not_grow_with_the_members_found(
    community: CommunityDependencies, database: AsyncEngine, reader: Member
) -> None:
    few = await plans_of(community, database, "茶畑 001", reader)
    many = await plans_of(community, database, "茶畑", reader)

    # Few: whole names, then suffixes of names, then cards.
    assert (len(few), len(many)) == (3, 2)
