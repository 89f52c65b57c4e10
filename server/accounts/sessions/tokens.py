"""Session tokens: random, stored as hashes, rotated so that a retry gets the same one."""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field

_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """Returns 256 random bits as base64url."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    """Returns whether a text has the form of a token that `new_token` returns."""
    return bool(_FORM.fullmatch(text))


def hash_of(token: str) -> str:
    """Returns the SHA-256 of a token as hexadecimal digits, as it is stored."""
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Secret:
    """Secret key of the installation, from which tokens and other keys are derived."""

    key: bytes = field(repr=False)

    def next_token(self, token: str) -> str:
        """Derives the token that follows this one; concurrent refreshes get the same token."""
        return self._derive("rotation", token)

    def csrf_of(self, session_id: str) -> str:
        """Returns the CSRF token of a session."""
        return self._derive("csrf", session_id)

    def hash_of_identity(self, issuer: str, subject: str) -> str:
        """Returns 64 digits that name an account at the provider for this site alone."""
        return self._digest("identity", f"{issuer} {subject}").hex()

    def key_of(self, purpose: str) -> bytes:
        """Derives a key of 256 bits for one purpose."""
        return self._digest("key", purpose)

    def _derive(self, purpose: str, text: str) -> str:
        """Returns a key of this purpose for a text, as base64url."""
        return base64.urlsafe_b64encode(self._digest(purpose, text)).decode().rstrip("=")

    def _digest(self, purpose: str, text: str) -> bytes:
        """Returns the HMAC-SHA-256 of purpose and text."""
        return hmac.digest(self.key, f"{purpose}:{text}".encode(), "sha256")


def are_equal(one: str, other: str) -> bool:
    """Compares two texts in constant time."""
    return hmac.compare_digest(one.encode(), other.encode())
