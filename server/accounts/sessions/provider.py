"""Who says who is asking: loaded when the first visitor wants to sign in."""

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from server.accounts.sessions.claims import Identity
from server.database.clock import Clock

if TYPE_CHECKING:
    from server.accounts.sessions.google import OpenIdProvider, Transport

DEADLINE_S = 9.0


class SignInFailed(Exception):
    """The provider is away or its answer does not hold; the message says which, without quoting."""


@dataclass(frozen=True, slots=True)
class OAuthClient:
    """This site, as the provider knows it."""

    issuer: str
    client_id: str
    client_secret: str = field(repr=False)
    callback_url: str


@dataclass(frozen=True, slots=True)
class AuthorizationSecrets:
    """What the browser left with; whoever comes back must fit it."""

    state: str
    nonce: str
    verifier: str


class Provider:
    """The provider as the endpoints know it.

    The packages that speak to it weigh thirteen megabytes, which pages never need.
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

    async def authorization_url(self, proof: AuthorizationSecrets) -> str:
        provider = self._loaded or await self._load()
        return await provider.authorization_url(proof)

    async def identify(
        self, code: str, proof: AuthorizationSecrets, *, issuer: str | None
    ) -> Identity:
        """Who came back with this code; `issuer` is what the return itself says, if anything."""
        provider = self._loaded or await self._load()
        return await provider.identify(code, proof, issuer=issuer)

    async def _load(self) -> "OpenIdProvider":
        # In a thread: it takes 0.15 s, and pages are drawn meanwhile.
        kind = await asyncio.to_thread(_kind)
        # Of those who waited together the first one makes it.
        if self._loaded is None:
            self._loaded = kind(
                self._client,
                now=self._now,
                transport=self._transport,
                deadline_s=self._deadline_s,
            )
        return self._loaded


def _kind() -> "type[OpenIdProvider]":
    from server.accounts.sessions.google import OpenIdProvider  # noqa: PLC0415

    return OpenIdProvider
