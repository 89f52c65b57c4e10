"""Sign-out by the form of the account page, which works without scripts."""

import httpx
import pytest

from tests.conftest import ORIGIN
from tests.server.members import Browser, Place, path_of

pytestmark = pytest.mark.anyio

PATH = "/api/session/sign-out/form?language=en"


async def sign_out(browser: Browser, member_id: str | None, **headers: str) -> httpx.Response:
    """Sends the form as a browser does."""
    given = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "text/html"}
    return await browser.http.post(PATH, data={"member": member_id}, headers=given | headers)


async def test_form_ends_the_session_and_leads_to_the_home_page_in_japanese(hana: Browser) -> None:
    token = hana.token
    assert token

    answer = await sign_out(hana, hana.member_id)

    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert answer.headers["clear-site-data"] == '"cache"'
    cookies = [one.partition(";")[0] for one in answer.headers.get_list("set-cookie")]
    assert sorted(cookies) == ["language=ja", 'session=""', 'signed-out=""']
    hana.token = token
    assert (await hana.read_session())["member"] is None


async def test_form_ends_a_session_of_more_than_an_hour_without_refreshing_it(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(minutes=61)

    answer = await sign_out(hana, hana.member_id)

    [cookie] = [one for one in answer.headers.get_list("set-cookie") if one.startswith("session=")]
    assert 'session=""' in cookie
    assert (await hana.read_session())["member"] is None


async def test_form_of_another_members_page_ends_no_session(hana: Browser, alex: Browser) -> None:
    answer = await sign_out(hana, alex.member_id)

    assert (answer.status_code, path_of(answer.headers["location"])) == (303, "/login")
    assert (await hana.read_session())["member"]


async def test_form_of_another_site_ends_no_session(hana: Browser) -> None:
    headers = {"sec-fetch-site": "cross-site", "origin": "https://other.example"}

    await sign_out(hana, hana.member_id, **headers)

    assert (await hana.read_session())["member"]
