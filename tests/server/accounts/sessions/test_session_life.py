"""Refresh, expiry, limits and sign-out of sessions."""

from dataclasses import replace

import pytest

from server.accounts.sessions.expiry import clean_once
from server.database.engine import create_sessions
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.members import Browser, Loopback, Place
from tests.server.sites import patient_site

pytestmark = pytest.mark.anyio


async def refresh(browser: Browser) -> int:
    return (await browser.change("POST", "/api/session/refresh")).status_code


async def test_refresh_extends_the_session_with_a_new_token(place: Place, hana: Browser) -> None:
    before = hana.token
    place.moment.advance(minutes=50)

    answer = await hana.change("POST", "/api/session/refresh")

    assert answer.status_code == 200
    assert answer.json()["expires_at"] == "2026-11-21T05:50:00Z"
    assert answer.json()["csrf"] == hana.csrf
    assert hana.token != before
    assert answer.json()["member"]["id"] == hana.member_id


async def test_refresh_with_the_previous_token_returns_the_new_one(
    place: Place, hana: Browser
) -> None:
    before = hana.token
    assert before
    await refresh(hana)
    first = hana.token
    place.moment.advance(seconds=9)
    hana.token = before

    assert await refresh(hana) == 200
    assert hana.token == first


async def test_previous_token_expires_after_ten_seconds(place: Place, hana: Browser) -> None:
    before = hana.token
    assert before
    await refresh(hana)
    after = hana.token
    assert after
    place.moment.advance(seconds=11)
    hana.token = before

    assert (await hana.read_session())["member"] is None
    assert await refresh(hana) == 401
    hana.token = after
    assert (await hana.read_session())["member"]


async def test_session_is_read_only_after_an_hour_without_refresh(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(minutes=61)

    read = await hana.get("/api/profiles/me")
    changed = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})

    assert read.status_code == 200
    assert (changed.status_code, changed.json()["code"]) == (401, "login.required")
    assert await refresh(hana) == 200
    again = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})
    assert again.status_code == 200


async def test_session_expires_after_fourteen_idle_days(place: Place, hana: Browser) -> None:
    place.moment.advance(days=13, hours=23)
    assert (await hana.read_session())["member"]

    place.moment.advance(hours=1)

    assert (await hana.read_session())["member"] is None
    assert await refresh(hana) == 401


async def test_session_expires_after_thirty_days_of_use(place: Place, hana: Browser) -> None:
    for _ in range(29):
        place.moment.advance(days=1)
        assert await refresh(hana) == 200
    place.moment.advance(hours=23, minutes=30)
    answer = await hana.change("POST", "/api/session/refresh")
    assert answer.json()["expires_at"] == "2026-12-21T04:00:00Z"

    place.moment.advance(minutes=30)

    assert await refresh(hana) == 401
    assert (await hana.read_session())["member"] is None


async def test_sign_out_deletes_the_session_and_invalidates_its_token(
    place: Place, hana: Browser
) -> None:
    copied = hana.token
    assert copied

    answer = await hana.change("DELETE", "/api/session")

    assert answer.status_code == 204
    assert answer.headers["clear-site-data"] == '"cache"'
    assert hana.token is None
    hana.token = copied
    assert (await hana.read_session())["member"] is None
    assert (await hana.get("/api/profiles/me")).status_code == 401
    assert await place.count("sessions") == 0


async def test_session_without_refresh_can_be_signed_out(place: Place, hana: Browser) -> None:
    place.moment.advance(hours=5)

    assert (await hana.change("DELETE", "/api/session")).status_code == 204
    assert await place.count("sessions") == 0


async def test_other_sessions_are_listed_and_can_be_closed(place: Place, hana: Browser) -> None:
    async with place.browser() as elsewhere:
        place.moment.advance(minutes=1)
        await elsewhere.sign_in("development-hana")
        entries = (await hana.get("/api/sessions")).json()

        assert [entry["is_current"] for entry in entries] == [False, True]
        assert entries[0]["device"] == "Chrome · Linux"
        other = entries[0]["id"]
        assert (await hana.change("DELETE", f"/api/sessions/{other}")).status_code == 204
        assert (await elsewhere.read_session())["member"] is None
        assert (await hana.read_session())["member"]


