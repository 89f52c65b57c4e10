"""Rate limits of sign-ins and changes: further requests are refused with the time to wait."""

import pytest

from server.web.rate_limits.rates import address_in
from tests.conftest import ORIGIN
from tests.server.members import Browser, Place
from tests.server.moderation.test_suspension import suspend_member
from tests.server.moderation.test_suspension_page import send_form

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


async def use_up_changes(browser: Browser) -> None:
    """Sends changes until one is refused."""
    for _ in range(61):
        answer = await browser.change("PUT", "/api/profiles/me/language", json={"language": "en"})
    assert answer.status_code == 429


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("DELETE", "/api/session", None),
        ("DELETE", "/api/sessions", None),
        ("DELETE", "/api/sessions/{other}", None),
        ("DELETE", "/api/account", {"confirmation": "茶畑 はな", "posts": "remove"}),
    ],
)
async def test_access_can_be_ended_while_another_session_uses_up_the_changes(
    place: Place, hana: Browser, method: str, path: str, body: dict[str, str] | None
) -> None:
    async with place.browser() as stranger:
        await place.sign_in(stranger, "development-hana")
        await use_up_changes(stranger)
        entries = (await hana.get("/api/sessions")).json()
        [other] = [one["id"] for one in entries if not one["is_current"]]

        answer = await hana.change(method, path.format(other=other), json=body)

    assert answer.status_code == 204, answer.text


async def test_sign_out_form_works_while_another_session_uses_up_the_changes(
    place: Place, hana: Browser
) -> None:
    async with place.browser() as stranger:
        await place.sign_in(stranger, "development-hana")
        await use_up_changes(stranger)
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN}

    answer = await hana.http.post(
        "/api/session/sign-out/form", data={"member": hana.member_id}, headers=headers
    )

    assert (answer.status_code, answer.headers["location"]) == (303, "/")


async def test_ending_sessions_is_limited_per_session(place: Place, hana: Browser) -> None:
    path = "/api/sessions/00000000-0000-0000-0000-000000000000"
    statuses = [(await hana.change("DELETE", path)).status_code for _ in range(61)]

    assert statuses == [404] * 60 + [429]
    async with place.browser() as other:
        await place.sign_in(other, "development-hana")
        assert (await other.change("DELETE", path)).status_code == 404


async def test_suspended_member_can_leave_while_another_session_uses_up_the_forms(
    place: Place, hana: Browser
) -> None:
    member_id = hana.member_id
    await suspend_member(place, hana, None)
    async with place.browser() as stranger, place.browser() as own:
        for browser in (stranger, own):
            await place.sign_in(browser, "development-hana")
        for _ in range(61):
            refused = await send_form(stranger, "removal", member_id, confirmation="x")
        assert refused[1]["error"] == "wait"

        outcome = await send_form(own, "removal", member_id)

    assert outcome == ("/ja/suspended", {"done": "removed"})
