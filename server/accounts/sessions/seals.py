"""Seals: values that a browser keeps for the host and can neither read nor change."""

import asyncio
import base64
import binascii
import secrets
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from server.accounts.sessions.rules import CLOCK_SKEW
from server.accounts.sessions.tokens import Secret
from server.database.clock import Clock

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

NONCE_BYTES = 12
TIME_BYTES = 8
# Browsers keep no longer cookie.
SEAL_CHARACTERS_MOST = 4096


class OpenedSeal(NamedTuple):
    """Decrypted value of a seal, and the time when it expires."""

    value: bytes
    expires_at: datetime


class Seals:
    """Encryption (AES-256-GCM) of values for cookies, with a key derived from the site's secret.

    A sealed value opens only for the purpose for which it was sealed.
    """

    def __init__(self, secret: Secret, *, now: Clock) -> None:
        self._secret = secret
        self._now = now
        self._cipher: AESGCM | None = None

    async def seal(self, value: bytes, *, purpose: str, life: timedelta) -> str:
        """Encrypts a value together with its purpose and its time of expiry, `life` from now."""
        cipher = self._cipher or await self._load()
        nonce = secrets.token_bytes(NONCE_BYTES)
        expires_at = int((self._now() + life).timestamp())
        content = expires_at.to_bytes(TIME_BYTES) + value
        sealed = nonce + cipher.encrypt(nonce, content, purpose.encode())
        return base64.urlsafe_b64encode(sealed).decode().rstrip("=")

    async def open(self, text: str, *, purpose: str, life: timedelta) -> OpenedSeal | None:
        """Decrypts a seal; returns None for a forged or expired one, and one of another purpose.

        A seal that ends later than a new one would comes from a wrong clock and stays closed.
        """
        sealed = _decode(text)
        if sealed is None:
            return None
        cipher = self._cipher or await self._load()
        content = _decrypt(cipher, sealed, purpose)
        if content is None:
            return None
        expires_at = datetime.fromtimestamp(int.from_bytes(content[:TIME_BYTES]), UTC)
        is_alive = self._now() < expires_at <= self._now() + life + CLOCK_SKEW
        return OpenedSeal(content[TIME_BYTES:], expires_at) if is_alive else None

    async def _load(self) -> "AESGCM":
        """Loads the cipher on first use."""
        # In a thread: the import takes 0.02 s, and pages never need its 6 MB.
        self._cipher = await asyncio.to_thread(_cipher_of, self._secret)
        return self._cipher


def _cipher_of(secret: Secret) -> "AESGCM":
    """Returns the cipher with the key for seals."""
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    return AESGCM(secret.key_of("seals"))


def _decrypt(cipher: "AESGCM", sealed: bytes, purpose: str) -> bytes | None:
    """Returns the sealed content; None if it is not intact or has another purpose."""
    from cryptography.exceptions import InvalidTag  # noqa: PLC0415 (loaded with the cipher)

    try:
        return cipher.decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], purpose.encode())
    except (InvalidTag, ValueError):
        return None


def _decode(text: str) -> bytes | None:
    """Decodes base64url; returns None unless the text is exactly as this host writes it."""
    if len(text) > SEAL_CHARACTERS_MOST:
        return None
    try:
        sealed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        return None
    return sealed if base64.urlsafe_b64encode(sealed).decode().rstrip("=") == text else None
