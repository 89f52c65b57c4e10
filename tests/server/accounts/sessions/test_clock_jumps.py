"""Sessions while the clock of the host is set forward or back."""

import pytest

from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

LANGUAGE = "/api/profiles/me/language"


async def change_language(browser: Browser) -> int:
    return (await browser.change("PUT", LANGUAGE, json={"language": "en"})).status_code


async def refresh(browser: Browser) -> int:
    return (await browser.change("POST", "/api/session/refresh")).status_code


@pytest.mark.parametrize("hours", [1, -1])
async def test_clock_jump_of_an_hour_keeps_sessions(
    place: Place, hana: Browser, hours: int
) -> None:
    place.moment.advance(hours=hours)

    assert (await hana.read_session())["member"]
    assert await refresh(hana) == 200
    assert await change_language(hana) == 200


async def test_clock_set_forward_and_back_does_not_extend_the_access_hour(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(hours=1)
    await refresh(hana)
    place.moment.advance(hours=-1)

    assert await change_language(hana) == 401
    assert await refresh(hana) == 200
    assert await change_language(hana) == 200
    place.moment.advance(minutes=61)
    assert await change_language(hana) == 401


async def test_previous_token_expires_although_the_clock_was_set_back(
    place: Place, hana: Browser
) -> None:
    before = hana.token or ""
    await refresh(hana)
    hana.token = before
    place.moment.advance(minutes=-30)

    assert (await hana.read_session())["member"] is None


async def test_session_opened_years_ahead_ends_when_the_clock_is_corrected(place: Place) -> None:
    place.moment.advance(days=4500)
    async with place.browser() as hana:
        await hana.sign_in("development-hana")
        assert (await hana.read_session())["member"]

        place.moment.advance(days=-4500)

        assert (await hana.read_session())["member"] is None
        assert await refresh(hana) == 401


async def test_session_refreshed_by_a_fast_clock_ends_after_thirty_days(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(hours=1)
    await refresh(hana)
    place.moment.advance(hours=-1)

    for _ in range(30):
        place.moment.advance(days=1)
        await refresh(hana)

    assert (await hana.read_session())["member"] is None


async def test_sign_in_started_in_the_future_is_refused(place: Place, visitor: Browser) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    place.moment.advance(hours=-1)

    answer = await visitor.get(back)

    assert params_of(answer.headers["location"]) == {"error": "auth_callback_failed"}


@pytest.mark.parametrize("year", [2028, 2038, 2100])
async def test_sign_in_works_in_far_years(place: Place, year: int) -> None:
    place.moment.now = place.moment.now.replace(year=year, month=2, day=28, hour=23, minute=59)
    async with place.browser() as hana:
        await hana.sign_in("development-hana")
        place.moment.advance(minutes=2)

        assert await refresh(hana) == 200
        assert await change_language(hana) == 200
