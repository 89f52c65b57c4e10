"""Concurrent requests of two tabs or browsers leave consistent data."""

import asyncio

import pytest

from tests.server.members import Browser, Place, params_of

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def test_concurrent_first_sign_ins_create_one_account(place: Place) -> None:
    async with place.browser() as one, place.browser("198.51.100.1") as other:
        answers = await asyncio.gather(
            one.sign_in("development-alex"), other.sign_in("development-alex")
        )

        results = [params_of(answer.headers["location"]) for answer in answers]
        assert results == [{"signed_in": "1", "welcome": "1"}] * 2
        assert one.member_id == other.member_id
    assert await place.count("accounts") == await place.count("profiles") == 1


async def test_concurrent_callbacks_of_one_sign_in_open_one_session(
    place: Place, visitor: Browser
) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-alex")

    answers = await asyncio.gather(*(visitor.get(back) for _ in range(4)))

    results = sorted(str(params_of(answer.headers["location"])) for answer in answers)
    assert results == ["{'error': 'auth_callback_failed'}"] * 3 + [
        "{'signed_in': '1', 'welcome': '1'}"
    ]
    assert await place.count("sessions") == 1


async def test_concurrent_refreshes_return_the_same_cookie(place: Place, hana: Browser) -> None:
    answers = await asyncio.gather(*(hana.change("POST", "/api/session/refresh") for _ in range(6)))

    assert [answer.status_code for answer in answers] == [200] * 6
    assert len({answer.headers["set-cookie"] for answer in answers}) == 1
    place.moment.advance(minutes=1)
    assert (await hana.read_session())["member"]


async def test_concurrent_profile_updates_leave_one_complete_profile(hana: Browser) -> None:
    profiles = [
        {"display_name": f"Hana {n}", "bio": f"bio {n}", "language": "en"} for n in range(12)
    ]

    answers = await asyncio.gather(
        *(hana.change("PUT", "/api/profiles/me", json=profile) for profile in profiles)
    )

    assert [answer.status_code for answer in answers] == [200] * 12
    kept = (await hana.get("/api/profiles/me")).json()
    assert kept["display_name"].removeprefix("Hana ") == kept["bio"].removeprefix("bio ")


async def test_account_removal_during_profile_updates_leaves_no_rows(
    place: Place, hana: Browser
) -> None:
    profile = {"display_name": "茶畑 はな", "language": "ja"}
    removal = {"confirmation": "茶畑 はな", "posts": "remove"}

    answers = await asyncio.gather(
        hana.change("PUT", "/api/profiles/me", json=profile),
        hana.change("DELETE", "/api/account", json=removal),
        hana.change("PUT", "/api/profiles/me", json=profile),
    )

    assert answers[1].status_code == 204
    assert {answer.status_code for answer in answers} <= {200, 204, 401, 404}
    assert await place.count("accounts") == await place.count("profiles") == 0


@pytest.mark.parametrize("first_back", [0, 1])
async def test_two_tabs_complete_their_sign_ins_in_any_order(
    place: Place, visitor: Browser, first_back: int
) -> None:
    left = [
        await visitor.start_sign_in("?return=/about"),
        await visitor.start_sign_in("?return=/cultivars"),
    ]
    pages = [await visitor.choose(page, "development-hana") for page in left]

    answers = [await visitor.get(pages[first_back]), await visitor.get(pages[1 - first_back])]

    results = [params_of(answer.headers["location"]) for answer in answers]
    back = ["/about", "/cultivars"]
    assert results == [
        {"signed_in": "1", "welcome": "1", "return": back[first_back]},
        {"signed_in": "1", "welcome": "1", "return": back[1 - first_back]},
    ]
    assert await place.count("sessions") == 1
    assert visitor.pending == {}


async def test_pending_sign_ins_of_a_browser_are_limited_to_the_newest(
    visitor: Browser,
) -> None:
    first = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    for _ in range(8):
        last = await visitor.choose(await visitor.start_sign_in(), "development-hana")

    assert len(visitor.pending) == 4
    assert params_of((await visitor.get(first)).headers["location"])["error"]
    assert params_of((await visitor.get(last)).headers["location"]) == {
        "signed_in": "1",
        "welcome": "1",
    }
