"""Reads by the driver: they have the results, limits and failures of a session's reads."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.feed_query import parse_feed_query
from server.community.queries.posts import list_feed
from server.database.dialects import is_away, is_lost, is_missing_table
from server.database.engine import Sessions, check, create_engine, create_sessions
from server.database.readers import Source, reader_over
from server.database.transaction import transaction
from server.web.viewer import Member, Visitor
from tests.faults.proxy import BLACKHOLE, PASS, Proxy, proxy_to
from tests.server.community.builders import add_image, add_members, add_posts, later

pytestmark = pytest.mark.anyio

MISSING_TABLE = sa.select(sa.table("nowhere", sa.column("id", sa.Integer)).c.id)
PID = sa.select(sa.func.pg_backend_pid())


@pytest.fixture
async def direct(postgresql: str) -> AsyncIterator[AsyncEngine]:
    engine = create_engine(postgresql)
    yield engine
    await engine.dispose()


@pytest.fixture
def proxy(postgresql: str) -> Iterator[Proxy]:
    folder = Path(parse_qs(urlsplit(postgresql).query)["host"][0])
    with proxy_to(folder / ".s.PGSQL.5432") as proxy:
        yield proxy


async def fetch(sessions: Sessions, statement: sa.Select[Any]) -> Any:
    async with sessions.reading() as source:
        [[found]] = await source.rows(statement, {})
    return found


def sleep(seconds: float) -> sa.Select[Any]:
    return sa.select(sa.cast(sa.func.pg_sleep(seconds), sa.Text))


def slowed(statement: sa.Select[Any]) -> sa.Select[Any]:
    """Makes a statement take 0.2 s, so that concurrent reads need a connection each."""
    return statement.where(sa.func.pg_sleep(0.2).is_not(None))


def connections_used(sessions: Sessions) -> float:
    return sessions.metrics()["database_connections_used"]


async def terminate(engine: AsyncEngine, *pids: int) -> None:
    other = create_engine(engine.url.render_as_string(hide_password=False))
    async with other.connect() as connection:
        for pid in pids:
            await connection.execute(sa.select(sa.func.pg_terminate_backend(pid)))
    await other.dispose()


@pytest.mark.parametrize(
    "query",
    [
        {},
        {"sort": "popular"},
        {"category": "review", "rating": "4", "tea_type": "sencha"},
        {"search": "茶_%/"},
        {"search": "香り 深蒸し", "sort": "popular", "limit": "1"},
    ],
)
async def test_driver_and_session_send_the_same_statements(
    database: AsyncEngine, query: dict[str, str]
) -> None:
    [member] = await add_members(database, 1)
    texts = ["茶_%/", "深蒸しの香り", "香りの深蒸し"]
    posts = await add_posts(
        database,
        [
            {"content": text, "rating": 5, "tea_type": "sencha", "edited_at": later(minutes=n)}
            for n, text in enumerate(texts)
        ],
    )
    await add_image(database, member.id, post_id=posts[1])
    sessions, statements = create_sessions(database), []

    def record_statement(*event: Any) -> None:
        # A session may set savepoints besides.
        if event[2].startswith("SELECT"):
            statements.append((event[2], tuple(event[3])))

    async def read_feed(source: Source, viewer: Member | Visitor) -> tuple[Any, Any]:
        statements.clear()
        page = await list_feed(source, parse_feed_query(query), viewer=viewer)
        return page, tuple(statements)

    sa.event.listen(database.sync_engine, "before_cursor_execute", record_statement)
    for viewer in (Visitor(), member):
        async with sessions.opened() as session:
            by_session = await read_feed(session, viewer)
        async with sessions.reading() as source:
            by_driver = await read_feed(source, viewer)

        assert by_driver == by_session
        assert by_driver[0].posts


async def test_driver_and_session_raise_the_same_exception(
    database: AsyncEngine,
) -> None:
    sessions = create_sessions(database)
    handled: list[sa.exc.DBAPIError] = []

    async with sessions.opened() as session:
        with pytest.raises(sa.exc.DBAPIError) as by_session:
            await reader_over(session).rows(MISSING_TABLE, {})
    sa.event.listen(
        database.sync_engine,
        "handle_error",
        lambda failure: handled.append(failure.sqlalchemy_exception),
    )
    async with sessions.reading() as source:
        with pytest.raises(sa.exc.DBAPIError) as by_driver:
            await source.rows(MISSING_TABLE, {})

    assert type(by_driver.value) is type(by_session.value)
    assert str(by_driver.value) == str(by_session.value)
    assert is_missing_table(by_driver.value)
    assert not is_lost(by_driver.value)
    assert handled == [by_driver.value]
    assert connections_used(sessions) == 0
    assert await fetch(sessions, sa.select(sa.literal(7))) == 7


async def test_missing_table_does_not_break_the_transaction(database: AsyncEngine) -> None:
    sessions = create_sessions(database)

    async with transaction(sessions) as opened:
        await opened.session.execute(sa.text("CREATE TABLE kept (id integer)"))
        assert await reader_over(opened.session).rows_if_there(MISSING_TABLE, {}) is None
    async with sessions.reading() as source:
        assert await source.rows_if_there(MISSING_TABLE, {}) is None

    async with sessions.opened() as session:
        assert await session.scalar(sa.text("SELECT count(*) FROM kept")) == 0


async def test_connection_is_returned_when_a_parameter_is_missing(database: AsyncEngine) -> None:
    sessions = create_sessions(database)
    statement = sa.select(sa.bindparam("absent", type_=sa.Integer))

    async with sessions.reading() as source:
        with pytest.raises(KeyError):
            await source.rows(statement, {})

    assert connections_used(sessions) == 0


async def test_statement_times_out_after_three_seconds(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    began = monotonic()

    with pytest.raises(sa.exc.DBAPIError) as raised:
        await fetch(sessions, sleep(10))

    assert is_away(raised.value)
    assert not is_lost(raised.value)
    assert 2.9 <= monotonic() - began < 9
    assert connections_used(sessions) == 0


@pytest.mark.fault
async def test_all_statements_of_a_request_time_out_after_six_seconds(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    began = monotonic()

    async with sessions.reading() as source:
        with pytest.raises(TimeoutError):
            for _ in range(3):
                await source.rows(sleep(2.7), {})

    assert 5.4 <= monotonic() - began < 8
    assert connections_used(sessions) == 0


async def test_broken_connection_is_reported_and_not_used_again(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    pid = await fetch(sessions, PID)

    pending = asyncio.ensure_future(fetch(sessions, sleep(2)))
    await asyncio.sleep(0.2)
    await terminate(direct, pid)
    with pytest.raises(sa.exc.DBAPIError) as raised:
        await pending

    assert raised.value.connection_invalidated
    assert sessions.availability is not None
    assert sessions.availability.losses == 1
    assert connections_used(sessions) == 0
    assert await fetch(sessions, PID) != pid
    await sessions.close()


async def test_idle_connection_is_checked_before_use(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    pid = await fetch(sessions, PID)
    await terminate(direct, pid)
    await asyncio.sleep(1.1)

    assert await fetch(sessions, PID) != pid

    assert sessions.availability is not None
    assert sessions.availability.losses == 0


async def test_idle_connections_are_dropped_when_one_breaks(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    pids = await asyncio.gather(*(fetch(sessions, slowed(PID)) for _ in range(3)))
    await terminate(direct, *pids)
    with pytest.raises(sa.exc.DBAPIError):
        await fetch(sessions, PID)

    assert len({*pids}) == 3
    assert await fetch(sessions, PID) not in pids
    assert sessions.availability is not None
    assert sessions.availability.losses == 1
    await sessions.close()


async def test_connections_return_to_the_pool_after_each_statement(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    await asyncio.gather(*(fetch(sessions, slowed(PID)) for _ in range(8)))

    assert sessions.metrics() == {
        "database_connections_used": 0,
        "database_connections_idle": 8,
    }


async def test_most_recently_used_connection_is_used_next(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    await asyncio.gather(*(fetch(sessions, slowed(PID)) for _ in range(3)))

    assert len({await fetch(sessions, PID) for _ in range(5)}) == 1


async def test_cancelled_read_drops_its_connection(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)
    pid = await fetch(sessions, PID)

    pending = asyncio.ensure_future(fetch(sessions, sleep(2)))
    await asyncio.sleep(0.2)
    pending.cancel()
    with suppress(asyncio.CancelledError):
        await pending

    assert await fetch(sessions, PID) != pid
    assert connections_used(sessions) == 0


async def test_reads_beyond_the_pool_size_wait_for_a_connection(direct: AsyncEngine) -> None:
    sessions = create_sessions(direct)

    found = await asyncio.gather(*(fetch(sessions, sa.select(sa.literal(n))) for n in range(60)))

    assert found == list(range(60))
    assert connections_used(sessions) == 0


@pytest.mark.fault
async def test_silent_database_times_out_and_is_used_after_its_return(proxy: Proxy) -> None:
    engine = create_engine(f"postgresql+asyncpg://postgres@127.0.0.1:{proxy.port}/postgres")
    await check(engine)
    sessions = create_sessions(engine)
    await fetch(sessions, PID)
    proxy.behave(BLACKHOLE)
    began = monotonic()

    with pytest.raises(Exception) as raised:
        await fetch(sessions, PID)

    assert is_away(raised.value)
    assert monotonic() - began < 9
    assert connections_used(sessions) == 0
    assert sessions.availability is not None
    assert not sessions.availability.is_up
    proxy.behave(PASS)
    assert await sessions.availability.wait_until_back(within=3)
    assert await fetch(sessions, PID)
    await engine.dispose()
