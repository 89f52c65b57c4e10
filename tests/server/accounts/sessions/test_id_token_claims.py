"""Claims of the ID token: each is verified before a sign-in."""

import base64
import hashlib
from collections.abc import Callable

import pytest

from tests.server.accounts.sessions.fake_google import (
    CLIENT,
    ISSUER,
    NOW,
    Claims,
    FakeGoogle,
    sign_in_through_google,
)
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio


async def test_valid_token_response_signs_in_and_stores_no_provider_token(
    google_place: Place, google_browser: Browser, google: FakeGoogle
) -> None:
    assert await sign_in_through_google(google_browser, google, iss=ISSUER) == {
        "signed_in": "1",
        "welcome": "1",
    }

    session = await google_browser.read_session()
    form = google.forms[0]
    assert session["member"]["display_name"] == "Leaf"
    assert form["client_secret"] == ["client-secret"]
    assert len(form["code_verifier"][0]) >= 43
    dump = await google_place.dump()
    assert "ya29" not in dump
    assert "1//" not in dump


async def test_code_verifier_matches_the_sent_challenge(
    google_browser: Browser, google: FakeGoogle
) -> None:
    request = params_of(await google_browser.start_sign_in())

    await google_browser.get(f"/api/auth/google/callback?code=x&state={request['state']}")

    digest = hashlib.sha256(google.forms[0]["code_verifier"][0].encode()).digest()
    assert request["code_challenge"] == base64.urlsafe_b64encode(digest).decode().rstrip("=")


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
    "expiry beyond any date": lambda c: c.update(exp=1e300),
    "issued in the future": lambda c: c.update(iat=NOW + 61),
    "issued for another sign-in": lambda c: c.update(iat=NOW - 661),
    "no time of issue": lambda c: c.pop("iat"),
    "not yet valid": lambda c: c.update(nbf=NOW + 61),
    "another nonce": lambda c: c.update(nonce="x" * 43),
    "no nonce": lambda c: c.pop("nonce"),
    "nonce as a number": lambda c: c.update(nonce=1),
    "no subject": lambda c: c.pop("sub"),
    "empty subject": lambda c: c.update(sub=""),
    "subject as a number": lambda c: c.update(sub=108),
    "subject of 256 characters": lambda c: c.update(sub="1" * 256),
    "subject with a null byte": lambda c: c.update(sub="1\x00"),
    "another access token": lambda c: c.update(at_hash="x"),
}


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_token_with_an_invalid_claim_is_refused(
    google_place: Place, google_browser: Browser, google: FakeGoogle, forgery: str
) -> None:
    google.change_claims = FORGERIES[forgery]

    assert await sign_in_through_google(google_browser, google) == {"error": "auth_callback_failed"}
    assert (await google_browser.read_session())["member"] is None
    assert await google_place.count("accounts") == 0


# The change of the claims, and the name and e-mail address that the member gets.
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
    "name with a bidi override": (lambda c: c.update(name="a\u202eb"), "leaf", "leaf@example.com"),
    "null byte in the name": (lambda c: c.update(name="a\x00b"), "leaf", "leaf@example.com"),
    "name as a list": (lambda c: c.update(name=["x"]), "leaf", "leaf@example.com"),
    "an address for a name": (
        lambda c: c.update(name="Leaf <leaf@example.com>"),
        "leaf",
        "leaf@example.com",
    ),
    "the operator's name": (lambda c: c.update(name="運営"), "leaf", "leaf@example.com"),
    "long name": (lambda c: c.update(name="茶" * 80), "茶" * 50, "leaf@example.com"),
    "name with markup": (lambda c: c.update(name="<b>x"), "<b>x", "leaf@example.com"),
    "a picture": (lambda c: c.update(picture="javascript:x"), "Leaf", "leaf@example.com"),
    "neither name nor address": (
        lambda c: c.update(name=None, email=None),
        "未設定",
        None,
    ),
}


@pytest.mark.parametrize("case", HARMLESS)
async def test_unusual_profile_claims_sign_in_with_safe_values(
    google_browser: Browser, google: FakeGoogle, case: str
) -> None:
    google.change_claims, name, email = HARMLESS[case]

    assert await sign_in_through_google(google_browser, google) == {
        "signed_in": "1",
        "welcome": "1",
    }
    member = (await google_browser.read_session())["member"]
    assert (member["display_name"], member["email"]) == (name, email)
    assert member["avatar_url"] is None


async def test_accounts_with_the_same_email_address_stay_separate(
    google_place: Place, google_browser: Browser, google: FakeGoogle
) -> None:
    await sign_in_through_google(google_browser, google)
    first = (await google_browser.read_session())["member"]["id"]
    google.change_claims = lambda claims: claims.update(sub="109")
    async with google_place.browser() as other:
        await sign_in_through_google(other, google)

        assert (await other.read_session())["member"]["id"] != first
    assert await google_place.count("accounts") == 2
