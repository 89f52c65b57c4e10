"""Once a connection was lost, one asks for all whether the database is there."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from time import monotonic

import pytest

from server.database.availability import DatabaseAway, Gate

pytestmark = pytest.mark.anyio


@dataclass
class Database:
    """Answers, or does not; counts how often it was asked."""

    is_there: bool = True
    takes_s: float = 0.0
    asked: int = 0

    async def __call__(self) -> None:
        self.asked += 1
        await asyncio.sleep(self.takes_s)
        if not self.is_there:
            raise ConnectionRefusedError


@pytest.fixture
def database() -> Database:
    return Database()


@pytest.fixture
async def gate(database: Database) -> AsyncIterator[Gate]:
    gate = Gate(database)
    yield gate
    await gate.close()


async def test_without_a_doubt_nobody_asks(gate: Gate, database: Database) -> None:
    await gate.enter()

    assert database.asked == 0


async def test_a_single_lost_connection_keeps_nobody_out(gate: Gate, database: Database) -> None:
    database.takes_s = 0.05
    gate.doubt()

    await asyncio.gather(*(gate.enter() for _ in range(20)))

    assert gate.is_open
    assert database.asked == 1


async def test_while_it_is_away_everybody_is_told_at_once(gate: Gate, database: Database) -> None:
    database.is_there = False
    gate.doubt()
    with pytest.raises(DatabaseAway):
        await gate.enter()
    began = monotonic()

    for _ in range(100):
        gate.doubt()
        with pytest.raises(DatabaseAway):
            await gate.enter()

    assert monotonic() - began < 5
    assert database.asked == 1


async def test_its_return_is_noticed_within_a_second(gate: Gate, database: Database) -> None:
    database.is_there = False
    gate.doubt()
    await asyncio.sleep(0.1)
    assert not gate.is_open
    database.is_there = True

    assert await gate.is_back(within=1)

    await gate.enter()


async def test_a_long_absence_is_waited_for_by_nobody(
    gate: Gate, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.database.availability.SHORT_S", 0.2)
    database.is_there = False
    gate.doubt()
    assert not await gate.is_back(within=1)
    began = monotonic()

    assert not await gate.is_back(within=1)

    assert monotonic() - began < 0.9
