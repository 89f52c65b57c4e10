"""Who asks too often is told when to come back."""

import pytest

from server.edge.rates import COUNTERS_MOST, MemoryRates, Rate, address_in
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

RATE = Rate("test", 3, 60)


class Seconds:
    """A monotonic clock."""

    def __init__(self) -> None:
        self.now = 6000.0

    def __call__(self) -> float:
        return self.now


async def test_a_window_slides() -> None:
    clock = Seconds()
    rates = MemoryRates(clock)
    assert [await rates.take(RATE, "a") for _ in range(4)] == [0, 0, 0, 80]
    assert await rates.take(RATE, "b") == 0
    assert await rates.take(Rate("other", 1, 60), "a") == 0

    clock.now += 61
    assert await rates.take(RATE, "a") > 0

    clock.now += 30
    assert await rates.take(RATE, "a") == 0

    clock.now += 600
    assert [await rates.take(RATE, "a") for _ in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("most", [1, 2, 3, 20])
@pytest.mark.parametrize("pause", [0.0, 7.3, 30.0, 59.9])
async def test_who_comes_back_when_told_is_let_in_and_not_much_sooner(
    most: int, pause: float
) -> None:
    clock, rate = Seconds(), Rate("test", most, 60)
    rates = MemoryRates(clock)
    while not (seconds := await rates.take(rate, "a")):
        clock.now += pause / most

    clock.now += seconds - 2
    assert most == 1 or seconds <= 2 or await rates.take(rate, "a")
    clock.now += 2
    assert await rates.take(rate, "a") == 0


async def test_a_flood_of_names_does_not_grow_for_ever() -> None:
    rates = MemoryRates()
    for number in range(COUNTERS_MOST + 100):
        await rates.take(RATE, str(number))

    assert len(rates._counters) == COUNTERS_MOST


@pytest.mark.parametrize(
    ("host", "who"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_household_is_one(host: str, who: str) -> None:
    assert address_in({"client": (host, 1)}) == who


async def test_sign_in_starts_are_bounded_per_household(place: Place) -> None:
    for number in range(20):
        async with place.browser(f"2001:db8::{number:x}") as browser:
            assert (await browser.get("/api/auth/google")).status_code == 302
    async with place.browser("2001:db8::ffff") as browser:
        answer = await browser.get("/api/auth/google")

        assert (answer.status_code, answer.json()["code"]) == (429, "app.tooManyRequests")
        assert 1 <= int(answer.headers["retry-after"]) <= 600
        assert answer.json()["params"] == {"seconds": int(answer.headers["retry-after"])}
    async with place.browser("2001:db8:0:1::1") as neighbour:
        assert (await neighbour.get("/api/auth/google")).status_code == 302
    assert await place.count("pending_sign_ins") == 21


async def test_a_forwarded_address_is_not_believed(place: Place) -> None:
    async with place.browser() as browser:
        statuses = [
            (
                await browser.get(
                    "/api/auth/google/callback", headers={"x-forwarded-for": f"192.0.2.{number}"}
                )
            ).status_code
            for number in range(26)
        ]

    assert statuses == [302] * 25 + [429]


async def test_changes_are_bounded_per_member(hana: Browser, alex: Browser) -> None:
    body = {"language": "en"}
    statuses = [
        (await hana.change("PUT", "/api/profiles/me/language", json=body)).status_code
        for _ in range(61)
    ]

    assert statuses[:60] == [200] * 60
    assert statuses[60] == 429
    answer = await alex.change("PUT", "/api/profiles/me/language", json=body)
    assert answer.status_code == 200
