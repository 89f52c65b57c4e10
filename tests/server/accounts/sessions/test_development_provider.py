"""The development provider checks requests by OpenID Connect, so that Google can replace it."""

from dataclasses import replace

import httpx
import pytest

from server.accounts.sessions.development_provider import CLIENT_SECRET, DevelopmentProvider
from server.app import create_app
from server.setting_groups import SignInSettings
from server.settings import Settings
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.conftest import START
from tests.server.members import Browser, Moment, params_of

pytestmark = pytest.mark.anyio

CALLBACK = f"{ORIGIN}/api/auth/google/callback"
AUTHORIZATION_REQUEST = {
    "client_id": "chanoki-development",
    "redirect_uri": CALLBACK,
    "response_type": "code",
    "state": "s",
    "nonce": "n",
    "code_challenge": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    "code_challenge_method": "S256",
}
TOKEN_REQUEST = {
    "grant_type": "authorization_code",
    "client_id": "chanoki-development",
    "client_secret": CLIENT_SECRET,
    "redirect_uri": CALLBACK,
    "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
}


def create_provider(moment: Moment) -> DevelopmentProvider:
    return DevelopmentProvider(ORIGIN, callback_url=CALLBACK, now=moment)


def authorize_hana(provider: DevelopmentProvider) -> str:
    """Returns a new authorization code for Hana."""
    request = provider.authorization_request(AUTHORIZATION_REQUEST)
    assert request
    return params_of(provider.redirect_url(request, "development-hana"))["code"]


def test_code_is_exchanged_for_tokens_once(moment: Moment) -> None:
    provider = create_provider(moment)
    form = {**TOKEN_REQUEST, "code": authorize_hana(provider)}

    assert provider.tokens(form)
    assert provider.tokens(form) is None


@pytest.mark.parametrize(
    "change",
    [
        {"code_verifier": "x" * 43},
        {"code_verifier": ""},
        {"client_secret": "x"},
        {"client_id": "x"},
        {"redirect_uri": "https://evil.example"},
        {"grant_type": "password"},
        {"code": "x"},
    ],
)
def test_invalid_token_request_returns_no_token(moment: Moment, change: dict[str, str]) -> None:
    provider = create_provider(moment)

    assert provider.tokens({**TOKEN_REQUEST, "code": authorize_hana(provider), **change}) is None


def test_code_expires_after_60_seconds(moment: Moment) -> None:
    provider = create_provider(moment)
    form = {**TOKEN_REQUEST, "code": authorize_hana(provider)}
    moment.advance(seconds=60)

    assert provider.tokens(form) is None


@pytest.mark.parametrize(
    "change",
    [
        {"client_id": "x"},
        {"redirect_uri": "https://evil.example"},
        {"response_type": "token"},
        {"code_challenge_method": "plain"},
        {"code_challenge": ""},
        {"state": ""},
        {"nonce": ""},
    ],
)
async def test_invalid_authorization_request_answers_400_without_redirect(
    visitor: Browser, change: dict[str, str]
) -> None:
    answer = await visitor.get("/dev/oidc/authorize", params={**AUTHORIZATION_REQUEST, **change})

    assert answer.status_code == 400
    assert "location" not in answer.headers


async def test_authorization_page_offers_three_members_and_three_errors(visitor: Browser) -> None:
    page = await visitor.get(await visitor.start_sign_in())

    assert page.text.count('name="choice"') == 6
    assert "茶畑 はな" in page.text
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]


async def test_authorization_page_escapes_its_parameters(visitor: Browser) -> None:
    page = await visitor.get(
        "/dev/oidc/authorize",
        params={**AUTHORIZATION_REQUEST, "state": '"><script>alert(1)</script>'},
    )

    assert "<script>" not in page.text


async def test_development_provider_answers_404_in_production(
    settings: Settings, pool: FakePool
) -> None:
    production = replace(settings, environment="production", sign_in=SignInSettings("id", "secret"))
    app = create_app(production, pool, now=Moment(START))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
        statuses = [
            (await http.request(verb, f"/dev/oidc/{path}")).status_code
            for verb, path in (("GET", "authorize"), ("GET", "jwks"), ("POST", "token"))
        ]

    assert statuses == [404] * 3
