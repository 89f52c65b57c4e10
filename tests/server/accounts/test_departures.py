"""Members who leave after writing: their provider account may register again a day later."""

import asyncio

import pytest

from server.accounts.sessions.actions.departures import COUNTED_FOR
from server.accounts.sessions.actions.sessions import remove_expired
from server.community.holds.rules import KEPT_FOR
from server.database.engine import create_sessions
from server.database.transaction import transaction
from tests.server.community.builders import add_post, value
from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio

POST = {"category": "review", "language": "ja", "content": "朝の一杯。"}
REMOVAL = {"confirmation": "茶畑 はな", "posts": "keep"}
# Path and query of the page after a refused registration.
REFUSED = ("/ja/login", {"error": "left_lately", "until": "2026-11-22T04:00Z"})


async def write_post(browser: Browser) -> None:
    answer = await browser.change("POST", "/api/posts", json=POST)
    assert answer.status_code == 201, answer.text


async def remove_account(browser: Browser, posts: str = "keep") -> None:
    answer = await browser.change("DELETE", "/api/account", json=REMOVAL | {"posts": posts})
    assert answer.status_code == 204, answer.text


async def register(browser: Browser) -> tuple[str, dict[str, str]]:
    """Signs in as Hana; returns path and query of the page that follows."""
    answer = await browser.sign_in("development-hana", "?language=ja")
    location = answer.headers["location"]
    return path_of(location), params_of(location)


@pytest.mark.parametrize("posts", ["keep", "remove"])
async def test_member_who_left_after_writing_cannot_register_again(
    place: Place, hana: Browser, visitor: Browser, posts: str
) -> None:
    member_id = hana.member_id
    await write_post(hana)
    place.moment.advance(minutes=30)
    await remove_account(hana, posts)
    before = await place.dump(sign_ins=False)

    assert await register(visitor) == REFUSED

    assert visitor.token is None
    assert await place.dump(sign_ins=False) == before
    # The stored hash is neither the member's id nor the id at the provider.
    kept = await value(place.engine, "SELECT identity_hash FROM departed_identities")
    assert not {member_id, "development-hana"} & {str(kept)}


async def test_member_who_left_after_writing_registers_again_a_day_later(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await write_post(hana)
    await remove_account(hana)
    place.moment.advance(hours=24)

    path, params = await register(visitor)

    assert (path, params["signed_in"]) == ("/ja/auth/callback", "1")
    assert await place.count("departed_identities") == 0


async def test_member_who_left_after_a_report_cannot_register_again(
    place: Place, hana: Browser, alex: Browser, visitor: Browser
) -> None:
    post_id = await add_post(place.engine, user_id=alex.member_id)
    report = {"subject": f"post:{post_id}", "reason": "spam"}
    answer = await hana.change("POST", "/api/reports", json=report)
    assert answer.status_code == 201, answer.text
    await remove_account(hana)

    assert await register(visitor) == REFUSED


async def test_no_hash_is_stored_of_a_member_who_wrote_nothing_lately(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await write_post(hana)
    place.moment.advance(hours=24)
    await place.sign_in(hana, "development-hana")
    await remove_account(hana)

    assert await place.count("departed_identities") == 0
    assert (await register(visitor))[1]["signed_in"] == "1"


async def test_other_members_register_while_a_former_member_may_not(
    hana: Browser, visitor: Browser
) -> None:
    await write_post(hana)
    await remove_account(hana)

    answer = await visitor.sign_in("development-alex")

    assert "signed_in=1" in answer.headers["location"]


async def test_sweep_deletes_hashes_of_those_who_may_return(place: Place, hana: Browser) -> None:
    await write_post(hana)
    await remove_account(hana)
    counts = []
    for hours in (23, 1):
        place.moment.advance(hours=hours)
        async with transaction(create_sessions(place.engine)) as opened:
            await remove_expired(opened, place.moment())
        counts.append(await place.count("departed_identities"))

    assert counts == [1, 0]


@pytest.mark.databases("sqlite", "postgresql")
async def test_sign_in_during_the_removal_of_its_account_creates_none(
    place: Place, hana: Browser, visitor: Browser
) -> None:
    await write_post(hana)

    _, (path, params) = await asyncio.gather(remove_account(hana), register(visitor))

    # In either order the account is gone, and no second one exists.
    assert await place.count("accounts") == 0
    assert (path, params) == REFUSED or params["signed_in"] == "1"


def test_waiting_time_is_not_shorter_than_recent_texts_are_stored() -> None:
    assert COUNTED_FOR >= KEPT_FOR
