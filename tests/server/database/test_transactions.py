"""Transactions: one for each request, with the same behaviour on both databases."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from server.database.declarative import BigId, Json, UtcDateTime
from server.database.dialects import insert_for
from server.database.engine import create_sessions
from server.database.transaction import transaction

pytestmark = pytest.mark.anyio

TOKYO = timezone(timedelta(hours=9))


class Base(DeclarativeBase):
    """Declarative base apart from the product's tables."""


class Leaf(Base):
    """A row with every portable column type."""

    __tablename__ = "leaf"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(sa.String(20), unique=True)
    notes: Mapped[list[str]] = mapped_column(Json, default=list)
    picked_at: Mapped[datetime] = mapped_column(UtcDateTime)


@pytest.fixture
async def leaves(database: AsyncEngine) -> AsyncEngine:
    """Returns a database with the table of this test."""
    async with database.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    return database


def a_leaf(name: str = "first flush") -> Leaf:
    return Leaf(name=name, notes=["青葉"], picked_at=datetime(2026, 4, 20, 9, tzinfo=TOKYO))


async def test_committed_row_is_read_back_unchanged(leaves: AsyncEngine) -> None:
    sessions = create_sessions(leaves)

    async with transaction(sessions) as opened:
        opened.session.add(a_leaf())

    async with transaction(sessions) as opened:
        kept = (await opened.session.scalars(sa.select(Leaf))).one()
    assert kept.id == 1
    assert kept.notes == ["青葉"]
    assert kept.picked_at == datetime(2026, 4, 20, 0, tzinfo=UTC)
    assert kept.picked_at.utcoffset() == timedelta(0)


async def test_datetime_without_time_zone_is_refused(leaves: AsyncEngine) -> None:
    naive = a_leaf()
    naive.picked_at = datetime(2026, 4, 20)

    with pytest.raises(sa.exc.StatementError, match="time zone"):
        async with transaction(create_sessions(leaves)) as opened:
            opened.session.add(naive)


@pytest.mark.parametrize(
    "stored", ["2026-04-20", "2026-04-20 00:00:00", "2026-04-20 09:00:00+09:00"]
)
def test_sqlite_datetime_in_another_format_is_read_as_utc(stored: str) -> None:
    read = UtcDateTime().result_processor(sa.create_engine("sqlite://").dialect, None)

    assert read is not None
    assert read(stored) == datetime(2026, 4, 20, tzinfo=UTC)


async def test_after_commit_work_runs_after_the_commit(leaves: AsyncEngine) -> None:
    sessions = create_sessions(leaves)
    seen: list[int] = []

    async def look() -> None:
        async with sessions.opened() as session:
            seen.append(len((await session.scalars(sa.select(Leaf))).all()))

    async with transaction(sessions) as opened:
        opened.session.add(a_leaf())
        opened.after_commit(look)
        assert seen == []

    assert seen == [1]


async def test_exception_rolls_back_and_skips_after_commit_work(leaves: AsyncEngine) -> None:
    sessions = create_sessions(leaves)
    done: list[str] = []

    async def work() -> None:
        done.append("announced")

    with pytest.raises(LookupError):
        async with transaction(sessions) as opened:
            opened.session.add(a_leaf())
            opened.after_commit(work)
            raise LookupError

    async with transaction(sessions) as opened:
        assert (await opened.session.scalars(sa.select(Leaf))).all() == []
    assert done == []


async def test_failing_after_commit_work_is_logged_and_the_commit_stays(
    leaves: AsyncEngine, caplog: pytest.LogCaptureFixture
) -> None:
    sessions = create_sessions(leaves)

    async def fail() -> None:
        raise LookupError("nobody listens")

    async with transaction(sessions) as opened:
        opened.session.add(a_leaf())
        opened.after_commit(fail)

    async with transaction(sessions) as opened:
        assert len((await opened.session.scalars(sa.select(Leaf))).all()) == 1
    assert "nobody listens" in caplog.text


async def test_insert_of_an_existing_row_is_skipped_without_error(leaves: AsyncEngine) -> None:
    sessions = create_sessions(leaves)
    added = []

    for _ in range(2):
        async with transaction(sessions) as opened:
            values = {"name": "one", "notes": [], "picked_at": datetime.now(UTC)}
            insert = insert_for(opened.session, Leaf).values(values).on_conflict_do_nothing()
            result = await opened.session.execute(insert.returning(Leaf.id))
            added.append(result.first() is not None)

    assert added == [True, False]
