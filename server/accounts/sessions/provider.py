"""Client of the identity provider, imported on first use."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.accounts.sessions.claims import Identity
from server.database.clock import Clock

if TYPE_CHECKING:
    from server.accounts.sessions.google import OpenIdProvider, Transport

DEADLINE_S = 9.0


class SignInFailed(Exception):
    """Raised when the provider is unavailable or its response invalid.

    Its message quotes no value.
    """


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """OAuth client credentials of this site."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    callback_url: str


@dataclass(frozen=True, slots=True)
class AuthorizationSecrets:
    """State, nonce and PKCE verifier of one sign-in; the callback has to match them."""

    state: str
    nonce: str
    verifier: str


class Provider:
    """Identity provider, as the handlers use it.

    Imports its packages on first use: they take 13 MB, which pages never need.
    """

    def __init__(
        self,
        client: OAuthClient,
        *,
        now: Clock,
        transport: "Transport | None" = None,
        deadline_s: float = DEADLINE_S,
    ) -> None:
        self._client = client
        self._now = now
        self._transport = transport
        self._deadline_s = deadline_s
        self._loaded: OpenIdProvider | None = None
        self._loading = asyncio.Lock()

    async def authorization_url(self, proof: AuthorizationSecrets) -> str:
        provider = self._loaded or await self._load()
        return await provider.authorization_url(proof)

    async def identify(
        self, code: str, proof: AuthorizationSecrets, *, issuer: str | None
    ) -> Identity:
        """Exchanges a code for an identity; raises SignInFailed for any failure.

        `issuer` is the callback's `iss`, if any.
        """
        provider = self._loaded or await self._load()
        return await provider.identify(code, proof, issuer=issuer)

    async def close(self) -> None:
        if self._loaded:
            await self._loaded.close()

    async def _load(self) -> "OpenIdProvider":
        """Returns the client and imports it on first use, once for concurrent requests."""
        async with self._loading:
            # In a thread: the import takes 0.15 s, the certificates 0.02 s.
            if self._loaded is None:
                self._loaded = await asyncio.to_thread(self._create)
            return self._loaded

    def _create(self) -> "OpenIdProvider":
        """Imports the packages of the client and makes it; runs in a thread."""
        from server.accounts.sessions.google import (  # noqa: PLC0415
            OpenIdProvider,
            SharedTransport,
        )

        return OpenIdProvider(
            self._client,
            now=self._now,
            transport=SharedTransport(self._transport),
            deadline_s=self._deadline_s,
        )
