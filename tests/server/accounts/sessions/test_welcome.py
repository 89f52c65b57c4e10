"""Forms of the welcome page, which is shown until it is answered, and of the language switch."""

from typing import Any

import httpx
import pytest

from tests.conftest import ORIGIN
from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio

PATH = "/api/profiles/me/welcome"
WELCOME = "/ja/auth/callback?signed_in=1&welcome=1&return=%2Fja%2Fcommunity"
HTML = {"accept": "text/html,*/*;q=0.8"}


async def send_form(
    browser: Browser, headers: dict[str, str] | None = None, **fields: str
) -> httpx.Response:
    """Sends the form of the welcome page with the headers of a browser without scripts."""
    given = {"sec-fetch-site": "same-origin", "origin": ORIGIN, **HTML, **(headers or {})}
    form = {"member": browser.member_id, "language": "ja", "back": "/ja/community", **fields}
    sent = {name: value for name, value in given.items() if value}
    return await browser.http.post(f"{PATH}?language=ja", data=form, headers=sent)


async def own_profile(browser: Browser) -> dict[str, Any]:
    """Returns the member's own profile."""
    found: dict[str, Any] = (await browser.get("/api/profiles/me")).json()
    return found


async def is_due(browser: Browser) -> bool:
    """Returns whether the welcome page is shown instead of a redirect to the return path."""
    page = await browser.get(WELCOME)
    assert page.status_code in (200, 302)
    if page.status_code == 302:
        query = params_of(page.headers["location"])
        back = {"/ja/auth/callback": "/ja/community", "/auth/callback": "/community"}
        assert query == {"signed_in": "1", "return": back[path_of(page.headers["location"])]}
    return page.status_code == 200


async def test_first_sign_in_leads_to_the_welcome_and_keeps_the_return_path(
    visitor: Browser,
) -> None:
    back = await visitor.sign_in("development-hana", "?return=%2Fja%2Fcommunity")

    expected = {"signed_in": "1", "welcome": "1", "return": "/ja/community"}
    assert params_of(back.headers["location"]) == expected
    assert await is_due(visitor)


async def test_saved_answer_is_in_the_profile_and_leads_to_the_page_in_its_language(
    place: Place, hana: Browser
) -> None:
    place.moment.advance(minutes=1)
    sent = await send_form(
        hana, language="en", favorite_tea_type="gyokuro", back="/ja/post/7?a=1#b"
    )

    assert (sent.status_code, sent.headers["location"]) == (303, "/post/7?a=1#b")
    assert "no-store" in sent.headers["cache-control"]
    assert hana.http.cookies["language"] == "en"
    profile = await own_profile(hana)
    assert (profile["language"], profile["favorite_tea_type"]) == ("en", "gyokuro")
    assert profile["display_name"] == "茶畑 はな"
    assert profile["updated_at"] == "2026-11-21T04:01:00Z"
    assert not await is_due(hana)


async def test_form_of_the_switch_saves_the_language_alone(hana: Browser) -> None:
    form = {"member": hana.member_id, "language": "en", "back": "/profile/edit?a=1#b"}
    sent = await hana.http.post(
        "/api/profiles/me/language/form", data=form, headers={"origin": ORIGIN, **HTML}
    )

    assert (sent.status_code, sent.headers["location"]) == (303, "/profile/edit?a=1#b")
    assert hana.http.cookies["language"] == "en"
    assert (await own_profile(hana))["language"] == "en"
    assert await is_due(hana)


async def test_skipped_welcome_changes_nothing_and_is_not_shown_again(
    place: Place, hana: Browser
) -> None:
    before = await own_profile(hana)
    place.moment.advance(minutes=1)
    sent = await send_form(hana, language="en", favorite_tea_type="gyokuro", skip="1")

    assert (sent.status_code, sent.headers["location"]) == (303, "/ja/community")
    assert "language" not in hana.http.cookies
    assert await own_profile(hana) == before
    assert not await is_due(hana)


async def test_second_sign_in_has_no_welcome_once_it_was_answered(visitor: Browser) -> None:
    await visitor.sign_in("development-hana")
    await send_form(visitor, skip="1")

    again = await visitor.sign_in("development-hana")

    assert params_of(again.headers["location"]) == {"signed_in": "1"}


async def test_welcome_comes_again_until_it_is_answered(visitor: Browser) -> None:
    await visitor.sign_in("development-hana")

    again = await visitor.sign_in("development-hana")

    assert params_of(again.headers["location"]) == {"signed_in": "1", "welcome": "1"}


