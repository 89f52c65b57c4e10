"""Query plans of the queue: few reads of the log, however many suspensions in it are over."""

import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.dependencies import CommunityDependencies
from server.community.queries import moderation_log
from server.community.queries.moderation_log import undoable_entries
from server.moderation.tables import ModerationEntry
from tests.server.community.builders import add_members, execute
from tests.server.conftest import START

pytestmark = pytest.mark.anyio

MEMBERS, ENTRIES, REPEATED = 40, 4000, 10
SUSPENDED = "UPDATE accounts SET suspended_at = created_at"


async def add_entries(database: AsyncEngine, entries: list[dict[str, Any]]) -> None:
    """Inserts entries of the moderation log in this order."""
    same = {"created_at": START, "made_by": "Mori", "reason": "spam", "details": {}}
    same |= {"subject_kind": "member", "subject_id": None, "member_id": None}
    async with database.begin() as connection:
        await connection.execute(sa.insert(ModerationEntry), [same | one for one in entries])


async def add_suspensions(database: AsyncEngine, times: int) -> list[str]:
    """Adds `times` suspensions of each member to the log; returns the members' ids."""
    members = [one.id for one in await add_members(database, MEMBERS)]
    rows = [{"action": "suspend", "member_id": id} for _ in range(times) for id in members]
    await add_entries(database, rows)
    return members


def rows_read(plan: dict[str, Any]) -> Iterator[int]:
    """Yields the number of rows that each node of an executed plan returned or discarded."""
    names = ("Actual Rows", "Rows Removed by Filter", "Rows Removed by Join Filter")
    yield int(sum(plan.get(name, 0) for name in names) * plan["Actual Loops"])
    for part in plan.get("Plans", ()):
        yield from rows_read(part)


@pytest.mark.databases("postgresql")
async def test_ended_suspensions_are_not_compared_with_the_whole_log(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    await add_suspensions(database, REPEATED)
    gone = {"action": "remove-post", "subject_kind": "post"}
    await add_entries(database, [gone | {"subject_id": n + 1} for n in range(ENTRIES)])
    await execute(database, "ANALYZE")
    statements: list[tuple[str, Any]] = []

    def listen(*event: object) -> None:
        statements.append((str(event[2]), event[3]))

    sa.event.listen(database.sync_engine, "before_cursor_execute", listen)
    async with community.database.opened() as session:
        assert await undoable_entries(session, now=START) == []
    sa.event.remove(database.sync_engine, "before_cursor_execute", listen)

    read = 0
    async with database.connect() as connection:
        for statement, values in statements:
            explain = f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}"
            found = (await connection.exec_driver_sql(explain, values)).scalar_one()
            [plan] = json.loads(found) if isinstance(found, str) else found
            read += sum(rows_read(plan["Plan"]))
    assert ENTRIES < read < 10 * ENTRIES


@pytest.mark.databases("sqlite", "postgresql")
async def test_older_acts_are_offered_below_many_replaced_suspensions(
    community: CommunityDependencies, database: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation_log, "EFFECTIVE_MOST", 7)
    monkeypatch.setattr(moderation_log, "EFFECTIVE_READS_MOST", 3)
    [member, *_] = await add_members(database, 1)
    await execute(database, SUSPENDED)
    await add_entries(
        database,
        [{"action": "warn", "member_id": member.id}]
        + [{"action": "suspend", "member_id": member.id}] * 20,
    )

    async with community.database.opened() as session:
        found = await undoable_entries(session, now=START + timedelta(days=1))

    assert [one.action for one in found] == ["suspend", "warn"]
