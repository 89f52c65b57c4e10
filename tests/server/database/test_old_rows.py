"""Rows written at any earlier revision survive migrations and are read by today's code."""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa
from _pytest.mark import ParameterSet
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.sessions.queries import SignedIn, find_signed_in
from server.accounts.sessions.tokens import hash_of
from server.community.feed_query import parse_feed_query
from server.community.queries.posts import get_post, list_feed
from server.database.engine import create_sessions
from server.database.migrate import compare, migrate, revisions
from server.database.revisions import current_revision, newest_revision
from server.database.snapshots import lines_of, tables_of
from server.database.transaction import transaction
from server.web.viewer import Visitor

pytestmark = pytest.mark.anyio

# Rows as SQL, one file for each revision, written when it was the newest.
ROWS = Path(__file__).parent / "rows"
WRITTEN = [revision for revision in revisions() if (ROWS / f"{revision}.sql").exists()]
# Revisions that every run tests; the audit tests the others, whose migrations are final. From 0033
# on, every table has rows when the last migration that copies tables runs.
IN_EVERY_RUN = {WRITTEN[0], "0033", *WRITTEN[-2:]}
HANA = "11111111-1111-4111-8111-111111111111"


def revision_params(names: Iterable[str]) -> list[ParameterSet]:
    """Returns the revisions as parameters, with the mark of the audit outside of IN_EVERY_RUN."""
    return [
        pytest.param(
            one, marks=[] if one in IN_EVERY_RUN or one not in WRITTEN else pytest.mark.audit
        )
        for one in names
    ]


Tables = dict[str, tuple[sa.Table, list[bytes]]]


async def write_rows(engine: AsyncEngine, revision: str) -> None:
    """Inserts the rows that were written at this revision."""
    statements = (ROWS / f"{revision}.sql").read_text(encoding="utf-8").split(";\n")
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql("SET LOCAL TIME ZONE 'UTC'")
        for statement in filter(str.strip, statements):
            await connection.exec_driver_sql(statement)


async def read_rows(engine: AsyncEngine) -> Tables:
    """Returns all rows of all tables as the lines of a backup."""
    async with engine.connect() as connection:
        return {
            table.name: (table, [line async for line in lines_of(connection, table)])
            for table in await tables_of(connection)
        }


def test_sample_rows_exist_for_every_earlier_revision() -> None:
    earlier = set(revisions()) - {"0001", newest_revision()}

    assert earlier <= set(WRITTEN)


@pytest.mark.parametrize("revision", revision_params(revisions()))
async def test_rows_of_an_earlier_revision_survive_and_are_read_by_the_code(
    empty_database: AsyncEngine, revision: str
) -> None:
    await migrate(empty_database, revision)
    if revision in WRITTEN:
        await write_rows(empty_database, revision)
    before = await read_rows(empty_database)

    await migrate(empty_database)

    await compare(empty_database)
    assert await current_revision(empty_database) == newest_revision()
    if revision in WRITTEN:
        assert any(lines for _, lines in before.values())
        await expect_rows(empty_database, before)
        await expect_session(empty_database)
    if revision in WRITTEN and revision >= "0003":
        await expect_post(empty_database)


async def expect_rows(engine: AsyncEngine, before: Tables) -> None:
    """Checks that the tables still have these rows."""
    async with engine.connect() as connection:
        for table, lines in before.values():
            assert [line async for line in lines_of(connection, table)] == lines, table.name


async def expect_session(engine: AsyncEngine) -> None:
    """Checks that the session in the rows signs Hana in."""
    async with transaction(create_sessions(engine)) as opened:
        now = datetime(2026, 3, 2, 0, 30, tzinfo=UTC)
        found = await find_signed_in(opened.session, hash_of("a" * 43), now=now)

    assert isinstance(found, SignedIn)
    assert (found.member.id, found.member.display_name) == (HANA, "はな 🍵")


async def expect_post(engine: AsyncEngine) -> None:
    """Checks that a search finds the post, and that its like, comment and picture are read."""
    async with transaction(create_sessions(engine)) as opened:
        feed_query = parse_feed_query({"search": "深蒸し"})
        found = await list_feed(opened.session, feed_query, viewer=Visitor())
        post = await get_post(opened.session, 7, viewer=Visitor())

    assert [one.id for one in found.posts] == [7]
    assert (post.title, post.likes, post.comments_count) == ("新茶", 1, 1)
    assert post.created_at == datetime(2026, 3, 3, 4, 5, 6, 7, tzinfo=UTC)
    assert [image.alt for image in post.images] == ["茶畑"]
