"""What a thing said when it was reported: shown while it says something else, then deleted."""

import asyncio

import pytest

from server.community.holds.text_sweep import text_sweep
from server.database.engine import create_sessions
from tests.server.community.builders import add_post, execute, value
from tests.server.conftest import START
from tests.server.members import Browser, Place
from tests.server.moderation.queue.test_edited_things import edit_post
from tests.server.moderation.test_cases import decide, list_cases, mori, report

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

__all__ = ("mori",)

STORED = "SELECT count(*) FROM reports WHERE reported_text IS NOT NULL"


@pytest.fixture
async def post_id(place: Place, alex: Browser) -> int:
    """Inserts a post of Alex; returns its id."""
    return await add_post(place.engine, user_id=alex.member_id, category="culture", content="ばか")


async def shown_texts(moderator: Browser) -> list[str]:
    """Returns the reported texts of the only case."""
    [case] = await list_cases(moderator)
    return list(case.get("reported_texts", []))


async def sweep(place: Place) -> None:
    """Runs the sweep as a host does at its start, until its first deletion is over."""
    async with text_sweep(create_sessions(place.engine), place.moment):
        await asyncio.sleep(0)


async def test_case_shows_each_reported_text_that_was_edited_since(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await report(hana, f"post:{post_id}")
    assert await shown_texts(mori) == []
    await edit_post(place, alex, post_id, "もっとばか")
    assert await shown_texts(mori) == ["ばか"]
    await report(mori, f"post:{post_id}")

    await edit_post(place, alex, post_id, "お茶の話")

    assert await shown_texts(mori) == ["ばか", "もっとばか"]


async def test_reported_text_has_title_and_short_fields(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    more = {"title": "題", "content": "本文", "category": "shop", "shop_name": "店"}
    number = await add_post(place.engine, user_id=alex.member_id, **more)
    await report(hana, f"post:{number}")
    place.moment.advance(minutes=1)

    edit = more | {"shop_name": "別の店"}
    assert (await alex.change("PUT", f"/api/posts/{number}", json=edit)).status_code == 200

    assert await shown_texts(mori) == ["題\n本文\n店"]


async def test_case_of_a_member_shows_the_reported_name_and_bio(
    place: Place, hana: Browser, alex: Browser, mori: Browser
) -> None:
    name = (await alex.get("/api/profiles/me")).json()["display_name"]
    await report(hana, f"member:{alex.member_id}")
    place.moment.advance(minutes=1)

    profile = {"display_name": name, "bio": "茶が好きです", "language": "ja"}
    assert (await alex.change("PUT", "/api/profiles/me", json=profile)).status_code == 200

    assert await shown_texts(mori) == [name]


async def test_decision_deletes_the_reported_text(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    await report(hana, f"post:{post_id}")
    await edit_post(place, alex, post_id, "お茶の話")
    [case] = await list_cases(mori)
    assert await value(place.engine, STORED) == 1

    await decide(mori, case, "keep")

    assert await value(place.engine, STORED) == 0


async def test_sweep_deletes_the_reported_texts_of_what_is_erased_alone(
    place: Place, hana: Browser, alex: Browser, mori: Browser, post_id: int
) -> None:
    erased = await add_post(place.engine, user_id=alex.member_id)
    path = f"/api/posts/{erased}/comments"
    comment = (await alex.change("POST", path, json={"content": "渋い"})).json()["id"]
    for subject in (f"post:{post_id}", f"post:{erased}", f"comment:{comment}"):
        await report(hana, subject)
    await report(hana, f"member:{mori.member_id}")
    await sweep(place)
    assert await value(place.engine, STORED) == 4
    cases = await list_cases(mori)
    [case] = [one for one in cases if one["subject"] == f"post:{erased}"]
    await decide(mori, case, "remove")

    await sweep(place)

    left = "SELECT subject FROM reports WHERE reported_text LIKE 'ばか%'"
    assert await value(place.engine, left) == f"post:{post_id}"
    assert await value(place.engine, STORED) == 2


async def test_sweep_deletes_the_text_of_a_report_that_an_earlier_release_closed(
    place: Place, hana: Browser, post_id: int
) -> None:
    await report(hana, f"post:{post_id}")
    await execute(place.engine, "UPDATE reports SET closed_at = :now", now=START)

    await sweep(place)

    assert await value(place.engine, STORED) == 0


async def test_departure_deletes_the_reported_text_of_the_profile(
    place: Place, hana: Browser, alex: Browser
) -> None:
    await report(hana, f"member:{alex.member_id}")
    assert await value(place.engine, STORED) == 1
    name = (await alex.get("/api/profiles/me")).json()["display_name"]

    given = {"confirmation": name, "posts": "remove"}
    answer = await alex.change("DELETE", "/api/account", json=given)

    assert answer.status_code == 204, answer.text
    assert await value(place.engine, STORED) == 0


async def test_report_on_a_record_stores_no_text(
    place: Place, hana: Browser, mori: Browser
) -> None:
    given = {"subject": "cultivar:yabukita", "reason": "wrongFact", "note": "see the register"}
    await hana.change("POST", "/api/reports", json=given)

    assert len(await list_cases(mori)) == 1
    assert await value(place.engine, STORED) == 0
