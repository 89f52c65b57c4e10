"""Opaque session tokens: made by chance, kept as hashes, rotated so that a retry finds the way."""

import base64
import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass, field

# What no token has in it.
TOKENS_APART = "."
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def new_token() -> str:
    """256 bits that nobody can guess."""
    return secrets.token_urlsafe(32)


def is_token(text: str) -> bool:
    return bool(_FORM.fullmatch(text))


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Secret:
    """The key of the installation, and what is derived from it."""

    key: bytes = field(repr=False)

    def next_token(self, token: str) -> str:
        """The token that follows one.

        It is derived, not drawn: two tabs that refresh at once, and a browser that never saw the
        answer and asks again, all end with the same one.
        """
        return self._derive("rotation", token)

    def csrf_of(self, session_id: str) -> str:
        return self._derive("csrf", session_id)

    def _derive(self, purpose: str, text: str) -> str:
        digest = hmac.digest(self.key, f"{purpose}:{text}".encode(), "sha256")
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def are_equal(one: str, other: str) -> bool:
    """Compared in a time that tells nothing."""
    return hmac.compare_digest(one.encode(), other.encode())
