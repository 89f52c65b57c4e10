"""Cookies of pending sign-ins: bound to a browser, used once, protected against changes."""

import asyncio

import pytest

from server.accounts.sessions.seals import SEAL_CHARACTERS_MOST
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

SIGNED_IN, FAILED = {"signed_in": "1", "welcome": "1"}, {"error": "auth_callback_failed"}
# A return path of almost the longest allowed length.
LONG = "/cultivars?search=" + "x" * 1900


def set_cookies(browser: Browser, cookies: dict[str, str]) -> None:
    for name, value in cookies.items():
        browser.http.cookies.set(name, value, domain="tea.example", path="/")


async def callback_outcome(browser: Browser, callback: str) -> dict[str, str]:
    return params_of((await browser.get(callback)).headers["location"])


@pytest.mark.parametrize("at", [0, 20, 60, -1])
async def test_tampered_cookie_fails_the_sign_in(visitor: Browser, at: int) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    ((name, seal),) = visitor.pending.items()
    letters = list(seal)
    letters[at] = "A" if letters[at] != "A" else "B"
    visitor.http.cookies.clear()
    set_cookies(visitor, {name: "".join(letters)})

    assert await callback_outcome(visitor, back) == FAILED
    assert (await visitor.read_session())["member"] is None
    assert visitor.pending == {}


async def test_cookie_expires_after_ten_minutes(place: Place, visitor: Browser) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    place.moment.advance(minutes=10)

    assert await callback_outcome(visitor, back) == FAILED
    assert await place.count("completed_sign_ins") == 0


async def test_cookie_of_another_sign_in_is_refused(visitor: Browser) -> None:
    first = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    ((name, _),) = visitor.pending.items()
    await visitor.start_sign_in()
    (other,) = (seal for key, seal in visitor.pending.items() if key != name)
    visitor.http.cookies.clear()
    set_cookies(visitor, {name: other})

    assert await callback_outcome(visitor, first) == FAILED


async def test_callback_without_the_cookie_of_its_browser_fails(
    place: Place, visitor: Browser
) -> None:
    async with place.browser() as other:
        back = await other.choose(await other.start_sign_in(), "development-hana")
        await visitor.start_sign_in()

        assert await callback_outcome(visitor, back) == FAILED
        assert (await visitor.read_session())["member"] is None
        assert await callback_outcome(other, back) == SIGNED_IN


async def test_copied_cookie_does_not_repeat_a_sign_in(place: Place, visitor: Browser) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    kept = visitor.pending
    assert await callback_outcome(visitor, back) == SIGNED_IN

    set_cookies(visitor, kept)

    assert await callback_outcome(visitor, back) == FAILED
    state = params_of(back)["state"]
    denied = f"/api/auth/google/callback?error=access_denied&state={state}"
    set_cookies(visitor, kept)
    assert await callback_outcome(visitor, denied) == FAILED
    assert await place.count("sessions") == 1


async def test_duplicate_cookies_fail_the_sign_in(visitor: Browser) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")
    ((name, seal),) = visitor.pending.items()

    answer = await visitor.http.get(back, headers={"cookie": f"{name}={seal}; {name}={seal}"})

    assert params_of(answer.headers["location"]) == FAILED


async def test_concurrent_sign_ins_of_several_tabs_all_complete(visitor: Browser) -> None:
    pages = await asyncio.gather(
        *(visitor.start_sign_in(f"?return=/post/{n}") for n in range(1, 5))
    )
    backs = [await visitor.choose(page, "development-hana") for page in pages]

    outcomes = await asyncio.gather(*(callback_outcome(visitor, back) for back in backs))

    assert [one.get("return") for one in outcomes] == [f"/post/{n}" for n in range(1, 5)]
    assert visitor.pending == {}


async def test_cookies_of_long_return_paths_stay_within_the_size_limit(visitor: Browser) -> None:
    left = [await visitor.start_sign_in(f"?return={LONG}") for _ in range(3)]

    assert sum(map(len, visitor.pending.values())) <= SEAL_CHARACTERS_MOST
    newest = await callback_outcome(visitor, await visitor.choose(left[-1], "development-hana"))
    assert newest == {"signed_in": "1", "welcome": "1", "return": LONG}


async def test_cookie_does_not_reveal_state_nonce_and_path(visitor: Browser) -> None:
    page = params_of(await visitor.start_sign_in("?return=/profile"))

    ((name, seal),) = visitor.pending.items()

    for secret in (page["state"], page["nonce"], "profile"):
        assert secret not in name + seal
