"""Sign-in through the provider, with each outcome of the callback."""

import httpx
import pytest

from tests.conftest import ORIGIN
from tests.server.members import Browser, Place, params_of, path_of

pytestmark = pytest.mark.anyio


async def test_session_of_a_visitor_has_no_member(visitor: Browser) -> None:
    answer = await visitor.get("/api/session")

    assert answer.status_code == 200
    assert answer.json() == {"member": None, "csrf": None, "expires_at": None}
    assert "no-store" in answer.headers["cache-control"]


async def test_first_sign_in_creates_a_profile_and_a_session(
    place: Place, visitor: Browser
) -> None:
    answer = await visitor.sign_in("development-hana")
    session = await visitor.read_session()

    assert answer.headers["location"] == "/auth/callback?signed_in=1&welcome=1"
    assert "no-store" in answer.headers["cache-control"]
    member = session["member"]
    assert (member["display_name"], member["email"]) == ("茶畑 はな", "hana@example.com")
    assert (member["language"], member["avatar_url"]) == ("ja", None)
    assert member["joined_at"] == "2026-11-21T04:00:00Z"
    assert session["expires_at"] == "2026-11-21T05:00:00Z"
    assert await place.count("profiles") == await place.count("sessions") == 1
    assert visitor.pending == {}


async def test_authorization_request_follows_the_specification(visitor: Browser) -> None:
    request = params_of(await visitor.start_sign_in())

    assert request["response_type"] == "code"
    assert request["code_challenge_method"] == "S256"
    assert (request["access_type"], request["prompt"]) == ("offline", "consent")
    assert request["redirect_uri"] == f"{ORIGIN}/api/auth/google/callback"
    assert len(request["state"]) >= 43
    assert len(request["nonce"]) >= 43
    assert request["state"] != request["nonce"]


async def test_sign_in_cookies_are_http_only_and_same_site(visitor: Browser) -> None:
    started = await visitor.get("/api/auth/google")
    answer = await visitor.get(
        await visitor.choose(started.headers["location"], "development-alex")
    )

    kept = [*started.headers.get_list("set-cookie"), *answer.headers.get_list("set-cookie")]
    assert len(kept) == 3
    for cookie in kept:
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
    assert "Max-Age=600" in kept[0]
    assert visitor.pending == {}


async def test_email_name_is_shown_to_the_member_without_a_name_only(
    place: Place, visitor: Browser
) -> None:
    async with place.browser() as nameless:
        await nameless.sign_in("development-nameless")
        own = (await nameless.get("/api/profiles/me")).json()

        public = await visitor.get(f"/api/profiles/{nameless.member_id}")

    assert own["display_name"] == "first.flush"
    assert public.json()["display_name"] == "未設定"
    assert "first.flush" not in public.text


@pytest.mark.parametrize(
    ("choice", "error", "description"),
    [
        ("deny", "access_denied", "The user denied access"),
        ("database", "server_error", "Database error saving new user"),
        ("other", "temporarily_unavailable", "The provider is being repaired"),
    ],
)
async def test_provider_error_is_shown_on_the_callback_page(
    visitor: Browser, choice: str, error: str, description: str
) -> None:
    answer = await visitor.sign_in(choice, "?language=ja&return=/ja/post/1")

    location = answer.headers["location"]
    assert path_of(location) == "/ja/auth/callback"
    said = {"error": error, "error_description": description}
    assert params_of(location) == {**said, "return": "/ja/post/1"}
    assert visitor.token is None


async def test_provider_error_texts_are_sanitised_and_truncated(visitor: Browser) -> None:
    state = params_of(await visitor.start_sign_in())["state"]
    words = "<b>\u202eevil\x00\r\n\u200b" + "x" * 500

    answer = await visitor.get(
        "/api/auth/google/callback",
        params={"state": state, "error": "Bad<script>", "error_description": words},
    )

    params = params_of(answer.headers["location"])
    assert params["error"] == "server_error"
    assert params["error_description"].startswith("<b>evil xxx")
    assert len(params["error_description"]) == 200


async def test_provider_error_with_an_unknown_state_is_not_shown(visitor: Browser) -> None:
    await visitor.start_sign_in()

    answer = await visitor.get(
        "/api/auth/google/callback?error=access_denied&error_description=Call+0120&state=x"
    )

    assert answer.headers["location"] == "/auth/callback?error=auth_callback_failed"


async def test_database_contains_no_usable_token(place: Place, hana: Browser) -> None:
    dump = await place.dump()

    assert hana.token
    assert hana.token not in dump
    assert hana.csrf not in dump


async def test_second_sign_in_opens_a_session_of_the_same_member(
    place: Place, hana: Browser
) -> None:
    async with place.browser() as other:
        await other.sign_in("development-hana", "?language=en")

        assert other.member_id == hana.member_id
        assert (await other.read_session())["member"]["language"] == "ja"
    assert await place.count("sessions") == 2
    assert await place.count("accounts") == 1


@pytest.mark.parametrize(("given", "kept"), [("en", "en"), ("ja", "ja"), ("fr", "ja"), ("", "ja")])
async def test_first_profile_has_the_language_of_the_sign_in(
    visitor: Browser, given: str, kept: str
) -> None:
    await visitor.sign_in("development-alex", f"?language={given}")

    assert (await visitor.read_session())["member"]["language"] == kept


async def test_sign_in_returns_to_the_requested_page(visitor: Browser) -> None:
    answer = await visitor.sign_in(
        "development-alex", "?return=/cultivars%3Fsearch%3Doku%2520midori&language=ja"
    )

    location = answer.headers["location"]
    assert path_of(location) == "/ja/auth/callback"
    assert params_of(location)["return"] == "/cultivars?search=oku%20midori"


async def test_sign_in_at_another_host_name_redirects_to_the_sites_origin(place: Place) -> None:
    transport = httpx.ASGITransport(place.app)
    near = "http://127.0.0.1:8000"
    async with httpx.AsyncClient(transport=transport, base_url=near) as http:
        answer = await http.get("/api/auth/google?return=/profile&evil=1")

    assert answer.headers["location"] == f"{ORIGIN}/api/auth/google?return=%2Fprofile"
    assert "set-cookie" not in answer.headers
