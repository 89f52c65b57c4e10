"""OpenID Connect client, used with Google; every response of the provider is verified."""

import asyncio
import warnings
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from joserfc.errors import JoseError
from joserfc.jwk import KeySet

from server.accounts.sessions.claims import (
    ExpectedClaims,
    Identity,
    ProviderCheckFailed,
    identity_of,
)
from server.accounts.sessions.provider import AuthorizationSecrets, OAuthClient, SignInFailed
from server.accounts.sessions.signatures import claims_of, keys_in
from server.database.clock import Clock

with warnings.catch_warnings():
    # Authlib warns about httpx; its own filter has to be installed before ours.
    import authlib.deprecate  # noqa: F401

    warnings.simplefilter("ignore")
    from authlib.integrations.httpx_client import AsyncOAuth2Client

Transport = httpx.AsyncBaseTransport

GOOGLE = "https://accounts.google.com"
# Google signs with either of its two names.
ISSUER_NAMES = {GOOGLE: frozenset({GOOGLE, "accounts.google.com"})}

DISCOVERY = "/.well-known/openid-configuration"
SCOPE = "openid email profile"
RESPONSE_BYTES_MOST = 256 * 1024
TIMEOUT = httpx.Timeout(8.0, connect=3.0)
# Lifetime of the cached metadata.
METADATA_LIFETIME = timedelta(hours=1)

# Headers of the transfer; the body is passed on decoded.
_TRANSFER_HEADERS = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class ProviderMetadata(msgspec.Struct, frozen=True):
    """Fields of a provider's metadata that are used."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


class SharedTransport(httpx.AsyncBaseTransport):
    """One connection pool and TLS context of all sign-ins; closing a client leaves it open."""

    def __init__(self, transport: Transport | None = None) -> None:
        self._transport = transport or httpx.AsyncHTTPTransport(verify=httpx.create_ssl_context())

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self._transport.handle_async_request(request)

    async def close(self) -> None:
        """Closes the connections, at the end of the host."""
        await self._transport.aclose()


class OpenIdProvider:
    """Client of one provider; caches its metadata and keys."""

    def __init__(
        self, client: OAuthClient, *, now: Clock, transport: SharedTransport, deadline_s: float
    ) -> None:
        self._client = client
        self._now = now
        self._transport = transport
        self._deadline_s = deadline_s
        self._discovery: tuple[ProviderMetadata, datetime] | None = None
        self._keys: tuple[KeySet, datetime] | None = None
        # Concurrent sign-ins share one metadata request.
        self._metadata_lock = asyncio.Lock()

    async def close(self) -> None:
        await self._transport.close()

    async def authorization_url(self, proof: AuthorizationSecrets) -> str:
        """Returns the provider's address for a sign-in; raises SignInFailed for any failure."""
        try:
            async with asyncio.timeout(self._deadline_s), self._session() as session:
                discovery = await self._discover(session)
                url, _ = session.create_authorization_url(
                    discovery.authorization_endpoint,
                    state=proof.state,
                    nonce=proof.nonce,
                    code_verifier=proof.verifier,
                    access_type="offline",
                    prompt="consent",
                )
        except Exception as error:
            # A foreign response can fail in more ways than can be listed.
            raise SignInFailed(_reason(error)) from error
        return str(url)

    async def identify(
        self, code: str, proof: AuthorizationSecrets, *, issuer: str | None
    ) -> Identity:
        """Exchanges a code for an identity; raises SignInFailed for any failure.

        `issuer` is the callback's `iss`, if any.
        """
        if issuer is not None and issuer != self._client.issuer:
            raise SignInFailed("iss of the return")
        try:
            async with asyncio.timeout(self._deadline_s), self._session() as session:
                discovery = await self._discover(session)
                token = await session.fetch_token(
                    discovery.token_endpoint,
                    grant_type="authorization_code",
                    code=code,
                    code_verifier=proof.verifier,
                )
                claims = await self._verified_claims(session, token["id_token"])
                access_token = _bearer(token)
            expected = ExpectedClaims(
                issuer=self._client.issuer,
                issuer_names=_names_of(self._client.issuer),
                client_id=self._client.client_id,
                nonce=proof.nonce,
            )
            return identity_of(claims, expected, access_token=access_token, now=self._now())
        except Exception as error:
            raise SignInFailed(_reason(error)) from error

    def _session(self) -> AsyncOAuth2Client:
        """Returns the OAuth client of one sign-in."""
        return _LimitedClient(
            self._client.client_id,
            self._client.client_secret,
            redirect_uri=self._client.callback_url,
            scope=SCOPE,
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_post",  # noqa: S106 (the name of a method)
            timeout=TIMEOUT,
            transport=self._transport,
            follow_redirects=False,
        )

    async def _discover(self, session: AsyncOAuth2Client) -> ProviderMetadata:
        """Returns the provider's metadata, fetched at most once in METADATA_LIFETIME.

        If a later fetch fails, the earlier metadata are used for another such time.
        """
        async with self._metadata_lock:
            known = self._discovery
            if known and self._is_new(known[1]):
                return known[0]
            try:
                body = await _fetch(session, self._client.issuer + DISCOVERY)
                discovery = msgspec.json.decode(body, type=ProviderMetadata)
                _check_discovery(discovery, self._client.issuer)
            except Exception:
                # Endpoints rarely change: those of an hour ago are better than none.
                if known is None:
                    raise
                discovery = known[0]
            self._discovery = (discovery, self._now())
            return discovery

    async def _verified_claims(
        self, session: AsyncOAuth2Client, id_token: object
    ) -> dict[str, object]:
        """Returns the claims of a verified ID token.

        For an unknown key fetches the keys once more. Raises what `claims_of` raises.
        """
        if not isinstance(id_token, str):
            raise ProviderCheckFailed("id_token")
        known = self._keys
        if known is None or not self._is_new(known[1]):
            return claims_of(id_token, await self._fetch_keys(session))
        try:
            return claims_of(id_token, known[0])
        except (JoseError, ValueError):
            # The provider may have rotated its keys: fetch them once more.
            return claims_of(id_token, await self._fetch_keys(session))

    async def _fetch_keys(self, session: AsyncOAuth2Client) -> KeySet:
        """Fetches and caches the provider's signing keys."""
        discovery = await self._discover(session)
        keys = keys_in(await _fetch(session, discovery.jwks_uri))
        self._keys = (keys, self._now())
        return keys

    def _is_new(self, since: datetime) -> bool:
        """Returns whether `since` is less than METADATA_LIFETIME ago, or ahead on a wrong clock."""
        return abs(self._now() - since) < METADATA_LIFETIME


