"""A provider is believed only when everything about its answer holds."""

import base64
import hashlib
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from server.app import create_app
from server.database.engine import create_engine
from server.database.migrating import migrate
from server.settings import Settings, SignInSettings
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.conftest import START
from tests.server.members import Browser, Moment, Place, params_of

pytestmark = pytest.mark.anyio

ISSUER = "https://accounts.google.com"
CLIENT = "chanoki.apps.example"
KEY = RSAKey.generate_key(2048, {"kid": "one"})
OTHER_KEY = RSAKey.generate_key(2048, {"kid": "one"})
NOW = int(START.timestamp())

Claims = dict[str, Any]


@dataclass
class FakeGoogle(httpx.AsyncBaseTransport):
    """Answers as Google does, until a test bends it."""

    issuer: str = ISSUER
    key: RSAKey = field(default_factory=lambda: KEY)
    published: RSAKey = field(default_factory=lambda: KEY)
    header: dict[str, Any] = field(default_factory=lambda: {"alg": "RS256", "kid": "one"})
    bend: Callable[[Claims], object] = lambda _claims: None
    token_answer: httpx.Response | Exception | None = None
    discovery: dict[str, Any] = field(default_factory=dict)
    discovery_status: int = 200
    asked: list[str] = field(default_factory=list)
    forms: list[dict[str, list[str]]] = field(default_factory=list)
    nonce: str = ""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request.url.path)
        if request.url.path.endswith("/openid-configuration"):
            return httpx.Response(self.discovery_status, json=self._discovery())
        if request.url.path == "/certs":
            return httpx.Response(200, json={"keys": [self.published.as_dict(private=False)]})
        self.forms.append(parse_qs((await request.aread()).decode()))
        if isinstance(self.token_answer, Exception):
            raise self.token_answer
        return self.token_answer or httpx.Response(200, json=self._tokens())

    def _discovery(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{ISSUER}/authorize",
            "token_endpoint": "https://oauth2.googleapis.com/token",
            "jwks_uri": "https://www.googleapis.com/certs",
            **self.discovery,
        }

    def _tokens(self) -> dict[str, Any]:
        claims: Claims = {
            "iss": ISSUER,
            "aud": CLIENT,
            "sub": "108",
            "iat": NOW,
            "exp": NOW + 3600,
            "nonce": self.nonce,
            "email": "leaf@example.com",
            "email_verified": True,
            "name": "Leaf",
        }
        self.bend(claims)
        token = jwt.encode(self.header, claims, self.key, algorithms=["RS256", "HS256", "RS512"])
        return {
            "access_token": "ya29.secret",
            "refresh_token": "1//secret",
            "token_type": "Bearer",
            "expires_in": 3600,
            "id_token": token,
        }


@pytest.fixture
def google() -> FakeGoogle:
    return FakeGoogle()


@pytest.fixture
async def place(settings: Settings, pool: FakePool, google: FakeGoogle) -> AsyncIterator[Place]:
    engine = create_engine(settings.database_url)
    await migrate(engine)
    moment = Moment(START)
    chosen = replace(settings, sign_in=SignInSettings(CLIENT, "client-secret"))
    app = create_app(chosen, pool, now=moment, outside=google)
    async with running(app):
        yield Place(app, engine, chosen, moment)
    await engine.dispose()


async def come_back(browser: Browser, google: FakeGoogle, **more: str) -> dict[str, str]:
    """Leaves for Google, comes back at once with a code; what the callback page is told."""
    asked = params_of(await browser.leave())
    google.nonce = asked["nonce"]
    params = {"code": "4/code", "state": asked["state"], **more}
    answer = await browser.get("/api/auth/google/callback", params=params)
    assert answer.status_code == 302
    assert "ya29" not in str(answer.headers)
    return params_of(answer.headers["location"])


async def test_an_honest_answer_signs_in(
    place: Place, visitor: Browser, google: FakeGoogle
) -> None:
    assert await come_back(visitor, google, iss=ISSUER) == {"signed_in": "1"}

    session = await visitor.look()
    form = google.forms[0]
    assert session["member"]["display_name"] == "Leaf"
    assert form["client_secret"] == ["client-secret"]
    assert len(form["code_verifier"][0]) >= 43
    dump = await place.dump()
    assert "ya29" not in dump
    assert "1//" not in dump


