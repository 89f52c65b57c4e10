"""Too many requests are refused with a time to retry."""

import pytest

from server.web.rate_limits.rates import address_in
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("host", "address"),
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
def test_client_address_is_ipv4_or_the_ipv6_64_prefix(host: str, address: str) -> None:
    assert address_in({"client": (host, 1)}) == address


async def test_sign_in_starts_are_limited_per_ipv6_prefix(place: Place) -> None:
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


async def test_rate_limit_ignores_untrusted_forwarded_addresses(place: Place) -> None:
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


async def test_changes_are_limited_per_member(hana: Browser, alex: Browser) -> None:
    body = {"language": "en"}
    statuses = [
        (await hana.change("PUT", "/api/profiles/me/language", json=body)).status_code
        for _ in range(61)
    ]

    assert statuses[:60] == [200] * 60
    assert statuses[60] == 429
    answer = await alex.change("PUT", "/api/profiles/me/language", json=body)
    assert answer.status_code == 200