async def test_closing_the_current_session_by_id_signs_out(hana: Browser) -> None:
    (entry,) = (await hana.get("/api/sessions")).json()

    answer = await hana.change("DELETE", f"/api/sessions/{entry['id']}")

    assert answer.headers["clear-site-data"] == '"cache"'
    assert hana.token is None


async def test_closing_another_members_session_answers_404(
    place: Place, hana: Browser, alex: Browser
) -> None:
    (entry,) = (await alex.get("/api/sessions")).json()

    answer = await hana.change("DELETE", f"/api/sessions/{entry['id']}")

    assert answer.status_code == 404
    assert (await alex.read_session())["member"]


async def test_sign_out_everywhere_closes_all_sessions_of_the_member_only(
    place: Place, hana: Browser, alex: Browser
) -> None:
    async with place.browser() as elsewhere:
        await elsewhere.sign_in("development-hana")

        assert (await hana.change("DELETE", "/api/sessions")).status_code == 204

        assert (await elsewhere.read_session())["member"] is None
    assert hana.token is None
    assert (await alex.read_session())["member"]


async def test_sessions_of_a_member_are_limited_to_the_newest_twenty(place: Place) -> None:
    async with place.browser() as first:
        await first.sign_in("development-hana")
        for number in range(20):
            place.moment.advance(seconds=1)
            async with place.browser(f"198.51.100.{number}") as browser:
                await browser.sign_in("development-hana")

        assert (await first.read_session())["member"] is None
    assert await place.count("sessions") == 20


async def test_cleanup_deletes_expired_sessions_and_completed_sign_ins(
    place: Place, hana: Browser
) -> None:
    async with place.browser() as leaving:
        await leaving.sign_in("development-alex")
    assert await place.count("completed_sign_ins") == 1
    place.moment.advance(days=14)
    async with place.browser() as alex:
        await alex.sign_in("development-alex")

    await clean_once(create_sessions(place.engine), place.moment)

    assert await place.count("sessions") == 1
    assert await place.count("completed_sign_ins") == 1
    assert await place.count("accounts") == 2


@pytest.mark.parametrize("cut", [0, 1, 20, 42])
async def test_tampered_cookie_is_ignored(hana: Browser, cut: int) -> None:
    token = hana.token
    assert token
    hana.token = token[:cut] + ("A" if token[cut] != "A" else "B") + token[cut + 1 :]

    assert (await hana.read_session())["member"] is None


@pytest.mark.parametrize("token", ["", "x", "A" * 4000, "'; DROP TABLE sessions; --", "%00" * 15])
async def test_malformed_cookie_is_ignored(visitor: Browser, token: str) -> None:
    answer = await visitor.get("/api/session", headers={"cookie": f"session={token}"})

    assert answer.status_code == 200
    assert answer.json()["member"] is None


async def test_duplicate_session_cookies_are_ignored(hana: Browser) -> None:
    answer = await hana.get(
        "/api/session", headers={"cookie": f"session={'A' * 43}; session={hana.token}"}
    )

    assert answer.json()["member"] is None


async def test_new_secret_key_keeps_sessions_and_refuses_tokens_of_open_pages(
    place: Place, hana: Browser
) -> None:
    settings = replace(place.settings, secret="another key of the same installation")
    app = patient_site(settings, FakePool(), now=place.moment, provider_transport=Loopback())
    async with running(app), replace(place, app=app).browser() as reopened:
        assert hana.token
        reopened.token, reopened.csrf, reopened.member_id = hana.token, hana.csrf, hana.member_id

        before = await refresh(reopened)
        session = await reopened.read_session()
        after = await refresh(reopened)

    assert (before, after) == (403, 200)
    assert session["member"]["id"] == hana.member_id
