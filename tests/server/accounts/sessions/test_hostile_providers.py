"""Invalid tokens and responses of a broken, unavailable or hostile provider are refused."""

import base64
import json
from typing import Any

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from tests.server.accounts.sessions.fake_google import (
    CLIENT,
    ISSUER,
    KEY,
    NOW,
    OTHER_KEY,
    FakeGoogle,
    sign_in_through_google,
)
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio


async def test_token_signed_by_another_key_is_refused(
    google_browser: Browser, google: FakeGoogle
) -> None:
    google.key = OTHER_KEY

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}


@pytest.mark.parametrize("header", [{"alg": "RS512", "kid": "one"}, {"alg": "RS256", "kid": "two"}])
async def test_token_with_another_algorithm_or_unknown_key_is_refused(
    google_browser: Browser, google: FakeGoogle, header: dict[str, Any]
) -> None:
    google.header = header

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}


@pytest.mark.parametrize("kind", ["at+jwt", "application/at+jwt", "logout+jwt", "secevent+jwt"])
async def test_token_of_another_type_is_refused(
    google_browser: Browser, google: FakeGoogle, kind: str
) -> None:
    google.header = {**google.header, "typ": kind}

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}


@pytest.mark.parametrize("kind", ["JWT", "jwt"])
async def test_token_of_type_jwt_is_accepted(
    google_browser: Browser, google: FakeGoogle, kind: str
) -> None:
    google.header = {**google.header, "typ": kind}

    assert await sign_in_through_google(google_browser, google) == {
        "signed_in": "1",
        "welcome": "1",
    }


async def test_unsigned_token_is_refused(google_browser: Browser, google: FakeGoogle) -> None:
    def part(value: dict[str, Any]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    claims = {"iss": ISSUER, "aud": CLIENT, "sub": "1", "iat": NOW, "exp": NOW + 9, "nonce": ""}
    unsigned = f"{part({'alg': 'none'})}.{part(claims)}."
    body = {"access_token": "x", "token_type": "Bearer", "id_token": unsigned}
    google.token_answer = httpx.Response(200, json=body)

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}


async def test_token_signed_with_the_public_key_as_hmac_secret_is_refused(
    google_browser: Browser, google: FakeGoogle
) -> None:
    public = KEY.as_pem(private=False)
    claims = {"iss": ISSUER, "aud": CLIENT, "sub": "1", "iat": NOW, "exp": NOW + 9, "nonce": ""}
    forged = jwt.encode(
        {"alg": "HS256", "kid": "one"},
        claims,
        OctKey.import_key(base64.b64encode(public)),
        algorithms=["HS256"],
    )
    body = {"access_token": "x", "token_type": "Bearer", "id_token": forged}
    google.token_answer = httpx.Response(200, json=body)

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}


async def test_rotated_keys_are_fetched_once(
    google_place: Place, google_browser: Browser, google: FakeGoogle
) -> None:
    await sign_in_through_google(google_browser, google)
    google.key = google.published = RSAKey.generate_key(2048, {"kid": "two"})
    google.header = {"alg": "RS256", "kid": "two"}
    async with google_place.browser() as other:
        assert await sign_in_through_google(other, google) == {"signed_in": "1", "welcome": "1"}

        google.header = {"alg": "RS256", "kid": "three"}
        assert await sign_in_through_google(other, google) == {"error": "auth_callback_failed"}

    assert google.requested_paths.count("/certs") == 3


async def test_callback_of_another_issuer_is_refused(
    google_browser: Browser, google: FakeGoogle
) -> None:
    result = await sign_in_through_google(google_browser, google, iss="https://evil.example")

    assert result == {"error": "auth_callback_failed"}
    assert google.forms == []


async def test_callback_with_an_error_sends_no_token_request(
    google_browser: Browser, google: FakeGoogle
) -> None:
    result = await sign_in_through_google(google_browser, google, error="access_denied")

    assert result == {"error": "access_denied"}
    assert google.forms == []


@pytest.mark.parametrize(
    "discovery",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://oauth2.googleapis.com/token"},
        {"jwks_uri": "file:///etc/passwd"},
        {"authorization_endpoint": 1},
        {"token_endpoint": None},
    ],
)
async def test_invalid_discovery_document_starts_no_sign_in(
    google_browser: Browser, google: FakeGoogle, discovery: dict[str, Any]
) -> None:
    google.discovery = discovery

    answer = await google_browser.get("/api/auth/google?language=ja")

    assert answer.headers["location"] == "/ja/auth/callback?error=auth_callback_failed"


async def test_unavailable_provider_causes_an_error_and_is_retried(
    google_browser: Browser, google: FakeGoogle
) -> None:
    google.discovery_status = 500
    answer = await google_browser.get("/api/auth/google")
    google.discovery_status = 200

    assert params_of(answer.headers["location"]) == {"error": "auth_callback_failed"}
    assert await sign_in_through_google(google_browser, google) == {
        "signed_in": "1",
        "welcome": "1",
    }


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(500),
        httpx.Response(400, json={"error": "invalid_grant"}),
        httpx.Response(200, text="<html>"),
        httpx.Response(200, json=[]),
        httpx.Response(200, json="token"),
        httpx.Response(200, json={}),
        httpx.Response(200, json={"access_token": "x", "token_type": "Bearer"}),
        httpx.Response(200, json={"access_token": "x", "id_token": None}),
        httpx.Response(200, json={"access_token": "x", "id_token": "a.b"}),
        httpx.Response(200, json={"access_token": "x", "id_token": "a.b.c.d.e"}),
        httpx.Response(200, content=b"\xff\xfe"),
        httpx.Response(302, headers={"location": "https://evil.example"}),
        httpx.ConnectError("refused"),
        httpx.ReadTimeout("slow"),
    ],
)
async def test_invalid_token_response_redirects_with_an_error(
    google_browser: Browser, google: FakeGoogle, answer: httpx.Response | Exception
) -> None:
    google.token_answer = answer

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}


@pytest.mark.parametrize(
    "more",
    [{"token_type": "MAC"}, {"token_type": None}, {"access_token": None}, {"access_token": ""}],
)
async def test_token_response_without_a_bearer_token_redirects_with_an_error(
    google_browser: Browser, google: FakeGoogle, more: dict[str, Any]
) -> None:
    request = params_of(await google_browser.start_sign_in())
    google.nonce = request["nonce"]
    google.token_answer = httpx.Response(200, json={**google.tokens(), **more})

    params = {"code": "4/code", "state": request["state"]}
    answer = await google_browser.get("/api/auth/google/callback", params=params)

    assert params_of(answer.headers["location"]) == {"error": "auth_callback_failed"}


async def test_callback_with_two_issuers_is_refused(
    google_browser: Browser, google: FakeGoogle
) -> None:
    request = params_of(await google_browser.start_sign_in())
    google.nonce = request["nonce"]
    twice = [("iss", ISSUER), ("iss", "https://evil.example")]

    answer = await google_browser.get(
        "/api/auth/google/callback",
        params=[("code", "4/code"), ("state", request["state"]), *twice],
    )

    assert params_of(answer.headers["location"]) == {"error": "auth_callback_failed"}


async def test_development_provider_answers_404_when_google_is_configured(
    google_browser: Browser,
) -> None:
    assert (
        await google_browser.get("/dev/oidc/.well-known/openid-configuration")
    ).status_code == 404
    assert (await google_browser.get("/dev/oidc/authorize")).status_code == 404
