"""Fake of Google's identity provider, whose responses a test can change."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs

import httpx
from joserfc import jwt
from joserfc.jwk import RSAKey

from tests.server.conftest import START
from tests.server.members import Browser, params_of

ISSUER = "https://accounts.google.com"
CLIENT = "chanoki.apps.example"
KEY = RSAKey.generate_key(2048, {"kid": "one"})
# Another key with the same id.
OTHER_KEY = RSAKey.generate_key(2048, {"kid": "one"})
NOW = int(START.timestamp())

Claims = dict[str, Any]


@dataclass
class FakeGoogle(httpx.AsyncBaseTransport):
    """Transport that answers as Google does, with tokens of `key` and the keys of `published`.

    A test changes its fields: `change_claims` modifies the claims of each token, `token_answer`
    replaces the response to a token request, `discovery` adds fields to the discovery document.
    `requested_paths` and `forms` record the requests and the forms of the token requests.
    """

    issuer: str = ISSUER
    key: RSAKey = field(default_factory=lambda: KEY)
    published: RSAKey = field(default_factory=lambda: KEY)
    header: dict[str, Any] = field(default_factory=lambda: {"alg": "RS256", "kid": "one"})
    change_claims: Callable[[Claims], object] = lambda _claims: None
    token_answer: httpx.Response | Exception | None = None
    discovery: dict[str, Any] = field(default_factory=dict)
    discovery_status: int = 200
    requested_paths: list[str] = field(default_factory=list)
    forms: list[dict[str, list[str]]] = field(default_factory=list)
    nonce: str = ""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answers a request for the discovery document, the keys or a token, and records it."""
        self.requested_paths.append(request.url.path)
        if request.url.path.endswith("/openid-configuration"):
            return httpx.Response(self.discovery_status, json=self._discovery())
        if request.url.path == "/certs":
            return httpx.Response(200, json={"keys": [self.published.as_dict(private=False)]})
        self.forms.append(parse_qs((await request.aread()).decode()))
        if isinstance(self.token_answer, Exception):
            raise self.token_answer
        return self.token_answer or httpx.Response(200, json=self.tokens())

    def _discovery(self) -> dict[str, Any]:
        """Returns the discovery document, with the fields that a test set."""
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{ISSUER}/authorize",
            "token_endpoint": "https://oauth2.googleapis.com/token",
            "jwks_uri": "https://www.googleapis.com/certs",
            **self.discovery,
        }

    def tokens(self) -> dict[str, Any]:
        """Returns the response with a signed id token."""
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
        self.change_claims(claims)
        token = jwt.encode(self.header, claims, self.key, algorithms=["RS256", "HS256", "RS512"])
        return {
            "access_token": "ya29.secret",
            "refresh_token": "1//secret",
            "token_type": "Bearer",
            "expires_in": 3600,
            "id_token": token,
        }


async def sign_in_through_google(
    browser: Browser, google: FakeGoogle, **more: str
) -> dict[str, str]:
    """Signs in with a code of Google; returns the query of the page after the callback."""
    request = params_of(await browser.start_sign_in())
    google.nonce = request["nonce"]
    params = {"code": "4/code", "state": request["state"], **more}
    answer = await browser.get("/api/auth/google/callback", params=params)
    assert answer.status_code == 302
    assert "ya29" not in str(answer.headers)
    return params_of(answer.headers["location"])