async def test_member_who_has_saved_the_profile_gets_no_welcome(hana: Browser) -> None:
    body = {"display_name": "はな", "language": "ja"}
    assert (await hana.change("PUT", "/api/profiles/me", json=body)).status_code == 200

    assert not await is_due(hana)


async def test_empty_choice_of_a_tea_stores_none(hana: Browser) -> None:
    assert (await send_form(hana, favorite_tea_type="")).status_code == 303

    assert (await own_profile(hana))["favorite_tea_type"] is None


# Return path in the form, and the page that follows.
NEXT_JA = [
    ("https://evil.example", "/ja"), ("//evil.example", "/ja"), ("/ja//evil.example", "/ja"),
    ("/\\evil.example", "/ja"), ("/login", "/ja"), ("", "/ja"), ("/", "/ja"), ("/ja", "/ja"),
    ("/?a=1", "/ja?a=1"), ("/japan", "/ja/japan"),
    ("/cultivars?search=%E8%8C%B6#x", "/ja/cultivars?search=%E8%8C%B6#x"),
]  # fmt: skip
NEXT_EN = [("/ja", "/"), ("/ja?a=1", "/?a=1"), ("/ja/about", "/about"), ("/about", "/about")]


@pytest.mark.parametrize(("language", "cases"), [("ja", NEXT_JA), ("en", NEXT_EN)])
async def test_next_page_is_one_of_this_site_in_the_language(
    hana: Browser, language: str, cases: list[tuple[str, str]]
) -> None:
    for back, target in cases:
        answered = await send_form(hana, language=language, back=back)
        assert answered.headers["location"] == target, back


FOREIGN: list[dict[str, str]] = [
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "none"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"sec-fetch-site": "", "origin": ""},
    {"sec-fetch-site": "", "origin": "null"},
]


async def test_form_of_another_site_changes_nothing(hana: Browser) -> None:
    for headers in FOREIGN:
        refused = await send_form(hana, {**headers, "accept": "application/json"}, language="en")

        assert (refused.status_code, refused.json()["code"]) == (403, "app.forbidden"), headers
        assert (await own_profile(hana))["language"] == "ja"
        assert await is_due(hana)


async def test_form_of_another_members_page_changes_nothing(hana: Browser, alex: Browser) -> None:
    refused = await send_form(alex, {"accept": "*/*"}, member=hana.member_id, language="ja")
    led_away = await send_form(alex, member=hana.member_id, language="ja")

    assert (refused.status_code, refused.json()["code"]) == (403, "app.anotherMember")
    location = led_away.headers["location"]
    assert (led_away.status_code, path_of(location)) == (303, "/ja/login")
    assert params_of(location) == {"error": "another_member", "return": "/ja/community"}
    assert await is_due(alex)


async def test_visitor_is_led_to_the_login(visitor: Browser) -> None:
    refused = await send_form(visitor, {"accept": "application/json"})
    led_away = await send_form(visitor)

    assert (refused.status_code, refused.json()["code"]) == (401, "login.required")
    location = led_away.headers["location"]
    assert (led_away.status_code, path_of(location)) == (303, "/ja/login")
    assert params_of(location) == {"error": "expired", "return": "/ja/community"}


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"favorite_tea_type": "coffee"}, 422), ({"language": "fr"}, 400), ({"language": ""}, 400)],
)
async def test_unknown_choice_is_refused(
    hana: Browser, fields: dict[str, str], status: int
) -> None:
    assert (await send_form(hana, {"accept": "*/*"}, **fields)).status_code == status
    assert await is_due(hana)


async def test_json_and_a_long_form_are_refused(hana: Browser) -> None:
    body = {"member": hana.member_id, "language": "ja", "back": "/"}
    as_json = await hana.change("POST", PATH, json=body)
    long = await send_form(hana, {"accept": "*/*"}, back="/" + "x" * 40_000)

    assert as_json.status_code == 415
    assert long.status_code == 413
    assert await is_due(hana)


async def test_welcome_page_sends_its_origin_to_this_site_only(hana: Browser) -> None:
    welcome = await hana.get(WELCOME)
    usual = await hana.get("/ja/auth/callback?signed_in=1")

    assert welcome.headers["referrer-policy"] == "same-origin"
    assert "茶の木へようこそ" in welcome.text
    assert usual.headers["referrer-policy"] == "no-referrer"
    assert "no-store" in welcome.headers["cache-control"]


async def test_21st_answer_in_an_hour_is_refused(hana: Browser) -> None:
    sent = [await send_form(hana, favorite_tea_type="gyokuro") for _ in range(21)]

    is_refused = [path_of(one.headers["location"]) == "/ja/login" for one in sent]
    assert is_refused == [False] * 20 + [True]
