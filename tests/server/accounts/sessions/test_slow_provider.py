"""Timeouts of the provider, and the cache of its metadata and keys."""

import asyncio
import ssl
from dataclasses import dataclass, field
from unittest.mock import Mock

import httpx
import pytest

from server.accounts.sessions.provider import (
    DEADLINE_S,
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
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

SECRETS = AuthorizationSecrets(state="s", nonce="n", verifier="v" * 43)
CALLBACK = "https://tea.example/api/auth/google/callback"


@dataclass
class SilentTransport(httpx.AsyncBaseTransport):
    """Transport that records requests and never responds."""

    requested_paths: list[str] = field(default_factory=list)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Records the path and never answers."""
        self.requested_paths.append(request.url.path)
        await asyncio.Event().wait()
        raise AssertionError


@dataclass
class DelayedGoogle(httpx.AsyncBaseTransport):
    """Transport that delays each response of Google."""

    google: FakeGoogle

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Answers after 50 ms."""
        await asyncio.sleep(0.05)
        return await self.google.handle_async_request(request)


def create_provider(
    place: Place, transport: httpx.AsyncBaseTransport, deadline_s: float
) -> Provider:
    """Returns a client of the identity provider with this transport and deadline."""
    client = OAuthClient(ISSUER, CLIENT, "client-secret", CALLBACK)
    return Provider(client, now=place.moment, transport=transport, deadline_s=deadline_s)


def test_provider_deadline_is_under_ten_seconds() -> None:
    assert DEADLINE_S < 10


async def test_sign_ins_share_one_tls_context(
    google_place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = Mock(side_effect=ssl.create_default_context)
    monkeypatch.setattr(ssl, "create_default_context", create)
    client = OAuthClient("http://127.0.0.1:1", CLIENT, "client-secret", CALLBACK)
    away = Provider(client, now=google_place.moment)

    for _ in range(3):
        with pytest.raises(SignInFailed):
            await away.authorization_url(SECRETS)
    await away.close()

    assert create.call_count == 1


async def test_request_to_a_silent_provider_times_out(google_place: Place) -> None:
    silent = create_provider(google_place, SilentTransport(), 0.1)

    with pytest.raises(SignInFailed, match="TimeoutError"):
        await silent.authorization_url(SECRETS)
    with pytest.raises(SignInFailed, match="TimeoutError"):
        await silent.identify("code", SECRETS, issuer=None)


async def test_concurrent_requests_to_a_silent_provider_time_out_together(
    google_place: Place,
) -> None:
    silence = SilentTransport()
    silent = create_provider(google_place, silence, 0.2)

    async with asyncio.timeout(3.5):
        ends = await asyncio.gather(
            *(silent.authorization_url(SECRETS) for _ in range(20)), return_exceptions=True
        )

    assert {type(end) for end in ends} == {SignInFailed}


async def test_concurrent_sign_ins_fetch_the_metadata_once(
    google_place: Place, google: FakeGoogle
) -> None:
    slow = create_provider(google_place, DelayedGoogle(google), 5)

    await asyncio.gather(*(slow.authorization_url(SECRETS) for _ in range(20)))

    assert len(google.requested_paths) == 1


async def test_metadata_and_keys_are_fetched_once_an_hour(
    google_place: Place, google_browser: Browser, google: FakeGoogle
) -> None:
    for _ in range(3):
        assert await sign_in_through_google(google_browser, google) == {
            "signed_in": "1",
            "welcome": "1",
        }
    assert [google.requested_paths.count(path) for path in ("/certs", "/token")] == [1, 3]
    assert len(google.requested_paths) == 5

    google_place.moment.advance(minutes=61)
    google.change_claims = lambda claims: claims.update(
        iat=claims["iat"] + 3660, exp=claims["exp"] + 3660
    )
    assert await sign_in_through_google(google_browser, google) == {
        "signed_in": "1",
        "welcome": "1",
    }

    assert google.requested_paths.count("/certs") == 2
    assert google.requested_paths.count("/.well-known/openid-configuration") == 2


async def test_token_signed_by_a_withdrawn_key_is_refused_after_an_hour(
    google_place: Place, google_browser: Browser, google: FakeGoogle
) -> None:
    await sign_in_through_google(google_browser, google)
    google.published = google.published.generate_key(2048, {"kid": "new"})
    google_place.moment.advance(minutes=61)
    google.change_claims = lambda claims: claims.update(
        iat=claims["iat"] + 3660, exp=claims["exp"] + 3660
    )

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}


@pytest.mark.parametrize("jump", [{"minutes": 61}, {"days": -400}])
async def test_cached_metadata_is_used_while_the_provider_fails(
    google_place: Place, google_browser: Browser, google: FakeGoogle, jump: dict[str, float]
) -> None:
    await google_browser.start_sign_in()
    google.discovery_status = 500
    google_place.moment.advance(**jump)

    assert (await google_browser.start_sign_in()).startswith(f"{ISSUER}/authorize")


async def test_sessions_stay_valid_while_the_provider_is_down(
    google_browser: Browser, google: FakeGoogle
) -> None:
    await sign_in_through_google(google_browser, google)
    await google_browser.read_session()
    google.token_answer = httpx.ConnectError("away")
    google.discovery_status = 500

    assert (await google_browser.read_session())["member"]
    assert (await google_browser.change("POST", "/api/session/refresh")).status_code == 200
    assert params_of(
        (await google_browser.get("/api/auth/google/callback?state=x")).headers["location"]
    )
