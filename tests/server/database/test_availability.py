"""Availability: after a lost connection, one probe checks the database for all requests."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from time import monotonic

import pytest

from server.database.availability import Availability, DatabaseUnavailable

pytestmark = pytest.mark.anyio


@dataclass
class Database:
    """Stand-in for the probe of a database: succeeds or fails, and counts its calls."""

    is_there: bool = True
    takes_s: float = 0.0
    probes: int = 0

    async def __call__(self) -> None:
        self.probes += 1
        await asyncio.sleep(self.takes_s)
        if not self.is_there:
            raise ConnectionRefusedError


@pytest.fixture
def database() -> Database:
    return Database()


@pytest.fixture
async def availability(database: Database) -> AsyncIterator[Availability]:
    """Yields the availability of the test's database."""
    availability = Availability(database)
    yield availability
    await availability.close()


async def test_check_sends_no_query_without_a_reported_loss(
    availability: Availability, database: Database
) -> None:
    await availability.check()

    assert database.probes == 0


async def test_requests_pass_after_a_single_lost_connection(
    availability: Availability, database: Database
) -> None:
    database.takes_s = 0.05
    availability.report_loss()

    await asyncio.gather(*(availability.check() for _ in range(20)))

    assert availability.is_up
    assert database.probes == 1


async def test_requests_fail_fast_while_the_database_is_unavailable(
    availability: Availability, database: Database
) -> None:
    database.is_there = False
    availability.report_loss()
    with pytest.raises(DatabaseUnavailable):
        await availability.check()
    began = monotonic()

    for _ in range(100):
        availability.report_loss()
        with pytest.raises(DatabaseUnavailable):
            await availability.check()

    assert monotonic() - began < 5
    assert database.probes == 1


async def test_database_is_available_within_a_second_of_its_return(
    availability: Availability, database: Database
) -> None:
    database.is_there = False
    availability.report_loss()
    await asyncio.sleep(0.1)
    assert not availability.is_up
    database.is_there = True

    assert await availability.wait_until_back(within=1)

    await availability.check()


async def test_wait_is_skipped_during_a_long_outage(
    availability: Availability, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.database.availability.SHORT_S", 0.2)
    database.is_there = False
    availability.report_loss()
    assert not await availability.wait_until_back(within=1)
    began = monotonic()

    assert not await availability.wait_until_back(within=1)

    assert monotonic() - began < 0.9
