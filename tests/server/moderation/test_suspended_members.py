"""Every operation of the API, requested by a suspended member with the former session."""

from collections.abc import AsyncIterator

import pytest

from server.accounts.sessions.actions.suspension import suspend
from server.database.engine import create_sessions
from server.database.transaction import transaction
from server.moderation.rules import Attribution
from tests.server.members import Browser, Place
from tests.server.operations import CHANGES, TABLE, dump_site, prepare_path, send_request

pytestmark = pytest.mark.anyio


@pytest.fixture
async def suspended(place: Place) -> AsyncIterator[Browser]:
    """Yields the browser of a suspended member, with the cookie and tokens from before."""
    async with place.browser("198.51.100.3") as browser:
        await place.sign_in(browser, "development-alex")
        attribution, now = Attribution("Mori", "advertising"), place.moment()
        async with transaction(create_sessions(place.engine)) as opened:
            assert await suspend(
                opened, attribution, member_id=browser.member_id, until=None, now=now
            )
        yield browser


async def test_suspended_members_read_public_pages_and_change_nothing(
    place: Place, hana: Browser, suspended: Browser
) -> None:
    wrong = []
    for name, row in TABLE.items():
        path = await prepare_path(name, hana, place)
        before = await dump_site(place)
        got = await send_request(suspended, name, path)
        if got.status_code != row.suspended:
            wrong.append(f"{name}: {got.status_code} instead of {row.suspended}")
        if name in CHANGES and got.json()["code"] != "app.suspended":
            wrong.append(f"{name} says {got.json()['code']}")
        if await dump_site(place) != before:
            wrong.append(f"{name} was changed")

    assert not wrong