async def test_the_proof_of_the_code_fits_what_was_sent(
    visitor: Browser, google: FakeGoogle
) -> None:
    asked = params_of(await visitor.leave())

    await visitor.get(f"/api/auth/google/callback?code=x&state={asked['state']}")

    digest = hashlib.sha256(google.forms[0]["code_verifier"][0].encode()).digest()
    assert asked["code_challenge"] == base64.urlsafe_b64encode(digest).decode().rstrip("=")


FORGERIES: dict[str, Callable[[Claims], object]] = {
    "another issuer": lambda c: c.update(iss="https://evil.example"),
    "no issuer": lambda c: c.pop("iss"),
    "another audience": lambda c: c.update(aud="other"),
    "two audiences": lambda c: c.update(aud=[CLIENT, "other"]),
    "two audiences and our party": lambda c: c.update(aud=[CLIENT, "other"], azp=CLIENT),
    "no audience": lambda c: c.pop("aud"),
    "another party": lambda c: c.update(azp="other"),
    "expired": lambda c: c.update(exp=NOW - 61),
    "no expiry": lambda c: c.pop("exp"),
    "expiry as a word": lambda c: c.update(exp="never"),
    "expiry beyond time": lambda c: c.update(exp=1e300),
    "issued in the future": lambda c: c.update(iat=NOW + 61),
    "no time of issue": lambda c: c.pop("iat"),
    "not yet valid": lambda c: c.update(nbf=NOW + 61),
    "another nonce": lambda c: c.update(nonce="x" * 43),
    "no nonce": lambda c: c.pop("nonce"),
    "nonce as a number": lambda c: c.update(nonce=1),
    "no subject": lambda c: c.pop("sub"),
    "empty subject": lambda c: c.update(sub=""),
    "subject as a number": lambda c: c.update(sub=108),
    "endless subject": lambda c: c.update(sub="1" * 256),
    "subject with a null byte": lambda c: c.update(sub="1\x00"),
    "another access token": lambda c: c.update(at_hash="x"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_a_forged_token_is_not_believed(
    place: Place, visitor: Browser, google: FakeGoogle, forgery: str
) -> None:
    google.bend = FORGERIES[forgery]

    assert await come_back(visitor, google) == {"error": "auth_callback_failed"}
    assert (await visitor.look())["member"] is None
    assert await place.count("accounts") == 0


HARMLESS: dict[str, tuple[Callable[[Claims], object], str, str | None]] = {
    "short issuer": (lambda c: c.update(iss="accounts.google.com"), "Leaf", "leaf@example.com"),
    "audience as a list": (lambda c: c.update(aud=[CLIENT]), "Leaf", "leaf@example.com"),
    "a slow clock": (lambda c: c.update(exp=NOW - 30, iat=NOW + 30), "Leaf", "leaf@example.com"),
    "unverified address": (lambda c: c.update(email_verified=False), "Leaf", None),
    "verified as a word": (lambda c: c.update(email_verified="true"), "Leaf", None),
    "no address": (lambda c: c.pop("email"), "Leaf", None),
    "odd address": (lambda c: c.update(email="a@b@c"), "Leaf", None),
    "no name": (lambda c: c.pop("name"), "leaf", "leaf@example.com"),
    "blank name": (lambda c: c.update(name="\u3000\u200b"), "leaf", "leaf@example.com"),
    "turned name": (lambda c: c.update(name="a\u202eb"), "leaf", "leaf@example.com"),
    "null byte in the name": (lambda c: c.update(name="a\x00b"), "leaf", "leaf@example.com"),
    "name as a list": (lambda c: c.update(name=["x"]), "leaf", "leaf@example.com"),
    "the operator's name": (lambda c: c.update(name="運営"), "leaf", "leaf@example.com"),
    "long name": (lambda c: c.update(name="茶" * 80), "茶" * 50, "leaf@example.com"),
    "name of markup": (lambda c: c.update(name="<b>x"), "<b>x", "leaf@example.com"),
    "a picture": (lambda c: c.update(picture="javascript:x"), "Leaf", "leaf@example.com"),
    "nobody's name": (
        lambda c: c.update(name=None, email=None),
        "未設定",
        None,
    ),
}


@pytest.mark.parametrize("case", HARMLESS)
async def test_an_odd_profile_signs_in_safely(
    visitor: Browser, google: FakeGoogle, case: str
) -> None:
    google.bend, name, email = HARMLESS[case]

    assert await come_back(visitor, google) == {"signed_in": "1"}
    member = (await visitor.look())["member"]
    assert (member["display_name"], member["email"]) == (name, email)
    assert member["avatar_url"] is None


async def test_an_address_joins_no_accounts(
    place: Place, visitor: Browser, google: FakeGoogle
) -> None:
    await come_back(visitor, google)
    first = (await visitor.look())["member"]["id"]
    google.bend = lambda claims: claims.update(sub="109")
    async with place.browser() as other:
        await come_back(other, google)

        assert (await other.look())["member"]["id"] != first
    assert await place.count("accounts") == 2


async def test_a_token_signed_by_another_key_is_not_believed(
    visitor: Browser, google: FakeGoogle
) -> None:
    google.key = OTHER_KEY

    assert await come_back(visitor, google) == {"error": "auth_callback_failed"}


@pytest.mark.parametrize("header", [{"alg": "RS512", "kid": "one"}, {"alg": "RS256", "kid": "two"}])
async def test_another_algorithm_or_unknown_key_is_not_believed(
    visitor: Browser, google: FakeGoogle, header: dict[str, Any]
) -> None:
    google.header = header

    assert await come_back(visitor, google) == {"error": "auth_callback_failed"}


async def test_a_token_without_a_signature_is_not_believed(
    visitor: Browser, google: FakeGoogle
) -> None:
    def part(value: dict[str, Any]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    claims = {"iss": ISSUER, "aud": CLIENT, "sub": "1", "iat": NOW, "exp": NOW + 9, "nonce": ""}
    unsigned = f"{part({'alg': 'none'})}.{part(claims)}."
    body = {"access_token": "x", "token_type": "Bearer", "id_token": unsigned}
    google.token_answer = httpx.Response(200, json=body)

    assert await come_back(visitor, google) == {"error": "auth_callback_failed"}


async def test_the_public_key_is_no_shared_secret(visitor: Browser, google: FakeGoogle) -> None:
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

    assert await come_back(visitor, google) == {"error": "auth_callback_failed"}


async def test_new_keys_are_asked_for_once(
    place: Place, visitor: Browser, google: FakeGoogle
) -> None:
    await come_back(visitor, google)
    google.key = google.published = RSAKey.generate_key(2048, {"kid": "two"})
    google.header = {"alg": "RS256", "kid": "two"}
    async with place.browser() as other:
        assert await come_back(other, google) == {"signed_in": "1"}

        google.header = {"alg": "RS256", "kid": "three"}
        assert await come_back(other, google) == {"error": "auth_callback_failed"}

    assert google.asked.count("/certs") == 3


async def test_a_return_in_another_issuers_name_is_not_believed(
    visitor: Browser, google: FakeGoogle
) -> None:
    told = await come_back(visitor, google, iss="https://evil.example")

    assert told == {"error": "auth_callback_failed"}
    assert google.forms == []


async def test_an_error_is_not_taken_to_the_token_endpoint(
    visitor: Browser, google: FakeGoogle
) -> None:
    told = await come_back(visitor, google, error="access_denied")

    assert told == {"error": "access_denied"}
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
async def test_an_odd_discovery_starts_no_sign_in(
    visitor: Browser, google: FakeGoogle, discovery: dict[str, Any]
) -> None:
    google.discovery = discovery

    answer = await visitor.get("/api/auth/google?language=ja")

    assert answer.headers["location"] == "/ja/auth/callback?error=auth_callback_failed"


async def test_an_absent_provider_is_told_and_may_come_back(
    visitor: Browser, google: FakeGoogle
) -> None:
    google.discovery_status = 500
    answer = await visitor.get("/api/auth/google")
    google.discovery_status = 200

    assert params_of(answer.headers["location"]) == {"error": "auth_callback_failed"}
    assert await come_back(visitor, google) == {"signed_in": "1"}


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
async def test_a_broken_token_answer_is_a_polite_refusal(
    visitor: Browser, google: FakeGoogle, answer: httpx.Response | Exception
) -> None:
    google.token_answer = answer

    assert await come_back(visitor, google) == {"error": "auth_callback_failed"}


async def test_the_development_provider_is_not_there(visitor: Browser) -> None:
    assert (await visitor.get("/dev/oidc/.well-known/openid-configuration")).status_code == 404
    assert (await visitor.get("/dev/oidc/authorize")).status_code == 404
