"""Nobody waits for ever: each wait for a database has an end, and the next question is answered."""

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
from tests.faults.proxy import BLACKHOLE, PASS, REFUSE, Proxy, lose_answer_to, proxy_to

pytestmark = pytest.mark.anyio

CONNECTIONS_MOST = 20


@pytest.fixture
def proxy(postgresql: str) -> Iterator[Proxy]:
    folder = Path(parse_qs(urlsplit(postgresql).query)["host"][0])
    with proxy_to(folder / ".s.PGSQL.5432") as proxy:
        yield proxy


@pytest.fixture
async def far(proxy: Proxy) -> AsyncIterator[AsyncEngine]:
    """PostgreSQL behind a network that can break."""
    engine = create_engine(f"postgresql+asyncpg://postgres@127.0.0.1:{proxy.port}/postgres")
    await check(engine)
    yield engine
    await engine.dispose()


@pytest.fixture
async def near(postgresql: str) -> AsyncIterator[AsyncEngine]:
    engine = create_engine(postgresql)
    yield engine
    await engine.dispose()


@asynccontextmanager
async def away_after(seconds: float, *, least: float = 0.0) -> AsyncIterator[None]:
    """Expects the block to fail within these seconds because the database is away."""
    began = monotonic()
    with pytest.raises(Exception) as told:
        yield
    assert is_away(told.value), repr(told.value)
    assert least <= monotonic() - began < seconds


async def ask(sessions: Sessions, statement: str = "SELECT 1") -> object:
    async with transaction(sessions) as opened:
        return await opened.session.scalar(sa.text(statement))


@pytest.mark.fault
async def test_a_statement_ends_after_three_seconds(near: AsyncEngine) -> None:
    sessions = create_sessions(near)

    async with away_after(9, least=2.9):
        await ask(sessions, "SELECT pg_sleep(10)")

    assert await ask(sessions) == 1


@pytest.mark.fault
async def test_a_long_job_has_the_time_that_it_needs(postgresql: str) -> None:
    engine = create_engine(postgresql, LONG_WORK)

    async with engine.connect() as connection:
        await connection.execute(sa.text("SELECT pg_sleep(4)"))

    await engine.dispose()


async def test_a_table_that_somebody_holds_is_waited_for_two_seconds(near: AsyncEngine) -> None:
    sessions = create_sessions(near)
    async with near.begin() as holding:
        await holding.execute(sa.text("CREATE TABLE IF NOT EXISTS held (id int)"))
    async with near.begin() as holding:
        await holding.execute(sa.text("LOCK TABLE held"))

        async with away_after(9, least=1.9):
            await ask(sessions, "SELECT count(*) FROM held")

        # It is the table that is held, not the database that is away.
        assert sessions.availability is not None
        assert sessions.availability.is_up
    assert await ask(sessions, "SELECT count(*) FROM held") == 0


async def test_a_free_connection_is_waited_for_two_seconds(near: AsyncEngine) -> None:
    sessions = create_sessions(near)
    async with AsyncExitStack() as holding:
        for _ in range(CONNECTIONS_MOST):
            await holding.enter_async_context(near.connect())

        async with away_after(9, least=1.9):
            await ask(sessions)

    assert await ask(sessions) == 1


@pytest.mark.fault
async def test_a_silent_database_is_left_and_nobody_waits_for_it_after_that(
    proxy: Proxy, far: AsyncEngine
) -> None:
    sessions = create_sessions(far)
    await ask(sessions)
    proxy.behave(BLACKHOLE)

    async with away_after(9):
        await ask(sessions)
    async with away_after(5):
        await ask(sessions)
    async with away_after(1):
        await ask(sessions)

    proxy.behave(PASS)
    await until_back(sessions)


async def until_back(sessions: Sessions) -> None:
    """Waits until it answers again, which is soon; earlier requests are refused immediately."""
    began = monotonic()
    while monotonic() - began < 10:
        try:
            assert await ask(sessions) == 1
        except ConnectionError:
            await asyncio.sleep(0.05)
        else:
            return
    raise AssertionError("it did not come back")


async def test_a_refused_connection_is_known_at_once_and_so_is_its_return(
    proxy: Proxy, far: AsyncEngine
) -> None:
    sessions = create_sessions(far)
    await ask(sessions)
    proxy.behave(REFUSE)

    for _ in range(3):
        async with away_after(1.9):
            await ask(sessions)

    proxy.behave(PASS)
    await until_back(sessions)


async def test_connections_that_died_unused_are_replaced_before_anybody_meets_them(
    proxy: Proxy, far: AsyncEngine
) -> None:
    sessions = create_sessions(far)
    await asyncio.gather(*(ask(sessions, "SELECT pg_sleep(0.1)") for _ in range(5)))
    proxy.behave(REFUSE)
    proxy.behave(PASS)
    await asyncio.sleep(1.1)

    answers = await asyncio.gather(*(ask(sessions) for _ in range(5)))

    assert answers == [1] * 5
    assert sessions.availability is not None
    assert sessions.availability.losses == 0


async def test_a_commit_whose_answer_is_lost_is_not_told_as_done(
    proxy: Proxy, far: AsyncEngine
) -> None:
    sessions = create_sessions(far)
    async with far.begin() as connection:
        await connection.execute(sa.text("DROP TABLE IF EXISTS said"))
        await connection.execute(sa.text("CREATE TABLE said (word text)"))
    told: list[str] = []

    async def tell() -> None:
        told.append("done")

    proxy.behave(lose_answer_to(b"COMMIT"))
    async with away_after(9), transaction(sessions) as opened:
        opened.after_commit(tell)
        await opened.session.execute(sa.text("INSERT INTO said VALUES ('tea')"))

    proxy.behave(PASS)
    await until_back(sessions)
    assert await ask(sessions, "SELECT count(*) FROM said") == 1
    assert told == []


async def test_an_address_that_leads_nowhere_is_an_absence_too() -> None:
    for address in ("nobody@localhost:1/x", "nobody@/x?host=/nowhere", "nobody@no.invalid/x"):
        engine = create_engine(f"postgresql+asyncpg://{address}")

        with pytest.raises(ConnectionError) as told:
            await check(engine)

        assert is_lost(told.value)
        await engine.dispose()


async def test_a_statement_that_is_wrong_is_no_absence(database: AsyncEngine) -> None:
    with pytest.raises(sa.exc.SQLAlchemyError) as told:
        async with transaction(create_sessions(database)) as opened:
            await opened.session.execute(sa.text("INSERT INTO accounts (id) VALUES (NULL)"))

    assert not is_away(told.value)
