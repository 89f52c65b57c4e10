"""Callbacks of the sign-in that are foreign, repeated, late or incomplete: all are refused."""

import pytest

from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio


async def test_callback_link_of_an_attacker_does_not_sign_a_visitor_in(
    place: Place, visitor: Browser
) -> None:
    async with place.browser() as attacker:
        back = await attacker.choose(await attacker.start_sign_in(), "development-alex")

        answer = await visitor.get(back)

        assert answer.headers["location"] == "/auth/callback?error=auth_callback_failed"
        assert (await visitor.read_session())["member"] is None
        assert await place.count("sessions") == 0


async def test_callback_link_of_an_attacker_is_refused_during_another_sign_in(
    place: Place, visitor: Browser
) -> None:
    async with place.browser() as attacker:
        back = await attacker.choose(await attacker.start_sign_in(), "development-alex")
        await visitor.start_sign_in()

        await visitor.get(back)

        assert (await visitor.read_session())["member"] is None


@pytest.mark.parametrize("link", ["theirs", "?error=access_denied", "?state=%00&code=x", ""])
async def test_foreign_callback_link_does_not_end_a_pending_sign_in(
    place: Place, visitor: Browser, link: str
) -> None:
    async with place.browser() as attacker:
        theirs = await attacker.choose(await attacker.start_sign_in(), "development-alex")
    own = await visitor.choose(await visitor.start_sign_in(), "development-hana")

    foreign = await visitor.get(theirs if link == "theirs" else f"/api/auth/google/callback{link}")
    answer = await visitor.get(own)

    assert params_of(foreign.headers["location"]) == {"error": "auth_callback_failed"}
    assert params_of(answer.headers["location"]) == {"signed_in": "1", "welcome": "1"}


async def test_callback_is_accepted_once(place: Place, visitor: Browser) -> None:
    started = await visitor.get("/api/auth/google")
    (cookie,) = visitor.pending.items()
    back = await visitor.choose(started.headers["location"], "development-hana")
    await visitor.get(back)
    visitor.http.cookies.set(*cookie, domain="tea.example", path="/")

    again = await visitor.get(back)

    assert params_of(again.headers["location"])["error"] == "auth_callback_failed"
    assert await place.count("sessions") == 1


async def test_code_is_accepted_once(place: Place, visitor: Browser) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    code = params_of(back)["code"]
    await visitor.get(back)
    second = params_of(await visitor.start_sign_in())["state"]

    answer = await visitor.get(f"/api/auth/google/callback?code={code}&state={second}")

    assert params_of(answer.headers["location"])["error"] == "auth_callback_failed"
    assert await place.count("sessions") == 1


async def test_code_of_another_browser_is_refused(place: Place, visitor: Browser) -> None:
    async with place.browser() as attacker:
        stolen = params_of(
            await attacker.choose(await attacker.start_sign_in(), "development-alex")
        )
    own = params_of(await visitor.start_sign_in())["state"]

    answer = await visitor.get(f"/api/auth/google/callback?code={stolen['code']}&state={own}")

    assert params_of(answer.headers["location"])["error"] == "auth_callback_failed"
    assert (await visitor.read_session())["member"] is None


async def test_callback_after_ten_minutes_is_refused(place: Place, visitor: Browser) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    place.moment.advance(minutes=11)

    answer = await visitor.get(back)

    assert params_of(answer.headers["location"])["error"] == "auth_callback_failed"


@pytest.mark.parametrize(
    "query",
    [
        "",
        "?state=x",
        "?code=x",
        "?state={s}",
        "?state={s}&state={s}&code=x",
        "?state={s}&code=",
        "?state={s}&error=access_denied&error=server_error",
    ],
)
async def test_incomplete_callback_redirects_with_an_error(visitor: Browser, query: str) -> None:
    state = params_of(await visitor.start_sign_in())["state"]

    answer = await visitor.get("/api/auth/google/callback" + query.replace("{s}", state))

    assert answer.status_code == 302
    assert params_of(answer.headers["location"])["error"] == "auth_callback_failed"


async def test_planted_session_is_closed_by_the_sign_in(place: Place, visitor: Browser) -> None:
    async with place.browser() as attacker:
        await attacker.sign_in("development-alex")
        planted = attacker.token
        assert planted
        visitor.token = planted

        await visitor.sign_in("development-hana")

        assert visitor.token != planted
        assert (await attacker.read_session())["member"] is None


async def test_sign_in_does_not_adopt_an_invented_session_token(visitor: Browser) -> None:
    invented = "A" * 43
    visitor.token = invented

    await visitor.sign_in("development-hana")

    assert visitor.token != invented