# The package has no types, so mypy takes the class that this one extends for `Any`.
class _LimitedClient(AsyncOAuth2Client):  # type: ignore[misc]
    """OAuth client that limits the length of the provider's responses."""

    async def send(self, request: httpx.Request, **options: Any) -> httpx.Response:
        """Sends a request and reads its response up to the limit."""
        answer = await super().send(request, **{**options, "stream": True})
        try:
            body = await _read_limited(answer)
        finally:
            await answer.aclose()
        headers = [
            pair for pair in answer.headers.multi_items() if pair[0] not in _TRANSFER_HEADERS
        ]
        return httpx.Response(answer.status_code, headers=headers, content=body, request=request)


async def _read_limited(answer: httpx.Response) -> bytes:
    """Reads a response; raises ProviderCheckFailed above the limit of bytes."""
    body = b""
    async for part in answer.aiter_bytes():
        body += part
        if len(body) > RESPONSE_BYTES_MOST:
            raise ProviderCheckFailed("size")
    return body


async def _fetch(session: AsyncOAuth2Client, url: str) -> bytes:
    """Returns the body of a provider's document.

    Raises httpx.HTTPStatusError or ProviderCheckFailed for other statuses than 200.
    """
    request = session.build_request("GET", url, headers={"accept": "application/json"})
    answer: httpx.Response = await session.send(request)
    answer.raise_for_status()
    if answer.status_code != httpx.codes.OK:
        raise ProviderCheckFailed("status")
    return answer.content


def _bearer(token: Mapping[str, object]) -> str:
    """Returns the access token, used only to check `at_hash` (RFC 6749, 5.1).

    Raises ProviderCheckFailed for another type of token.
    """
    kind, access_token = token.get("token_type"), token.get("access_token")
    if not isinstance(kind, str) or kind.lower() != "bearer":
        raise ProviderCheckFailed("token_type")
    if not isinstance(access_token, str) or not access_token:
        raise ProviderCheckFailed("access_token")
    return access_token


def _check_discovery(discovery: ProviderMetadata, issuer: str) -> None:
    """Raises ProviderCheckFailed for metadata of another issuer, or an address without https.

    Addresses of the issuer's own origin need no https.
    """
    if discovery.issuer != issuer:
        raise ProviderCheckFailed("issuer of the discovery")
    own = urlsplit(issuer)
    for address in (
        discovery.authorization_endpoint,
        discovery.token_endpoint,
        discovery.jwks_uri,
    ):
        parts = urlsplit(address)
        is_own = (parts.scheme, parts.netloc) == (own.scheme, own.netloc)
        if not (is_own or (parts.scheme == "https" and parts.netloc)):
            raise ProviderCheckFailed("endpoint of the discovery")


def _names_of(issuer: str) -> frozenset[str]:
    """Returns all names by which an issuer may call itself."""
    return ISSUER_NAMES.get(issuer, frozenset({issuer}))


def _reason(error: Exception) -> str:
    """Returns the error's type and a failed check's name; other messages could quote a secret."""
    check = f" ({error})" if isinstance(error, ProviderCheckFailed) else ""
    return type(error).__name__ + check
