"""Timeouts of statements, locks, connections and the pool, and recovery after each."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import monotonic
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.database.dialects import is_away, is_lost
from server.database.engine import Sessions, check, create_engine, create_sessions
from server.database.limits import LONG_WORK
from server.database.transaction import transaction
from tests.faults.proxy import BLACKHOLE, PASS, REFUSE, Proxy, lose_response_to, proxy_to

pytestmark = pytest.mark.anyio

CONNECTIONS_MOST = 20


@pytest.fixture
def proxy(postgresql: str) -> Iterator[Proxy]:
    """Yields a proxy before PostgreSQL that can refuse, delay or lose data."""
    folder = Path(parse_qs(urlsplit(postgresql).query)["host"][0])
    with proxy_to(folder / ".s.PGSQL.5432") as proxy:
        yield proxy


@pytest.fixture
async def proxied_engine(proxy: Proxy) -> AsyncIterator[AsyncEngine]:
    """Yields an engine that reaches PostgreSQL through the proxy."""
    engine = create_engine(f"postgresql+asyncpg://postgres@127.0.0.1:{proxy.port}/postgres")
    await check(engine)
    yield engine
    await engine.dispose()


@pytest.fixture
async def direct_engine(postgresql: str) -> AsyncIterator[AsyncEngine]:
    """Yields an engine that reaches PostgreSQL without the proxy."""
    engine = create_engine(postgresql)
    yield engine
    await engine.dispose()


@asynccontextmanager
async def expect_away_within(seconds: float, *, least: float = 0.0) -> AsyncIterator[None]:
    """Expects the block to fail because the database is away, after `least` to `seconds`."""
    began = monotonic()
    with pytest.raises(Exception) as raised:
        yield
    assert is_away(raised.value), repr(raised.value)
    assert least <= monotonic() - began < seconds


async def run_statement(sessions: Sessions, statement: str = "SELECT 1") -> object:
    """Executes a statement in a transaction of its own; returns its first value."""
    async with transaction(sessions) as opened:
        return await opened.session.scalar(sa.text(statement))


@pytest.mark.fault
async def test_statement_times_out_after_three_seconds(direct_engine: AsyncEngine) -> None:
    sessions = create_sessions(direct_engine)

    async with expect_away_within(9, least=2.9):
        await run_statement(sessions, "SELECT pg_sleep(10)")

    assert await run_statement(sessions) == 1


@pytest.mark.fault
async def test_long_work_may_run_longer_than_the_statement_timeout(postgresql: str) -> None:
    engine = create_engine(postgresql, LONG_WORK)

    async with engine.connect() as connection:
        await connection.execute(sa.text("SELECT pg_sleep(4)"))

    await engine.dispose()


async def test_lock_wait_times_out_after_two_seconds(direct_engine: AsyncEngine) -> None:
    sessions = create_sessions(direct_engine)
    async with direct_engine.begin() as holding:
        await holding.execute(sa.text("CREATE TABLE IF NOT EXISTS held (id int)"))
    async with direct_engine.begin() as holding:
        await holding.execute(sa.text("LOCK TABLE held"))

        async with expect_away_within(9, least=1.9):
            await run_statement(sessions, "SELECT count(*) FROM held")

        # The table is locked, but the database is available.
        assert sessions.availability is not None
        assert sessions.availability.is_up
    assert await run_statement(sessions, "SELECT count(*) FROM held") == 0


async def test_pool_wait_times_out_after_two_seconds(direct_engine: AsyncEngine) -> None:
    sessions = create_sessions(direct_engine)
    async with AsyncExitStack() as holding:
        for _ in range(CONNECTIONS_MOST):
            await holding.enter_async_context(direct_engine.connect())

        async with expect_away_within(9, least=1.9):
            await run_statement(sessions)

    assert await run_statement(sessions) == 1


@pytest.mark.fault
async def test_silent_database_times_out_and_later_requests_fail_fast(
    proxy: Proxy, proxied_engine: AsyncEngine
) -> None:
    sessions = create_sessions(proxied_engine)
    await run_statement(sessions)
    proxy.behave(BLACKHOLE)

    async with expect_away_within(9):
        await run_statement(sessions)
    async with expect_away_within(5):
        await run_statement(sessions)
    async with expect_away_within(1):
        await run_statement(sessions)

    proxy.behave(PASS)
    await until_available(sessions)


async def until_available(sessions: Sessions) -> None:
    """Waits until the database answers again, at most 10 s."""
    began = monotonic()
    while monotonic() - began < 10:
        try:
            assert await run_statement(sessions) == 1
        except ConnectionError:
            await asyncio.sleep(0.05)
        else:
            return
    raise AssertionError("the database did not come back")


async def test_refused_connection_fails_fast_and_recovers(
    proxy: Proxy, proxied_engine: AsyncEngine
) -> None:
    sessions = create_sessions(proxied_engine)
    await run_statement(sessions)
    proxy.behave(REFUSE)

    for _ in range(3):
        async with expect_away_within(1.9):
            await run_statement(sessions)

    proxy.behave(PASS)
    await until_available(sessions)


async def test_dead_idle_connections_are_replaced_before_use(
    proxy: Proxy, proxied_engine: AsyncEngine
) -> None:
    sessions = create_sessions(proxied_engine)
    await asyncio.gather(*(run_statement(sessions, "SELECT pg_sleep(0.1)") for _ in range(5)))
    proxy.behave(REFUSE)
    proxy.behave(PASS)
    await asyncio.sleep(1.1)

    answers = await asyncio.gather(*(run_statement(sessions) for _ in range(5)))

    assert answers == [1] * 5
    assert sessions.availability is not None
    assert sessions.availability.losses == 0


async def test_after_commit_work_is_skipped_when_the_commit_response_is_lost(
    proxy: Proxy, proxied_engine: AsyncEngine
) -> None:
    sessions = create_sessions(proxied_engine)
    async with proxied_engine.begin() as connection:
        await connection.execute(sa.text("DROP TABLE IF EXISTS said"))
        await connection.execute(sa.text("CREATE TABLE said (word text)"))
    done: list[str] = []

    async def record() -> None:
        done.append("done")

    proxy.behave(lose_response_to(b"COMMIT"))
    async with expect_away_within(9), transaction(sessions) as opened:
        opened.after_commit(record)
        await opened.session.execute(sa.text("INSERT INTO said VALUES ('tea')"))

    proxy.behave(PASS)
    await until_available(sessions)
    assert await run_statement(sessions, "SELECT count(*) FROM said") == 1
    assert done == []


async def test_unreachable_address_counts_as_a_lost_connection() -> None:
    for address in ("nobody@localhost:1/x", "nobody@/x?host=/nowhere", "nobody@no.invalid/x"):
        engine = create_engine(f"postgresql+asyncpg://{address}")

        with pytest.raises(ConnectionError) as raised:
            await check(engine)

        assert is_lost(raised.value)
        await engine.dispose()


async def test_invalid_statement_does_not_count_as_an_outage(database: AsyncEngine) -> None:
    with pytest.raises(sa.exc.SQLAlchemyError) as raised:
        async with transaction(create_sessions(database)) as opened:
            await opened.session.execute(sa.text("INSERT INTO accounts (id) VALUES (NULL)"))

    assert not is_away(raised.value)
