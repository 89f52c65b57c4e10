"""Session refresh by forms sent without scripts, with the rules of the refresh by scripts."""

from datetime import timedelta

import httpx
import pytest
import sqlalchemy as sa

from server.accounts.sessions.endpoints.session import REFRESHES
from server.accounts.sessions.tables import Account, Session
from tests.conftest import ORIGIN
from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio

PATH = "/api/account/hidden/form?language=ja"
SAVED = "/ja/account?hidden=saved#hidden"


async def save_muted_words(
    browser: Browser, words: str = "Matcha", **headers: str
) -> httpx.Response:
    """Sends the form of muted words as a browser does."""
    given = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "text/html"}
    data = {"member": browser.member_id, "words": words}
    return await browser.http.post(PATH, data=data, headers=given | headers)


async def muted_words(browser: Browser) -> list[str]:
    words: list[str] = (await browser.get("/api/account/hidden")).json()["words"]
    return words


async def test_form_refreshes_a_session_of_more_than_an_hour_and_is_carried_out(
    place: Place, hana: Browser
) -> None:
    before = hana.token
    assert before
    place.moment.advance(minutes=61)

    answer = await save_muted_words(hana)

    assert (answer.status_code, answer.headers["location"]) == (303, SAVED)
    assert await muted_words(hana) == ["Matcha"]
    [cookie] = answer.headers.get_list("set-cookie")
    assert cookie.startswith("session=")
    assert "HttpOnly" in cookie
    session = await hana.read_session()
    assert session["expires_at"] == "2026-11-21T06:01:00Z"
    place.moment.advance(seconds=11)
    hana.token = before
    assert (await hana.read_session())["member"] is None


async def test_form_of_a_fresh_session_sets_no_cookie(hana: Browser) -> None:
    assert "set-cookie" not in (await save_muted_words(hana)).headers


async def test_form_that_the_handler_refuses_keeps_the_refreshed_session(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(minutes=61)

    refused = await save_muted_words(hana, "a")

    assert params_of(refused.headers["location"])["hidden"] == "shortWord"
    assert "session=" in refused.headers["set-cookie"]
    assert (await hana.read_session())["member"]


async def test_form_does_not_extend_a_session_beyond_thirty_days(
    place: Place, hana: Browser
) -> None:
    async with place.engine.begin() as connection:
        end = place.moment() + timedelta(minutes=90)
        await connection.execute(sa.update(Session).values(ends_at=end))
    place.moment.advance(minutes=70)

    assert (await save_muted_words(hana)).headers["location"] == SAVED
    assert (await hana.read_session())["expires_at"] == "2026-11-21T05:30:00Z"
    place.moment.advance(minutes=20)
    assert path_of((await save_muted_words(hana)).headers["location"]) == "/ja/login"


async def test_form_of_an_expired_session_leads_to_the_login_with_reason_and_text(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(days=14)

    location = (await save_muted_words(hana)).headers["location"]

    assert (path_of(location), params_of(location)["error"]) == ("/ja/login", "expired")
    back = params_of(location)["return"]
    assert path_of(back) == "/ja/account"
    assert params_of(back)["words"] == "Matcha"


async def test_form_of_another_site_does_not_refresh(place: Place, hana: Browser) -> None:
    before = hana.token
    place.moment.advance(minutes=61)

    answer = await save_muted_words(hana, **{"sec-fetch-site": "cross-site", "accept": "*/*"})

    assert (answer.status_code, hana.token) == (403, before)
    assert await muted_words(hana) == []


async def test_form_of_a_suspended_member_does_not_refresh(place: Place, hana: Browser) -> None:
    before = hana.token
    place.moment.advance(minutes=61)
    async with place.engine.begin() as connection:
        suspended = sa.update(Account).values(suspended_at=place.moment(), suspended_until=None)
        await connection.execute(suspended)

    location = (await save_muted_words(hana)).headers["location"]

    assert (path_of(location), hana.token) == ("/ja/login", before)


async def test_refreshes_by_forms_count_as_refreshes(place: Place, hana: Browser) -> None:
    for _ in range(REFRESHES.most):
        await hana.change("POST", "/api/session/refresh")
    place.moment.advance(minutes=61)

    location = (await save_muted_words(hana)).headers["location"]

    assert (path_of(location), params_of(location)["hidden"]) == ("/ja/account", "tooManyRequests")
