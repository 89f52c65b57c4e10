"""Floods of started sign-ins: pending ones of others still complete, and networks are limited."""

from collections.abc import Callable
from functools import partial

import pytest

from server.web.rate_limits.rates import NETWORKS_OF_A_SITE, MemoryRates
from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio

HTML = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
# Sign-ins that a network may start, and callbacks that it may request.
STARTS, CALLBACKS = 20, 25
# More than what the networks of a /48 may start together.
FLOOD = 250

# Computes the address of a request from its number and the number of networks.
AddressOf = Callable[[int, int], str]


@pytest.fixture(autouse=True)
def stopped_clock_of_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stops the clock of the rate limits, so that a whole flood is within one window."""
    monkeypatch.setattr("server.parts.MemoryRates", partial(MemoryRates, lambda: 0.0))


def address_in_shared_48(number: int, networks: int) -> str:
    """Returns an address in one of several networks of the same /48."""
    return f"2001:db8:1:{number % networks:x}::1"


def address_in_own_48(number: int, networks: int) -> str:
    """Returns an address in one of several networks, each in a /48 of its own."""
    return f"2001:db8:{number % networks:x}::1"


async def start_flood(place: Place, address_of: AddressOf, networks: int) -> int:
    """Starts three sign-ins more than allowed in each network; returns how many were allowed."""
    allowed = 0
    for number in range(networks * (STARTS + 3)):
        async with place.browser(address_of(number, networks)) as attacker:
            allowed += (await attacker.get("/api/auth/google")).status_code == 302
    return allowed


@pytest.mark.databases("sqlite", "postgresql")
async def test_sign_in_start_writes_no_row(place: Place) -> None:
    async with place.browser() as browser:
        statuses = [(await browser.get("/api/auth/google")).status_code for _ in range(FLOOD)]

    assert statuses == [302] * STARTS + [429] * (FLOOD - STARTS)
    assert await place.count("pending_sign_ins") == 0
    assert await place.count("completed_sign_ins") == 0


@pytest.mark.parametrize("networks", [20, pytest.param(108, marks=pytest.mark.audit)])
@pytest.mark.parametrize(
    ("address_of", "counted"),
    [(address_in_shared_48, NETWORKS_OF_A_SITE), (address_in_own_48, None)],
)
async def test_pending_sign_in_succeeds_during_a_flood_of_starts(
    place: Place, visitor: Browser, address_of: AddressOf, counted: int | None, networks: int
) -> None:
    back = await visitor.choose(await visitor.start_sign_in(), "development-hana")

    allowed = await start_flood(place, address_of, networks)
    assert allowed == STARTS * (counted or networks)
    answer = await visitor.get(back)

    assert params_of(answer.headers["location"]) == {"signed_in": "1", "welcome": "1"}
    async with place.browser("2001:db8:ffff::1") as another:
        await another.sign_in("development-alex")
        assert another.member_id


async def test_callbacks_are_limited_per_ipv6_48_prefix(place: Place) -> None:
    statuses = []
    for number in range(CALLBACKS * NETWORKS_OF_A_SITE + 1):
        async with place.browser(address_in_shared_48(number, 108)) as browser:
            answer = await browser.get("/api/auth/google/callback?state=x")
            statuses.append(answer.status_code)

    assert set(statuses[:-1]) == {302}
    assert statuses[-1] == 429


async def test_flood_of_one_ipv6_64_prefix_does_not_block_its_neighbour(place: Place) -> None:
    for _ in range(FLOOD):
        async with place.browser("2001:db8:1:1::1") as attacker:
            await attacker.get("/api/auth/google")

    async with place.browser("2001:db8:1:2::1") as neighbour:
        assert (await neighbour.get("/api/auth/google")).status_code == 302


@pytest.mark.databases("sqlite", "postgresql")
async def test_completed_sign_in_is_refused_again_after_200_others(
    place: Place, visitor: Browser
) -> None:
    page = await visitor.start_sign_in()
    cookie = dict(visitor.pending)
    back = await visitor.choose(page, "development-hana")
    await visitor.get(back)
    for number in range(200):
        async with place.browser(f"198.51.100.{number}") as other:
            state = params_of(await other.start_sign_in())["state"]
            await other.get(f"/api/auth/google/callback?error=access_denied&state={state}")
    place.moment.advance(minutes=9, seconds=59)

    for name, value in cookie.items():
        visitor.http.cookies.set(name, value, domain="tea.example", path="/")
    answer = await visitor.get(back)

    assert params_of(answer.headers["location"]) == {"error": "auth_callback_failed"}
    assert await place.count("sessions") == 1


@pytest.mark.parametrize(
    ("path", "most"), [("/api/auth/google", STARTS), ("/api/auth/google/callback", CALLBACKS)]
)
async def test_browser_over_the_rate_is_redirected_to_the_login_page(
    visitor: Browser, path: str, most: int
) -> None:
    for _ in range(most):
        await visitor.get(path)

    answer = await visitor.get(f"{path}?language=ja&return=/profile", headers=HTML)

    assert answer.status_code == 302
    assert path_of(answer.headers["location"]) == "/ja/login"
    assert params_of(answer.headers["location"]) == {
        "error": "too_many_requests",
        "return": "/profile",
    }
    assert int(answer.headers["retry-after"]) > 0
    assert answer.headers["cache-control"] == "no-store"


async def test_redirect_over_the_rate_ignores_an_unsafe_return_path(visitor: Browser) -> None:
    for _ in range(STARTS):
        await visitor.get("/api/auth/google")

    answer = await visitor.get("/api/auth/google?return=//evil.example", headers=HTML)

    assert answer.headers["location"] == "/login?error=too_many_requests"
