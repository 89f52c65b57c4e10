"""What two tabs or two browsers do at once ends whole."""

import asyncio

import pytest

from tests.server.members import Browser, Place, params_of

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


async def test_concurrent_first_sign_ins_create_one_account(place: Place) -> None:
    async with place.browser() as one, place.browser("198.51.100.1") as other:
        answers = await asyncio.gather(
            one.sign_in("development-alex"), other.sign_in("development-alex")
        )

        told = [params_of(answer.headers["location"]) for answer in answers]
        assert told == [{"signed_in": "1"}] * 2
        assert one.member_id == other.member_id
    assert await place.count("accounts") == await place.count("profiles") == 1


async def test_a_return_that_is_opened_twice_at_once_signs_in_once(
    place: Place, visitor: Browser
) -> None:
    back = await visitor.choose(await visitor.leave(), "development-alex")

    answers = await asyncio.gather(*(visitor.get(back) for _ in range(4)))

    told = sorted(str(params_of(answer.headers["location"])) for answer in answers)
    assert told == ["{'error': 'auth_callback_failed'}"] * 3 + ["{'signed_in': '1'}"]
    assert await place.count("sessions") == 1


async def test_tabs_that_refresh_at_once_stay_signed_in(place: Place, hana: Browser) -> None:
    answers = await asyncio.gather(*(hana.change("POST", "/api/session/refresh") for _ in range(6)))

    assert [answer.status_code for answer in answers] == [200] * 6
    assert len({answer.headers["set-cookie"] for answer in answers}) == 1
    place.moment.pass_by(minutes=1)
    assert (await hana.look())["member"]


async def test_the_last_of_many_saves_wins_whole(hana: Browser) -> None:
    wishes = [{"display_name": f"Hana {n}", "bio": f"bio {n}", "language": "en"} for n in range(12)]

    answers = await asyncio.gather(
        *(hana.change("PUT", "/api/profiles/me", json=wish) for wish in wishes)
    )

    assert [answer.status_code for answer in answers] == [200] * 12
    kept = (await hana.get("/api/profiles/me")).json()
    assert kept["display_name"].removeprefix("Hana ") == kept["bio"].removeprefix("bio ")


async def test_leaving_while_saving_ends_in_nothing(place: Place, hana: Browser) -> None:
    wish = {"display_name": "茶畑 はな", "language": "ja"}
    removal = {"confirmation": "茶畑 はな", "posts": "remove"}

    answers = await asyncio.gather(
        hana.change("PUT", "/api/profiles/me", json=wish),
        hana.change("DELETE", "/api/account", json=removal),
        hana.change("PUT", "/api/profiles/me", json=wish),
    )

    assert answers[1].status_code == 204
    assert {answer.status_code for answer in answers} <= {200, 204, 401, 404}
    assert await place.count("accounts") == await place.count("profiles") == 0


@pytest.mark.parametrize("first_back", [0, 1])
async def test_two_tabs_that_left_for_the_provider_both_come_back(
    place: Place, visitor: Browser, first_back: int
) -> None:
    left = [await visitor.leave("?return=/about"), await visitor.leave("?return=/cultivars")]
    pages = [await visitor.choose(page, "development-hana") for page in left]

    answers = [await visitor.get(pages[first_back]), await visitor.get(pages[1 - first_back])]

    told = [params_of(answer.headers["location"]) for answer in answers]
    back = ["/about", "/cultivars"]
    assert told == [
        {"signed_in": "1", "return": back[first_back]},
        {"signed_in": "1", "return": back[1 - first_back]},
    ]
    assert await place.count("sessions") == 1
    assert visitor.pending == {}


async def test_a_tab_that_is_left_open_for_each_is_not_remembered_without_end(
    visitor: Browser,
) -> None:
    first = await visitor.choose(await visitor.leave(), "development-hana")
    for _ in range(8):
        last = await visitor.choose(await visitor.leave(), "development-hana")

    assert len(visitor.pending) == 4
    assert params_of((await visitor.get(first)).headers["location"])["error"]
    assert params_of((await visitor.get(last)).headers["location"]) == {"signed_in": "1"}
