"""Malformed, deeply nested, oversized or compressed responses of the provider."""

import gzip
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import httpx
import pytest

from server.accounts.sessions.google import RESPONSE_BYTES_MOST
from server.accounts.sessions.provider import (
    AuthorizationSecrets,
    OAuthClient,
    Provider,
    SignInFailed,
)
from tests.server.accounts.sessions.fake_google import (
    CLIENT,
    ISSUER,
    FakeGoogle,
    sign_in_through_google,
)
from tests.server.conftest import START
from tests.server.members import Browser, Moment, params_of

pytestmark = pytest.mark.anyio

# Nested deeper than a parser may recurse.
DEEP = b"[" * 100_000 + b"]" * 100_000
# Beginning of a token response; a test adds one invalid field.
TOKEN = b'{"access_token": "x", "token_type": "Bearer", "id_token": "a.b.c", '
FAILED = {"error": "auth_callback_failed"}


@dataclass
class GoogleWithBody(httpx.AsyncBaseTransport):
    """Transport that answers as Google does, but at one path with this body."""

    google: FakeGoogle
    path: str
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Returns the body at its path, else the response of Google."""
        if request.url.path.endswith(self.path):
            return httpx.Response(200, content=self.body, headers=self.headers)
        return await self.google.handle_async_request(request)


@pytest.mark.parametrize(
    "body",
    [
        DEEP,
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        TOKEN + b'"expires_in": 1e400}',
        TOKEN + b'"expires_in": NaN}',
        TOKEN + b'"expires_in": ' + b"9" * 5_000 + b"}",
        TOKEN + b'"expires_in": {}}',
        TOKEN + b'"expires_at": "soon"}',
        TOKEN + b'"error": [1]}',
        b'{"access_token": "x", "id_token": "\\ud800.a.b"}',
        b"null",
        b"true",
        b"\xff",
    ],
)
async def test_malformed_token_response_redirects_with_an_error(
    google_browser: Browser, google: FakeGoogle, body: bytes
) -> None:
    google.token_answer = httpx.Response(200, content=body)

    assert await sign_in_through_google(google_browser, google) == FAILED


MALFORMED_KEYS = (
    DEEP,
    b'{"keys": [], "x": ' + DEEP + b"}",
    b'{"keys": {}}',
    b'{"keys": [null]}',
    b'{"keys": [{"kty": ["RSA"]}]}',
    b'{"keys": [{"kty": "oct", "k": "AAAA", "kid": "one"}]}',
    b'{"keys": [{"kty": "RSA", "n": "_____w", "e": "Aw", "kid": "one"}]}',
    b'{"keys": [{"kty": "EC", "crv": "P-1", "x": "AA", "y": "AA", "kid": "one"}]}',
)


@pytest.mark.parametrize("body", MALFORMED_KEYS)
async def test_malformed_keys_fail_the_sign_in(google: FakeGoogle, body: bytes) -> None:
    with pytest.raises(SignInFailed):
        await identify_member(GoogleWithBody(google, "/certs", body))


async def test_malformed_discovery_document_does_not_replace_a_cached_one(
    google: FakeGoogle,
) -> None:
    google_with_body, moment = GoogleWithBody(google, "/nothing", DEEP), Moment(START)
    provider = create_provider(google_with_body, moment)
    before = await provider.authorization_url(SECRETS)
    google_with_body.path = "/openid-configuration"
    moment.advance(hours=2)

    assert await provider.authorization_url(SECRETS) == before


@dataclass
class EndlessBody(httpx.AsyncByteStream):
    """Response body without end that counts the bytes that were read."""

    bytes_read: int = 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Yields spaces, far more than a response may have."""
        while self.bytes_read < 100 * RESPONSE_BYTES_MOST:
            self.bytes_read += 16_384
            yield b" " * 16_384


@pytest.mark.parametrize("status", [200, 400, 500])
async def test_endless_token_response_is_cut_off(
    google_browser: Browser, google: FakeGoogle, status: int
) -> None:
    endless = EndlessBody()
    google.token_answer = httpx.Response(status, stream=endless)

    assert await sign_in_through_google(google_browser, google) == FAILED
    assert endless.bytes_read <= 2 * RESPONSE_BYTES_MOST


@pytest.mark.parametrize("path", ["/token", "/certs", "/openid-configuration"])
async def test_response_over_the_size_limit_after_gzip_is_refused(
    google: FakeGoogle, path: str
) -> None:
    packed = gzip.compress(b" " * 50_000_000)
    google_with_body = GoogleWithBody(google, path, packed, {"content-encoding": "gzip"})

    with pytest.raises(SignInFailed) as failed:
        await identify_member(google_with_body)

    assert "size" in str(failed.value)


async def test_gzip_token_response_is_read(google_browser: Browser, google: FakeGoogle) -> None:
    request = params_of(await google_browser.start_sign_in())
    google.nonce = request["nonce"]
    body = gzip.compress(httpx.Response(200, json=google.tokens()).content)
    google.token_answer = httpx.Response(200, content=body, headers={"content-encoding": "gzip"})

    answer = await google_browser.get(f"/api/auth/google/callback?code=x&state={request['state']}")

    assert params_of(answer.headers["location"]) == {"signed_in": "1", "welcome": "1"}


@pytest.mark.parametrize(
    "email", ["le\u202eaf@example.com", "leaf@exam\u200bple.com", "a\u00a0@b.c"]
)
async def test_email_address_with_hidden_or_bidi_characters_is_dropped(
    google_browser: Browser, google: FakeGoogle, email: str
) -> None:
    google.change_claims = lambda claims: claims.update(email=email)

    await sign_in_through_google(google_browser, google)

    assert (await google_browser.read_session())["member"]["email"] is None


SECRETS = AuthorizationSecrets(state="s", nonce="n", verifier="v" * 43)


def create_provider(transport: httpx.AsyncBaseTransport, moment: Moment) -> Provider:
    """Returns a client of the identity provider that sends requests by this transport."""
    callback = "https://tea.example/api/auth/google/callback"
    client = OAuthClient(ISSUER, CLIENT, client_secret="s", callback_url=callback)
    return Provider(client, now=moment, transport=transport)


async def identify_member(transport: httpx.AsyncBaseTransport) -> None:
    await create_provider(transport, Moment(START)).identify("4/code", SECRETS, issuer=None)
