"""Sweep that deletes the records of members' recent texts, also of members who write no more."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from server.community.actions.transactions import KEY_LIFE
from server.community.holds import text_sweep as sweep
from server.community.holds.rules import KEPT_FOR
from server.database.engine import create_sessions
from tests.server.community.builders import execute, value
from tests.server.community.holds.held_things import LONG, write_post
from tests.server.conftest import START
from tests.server.members import Browser, Place

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

ROWS = "SELECT count(*) FROM recent_texts"
SECOND = timedelta(seconds=1)


async def add_recent_text(engine: AsyncEngine, author: Browser, *, age: timedelta) -> None:
    """Inserts the record of a text that a member wrote this long ago."""
    insert = "INSERT INTO recent_texts (member_id, kind, at) VALUES (:id, 'edit', :at)"
    await execute(engine, insert, id=author.member_id, at=START - age)


async def sweep_once(place: Place) -> None:
    """Runs the sweep as a host does at its start, until its first deletion is over."""
    async with sweep.text_sweep(create_sessions(place.engine), place.moment):
        await asyncio.sleep(0)


async def test_text_of_a_silent_member_is_deleted_after_a_day(
    place: Place, hana: Browser, alex: Browser
) -> None:
    await write_post(hana, LONG)
    place.moment.advance(seconds=KEPT_FOR.total_seconds())
    await place.sign_in(alex, "development-alex")
    await write_post(alex, "Another long text of another member, about another tea.")
    assert await value(place.engine, ROWS) == 2

    await sweep_once(place)

    assert await value(place.engine, "SELECT member_id FROM recent_texts") == alex.member_id


async def test_record_that_the_rules_still_count_is_not_deleted(
    place: Place, hana: Browser
) -> None:
    await add_recent_text(place.engine, hana, age=KEPT_FOR - SECOND)
    await add_recent_text(place.engine, hana, age=KEPT_FOR)

    await sweep_once(place)

    assert await value(place.engine, ROWS) == 1


async def test_idempotency_key_of_a_silent_member_is_deleted_after_a_day(
    place: Place, hana: Browser
) -> None:
    keys = ("nearly a day", KEY_LIFE - SECOND), ("a day", KEY_LIFE)
    insert = "INSERT INTO idempotency_keys (user_id, key, created_at) VALUES (:id, :key, :at)"
    for key, age in keys:
        await execute(place.engine, insert, id=hana.member_id, key=key, at=START - age)

    await sweep_once(place)

    assert await value(place.engine, "SELECT key FROM idempotency_keys") == "nearly a day"


async def test_sweep_after_a_failed_one_deletes_too(
    place: Place, hana: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await add_recent_text(place.engine, hana, age=KEPT_FOR)
    done, calls = asyncio.Event(), 0
    run = AsyncSession.execute

    async def fail_first(self: AsyncSession, *given: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise sa.exc.OperationalError("DELETE", {}, Exception())
        done.set()
        return await run(self, *given, **options)

    monkeypatch.setattr(sweep, "INTERVAL_S", 0.01)
    monkeypatch.setattr(AsyncSession, "execute", fail_first)
    async with asyncio.timeout(10), sweep.text_sweep(create_sessions(place.engine), place.moment):
        await done.wait()

    assert await value(place.engine, ROWS) == 0
