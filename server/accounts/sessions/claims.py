"""Validation of an ID token's claims (OpenID Connect Core, 3.1.3.7)."""

import base64
import hashlib
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from server.accounts.sessions.rules import PENDING_LIFE
from server.accounts.sessions.tokens import are_equal

CLOCK_SKEW_S = 60
AGE_S_MOST = PENDING_LIFE.total_seconds()
SUBJECT_CHARACTERS_MOST = 255
EMAIL_CHARACTERS_MOST = 254
NAME_CHARACTERS_MOST = 500

Claims = Mapping[str, object]


class ProviderCheckFailed(Exception):
    """Raised when a provider's response fails a check.

    Its message names the check, not the value.
    """


@dataclass(frozen=True, slots=True)
class Identity:
    """Identity of a member as the provider states it."""

    issuer: str
    subject: str
    email: str | None
    full_name: str | None


@dataclass(frozen=True, slots=True)
class ExpectedClaims:
    """Values that the claims of an ID token must match."""

    issuer: str
    issuer_names: frozenset[str]
    client_id: str
    nonce: str


def identity_of(
    claims: Claims, expected: ExpectedClaims, *, access_token: str, now: datetime
) -> Identity:
    """Validates all claims of an ID token and returns the member's identity at the provider.

    Raises ProviderCheckFailed for the first claim that is wrong.
    """
    _check_parties(claims, expected)
    _check_times(claims, now.timestamp())
    nonce = claims.get("nonce")
    _require(isinstance(nonce, str) and are_equal(nonce, expected.nonce), "nonce")
    _check_access_token(claims, access_token)
    subject = claims.get("sub")
    if not isinstance(subject, str) or not _is_subject(subject):
        raise ProviderCheckFailed("sub")
    return Identity(
        issuer=expected.issuer,
        subject=subject,
        email=_email_of(claims),
        full_name=_text(claims.get("name"), NAME_CHARACTERS_MOST),
    )


def _check_parties(claims: Claims, expected: ExpectedClaims) -> None:
    """Raises ProviderCheckFailed unless the provider issued the token for this client alone."""
    _require(claims.get("iss") in expected.issuer_names, "iss")
    audience = claims.get("aud")
    _require(audience in (expected.client_id, [expected.client_id]), "aud")
    _require(claims.get("azp", expected.client_id) == expected.client_id, "azp")


def _check_times(claims: Claims, now: float) -> None:
    """Raises ProviderCheckFailed for a token that is expired, too old or not valid yet.

    Clocks may differ by a tolerance.
    """
    expires, issued = _seconds(claims.get("exp")), _seconds(claims.get("iat"))
    _require(expires is not None and now < expires + CLOCK_SKEW_S, "exp")
    _require(issued is not None and issued - CLOCK_SKEW_S <= now, "iat")
    # An older token was issued for another sign-in.
    _require(issued is not None and now < issued + AGE_S_MOST + CLOCK_SKEW_S, "age")
    if "nbf" in claims:
        not_before = _seconds(claims["nbf"])
        _require(not_before is not None and not_before - CLOCK_SKEW_S <= now, "nbf")


def _check_access_token(claims: Claims, access_token: str) -> None:
    """Raises ProviderCheckFailed if `at_hash` is there and is not that of the access token."""
    if "at_hash" not in claims:
        return
    digest = hashlib.sha256(access_token.encode()).digest()[:16]
    expected = base64.urlsafe_b64encode(digest).decode().rstrip("=")
    given = claims["at_hash"]
    _require(isinstance(given, str) and are_equal(given, expected), "at_hash")


def _email_of(claims: Claims) -> str | None:
    """Returns the e-mail address if the provider has verified it."""
    email = _text(claims.get("email"), EMAIL_CHARACTERS_MOST)
    if claims.get("email_verified") is not True or email is None:
        return None
    name, _, host = email.partition("@")
    is_whole = bool(name and host) and "@" not in host
    # No spaces, invisible characters or direction marks.
    return email if is_whole and email.isprintable() and " " not in email else None


def _text(value: object, most: int) -> str | None:
    """Returns a text of at most `most` characters; None for other types and control characters."""
    if not isinstance(value, str) or not 0 < len(value) <= most:
        return None
    # Characters that no database stores count as absent.
    is_plain = all(unicodedata.category(sign) not in {"Cc", "Cs"} for sign in value)
    return value if is_plain else None


def _is_subject(subject: str) -> bool:
    """Returns whether a provider's subject is short, printable ASCII."""
    return (
        0 < len(subject) <= SUBJECT_CHARACTERS_MOST and subject.isascii() and subject.isprintable()
    )


def _seconds(value: object) -> float | None:
    """Returns a time in Unix seconds; None for anything else."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return float(value) if is_number and 0 <= value < 2**53 else None  # type: ignore[arg-type, operator]


def _require(holds: bool, check: str) -> None:
    """Raises ProviderCheckFailed with the name of the check unless it holds."""
    if not holds:
        raise ProviderCheckFailed(check)
