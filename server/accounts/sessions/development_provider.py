"""A small OpenID Connect provider on this very host, so that sign-in can be tried with no account.

It speaks the real protocol over real HTTP; production has none.
"""

import base64
import hashlib
import html
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import SkipValidation

from server.accounts.sessions.tokens import are_equal, new_token
from server.database.clock import Clock
from server.web.problems import AnyRequest
from server.web.viewer import CHANGE_WITHOUT_SESSION

if TYPE_CHECKING:
    from joserfc.jwk import RSAKey

PATH = "/dev/oidc"
CLIENT_ID = "chanoki-development"
CLIENT_SECRET = "not-a-secret"  # noqa: S105 (it protects only fictional members)
CODE_LIFE = timedelta(minutes=1)
CODES_MOST = 1000
NOT_KEPT = {"cache-control": "no-store"}
PAGE_HEADERS = {
    **NOT_KEPT,
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
}


class SampleMember(NamedTuple):
    """A fictional member."""

    subject: str
    name: str | None
    email: str


MEMBERS = (
    SampleMember("development-hana", "茶畑 はな", "hana@example.com"),
    SampleMember("development-alex", "Alex Leaf", "alex@example.com"),
    # Without a name, as some accounts are.
    SampleMember("development-nameless", None, "first.flush@example.com"),
)

# Errors that can be chosen: code and description.
REFUSALS = {
    "deny": ("access_denied", "The user denied access"),
    "database": ("server_error", "Database error saving new user"),
    "other": ("temporarily_unavailable", "The provider is being repaired"),
}


class AuthorizationRequest(NamedTuple):
    """Parameters of an authorization request."""

    redirect_uri: str
    state: str
    nonce: str
    code_challenge: str


@dataclass(frozen=True, slots=True)
class AuthorizationCode:
    """Authorization code, valid once."""

    member: SampleMember
    authorization: AuthorizationRequest
    # Unix seconds.
    expires_at: float


class DevelopmentProvider:
    """OpenID Connect provider of development sites, with fictional members."""

    def __init__(self, origin: str, *, callback_url: str, now: Clock) -> None:
        self.issuer = origin + PATH
        self._callback_url = callback_url
        self._now = now
        self._codes: dict[str, AuthorizationCode] = {}

    @cached_property
    def key(self) -> "RSAKey":
        """Returns the signing key, made on first use; it lives as long as the process."""
        # Imported on first use: the package takes megabytes, and production never signs.
        from joserfc.jwk import RSAKey  # noqa: PLC0415

        return RSAKey.generate_key(2048, auto_kid=True)

    def discovery(self) -> dict[str, object]:
        """Returns the provider's metadata (OpenID Connect Discovery, 4.2)."""
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }

    def authorization_request(self, query: dict[str, str]) -> AuthorizationRequest | None:
        """Returns the request if this site sent it with all required parameters."""
        is_ours = (
            query.get("client_id") == CLIENT_ID
            and query.get("redirect_uri") == self._callback_url
            and query.get("response_type") == "code"
            and query.get("code_challenge_method") == "S256"
        )
        values = [query.get(name, "") for name in AuthorizationRequest._fields]
        return AuthorizationRequest(*values) if is_ours and all(values) else None

    def redirect_url(self, authorization: AuthorizationRequest, choice: str) -> str:
        """Returns the callback URL with a code, or with the chosen error."""
        back = {"state": authorization.state, "iss": self.issuer}
        member = next((one for one in MEMBERS if one.subject == choice), None)
        if member:
            back["code"] = self._give_code(member, authorization)
        else:
            back["error"], back["error_description"] = REFUSALS.get(choice, REFUSALS["deny"])
        return f"{authorization.redirect_uri}?{urlencode(back)}"

    def tokens(self, form: dict[str, str]) -> dict[str, object] | None:
        """Exchanges a code for tokens; returns None if the request is invalid."""
        code = self._codes.pop(form.get("code", ""), None)
        is_ours = (
            form.get("grant_type") == "authorization_code"
            and form.get("client_id") == CLIENT_ID
            and are_equal(form.get("client_secret", ""), CLIENT_SECRET)
            and form.get("redirect_uri") == self._callback_url
        )
        if code is None or not is_ours or self._now().timestamp() >= code.expires_at:
            return None
        if not are_equal(
            _challenge(form.get("code_verifier", "")), code.authorization.code_challenge
        ):
            return None
        return {
            "access_token": new_token(),
            "token_type": "Bearer",
            "expires_in": 3600,
            "id_token": self._id_token(code),
        }

    def _give_code(self, member: SampleMember, authorization: AuthorizationRequest) -> str:
        """Returns a new one-time code for a chosen member.

        Drops all unused codes once there are too many.
        """
        if len(self._codes) >= CODES_MOST:
            self._codes.clear()
        code = new_token()
        expires_at = (self._now() + CODE_LIFE).timestamp()
        self._codes[code] = AuthorizationCode(member, authorization, expires_at)
        return code

    def _id_token(self, code: AuthorizationCode) -> str:
        """Signs an ID token that is valid for an hour."""
        issued = int(self._now().timestamp())
        claims: dict[str, Any] = {
            "iss": self.issuer,
            "aud": CLIENT_ID,
            "sub": code.member.subject,
            "iat": issued,
            "exp": issued + 3600,
            "nonce": code.authorization.nonce,
            "email": code.member.email,
            "email_verified": True,
        }
        if code.member.name:
            claims["name"] = code.member.name
        from joserfc import jwt  # noqa: PLC0415 (as above)

        return jwt.encode({"alg": "RS256", "kid": self.key.kid}, claims, self.key)


FromDevelopmentProvider = NamedDependency[SkipValidation[DevelopmentProvider]]


@get(f"{PATH}/.well-known/openid-configuration", include_in_schema=False)
async def get_discovery(development_provider: FromDevelopmentProvider) -> dict[str, object]:
    return development_provider.discovery()


@get(f"{PATH}/jwks", include_in_schema=False)
async def get_keys(development_provider: FromDevelopmentProvider) -> dict[str, object]:
    return {"keys": [development_provider.key.as_dict(private=False)]}


@get(f"{PATH}/authorize", include_in_schema=False)
async def authorize(
    request: AnyRequest, development_provider: FromDevelopmentProvider
) -> Response[str]:
    """Shows the choice of sample members and refusals.

    Once one is chosen, redirects to the callback with a code or an error. Answers 400 to a request
    that this site did not send.
    """
    query = dict(request.query_params)
    authorization = development_provider.authorization_request(query)
    if authorization is None:
        return Response("invalid_request", status_code=400, media_type="text/plain")
    choice = query.get("choice")
    if choice:
        headers = {**NOT_KEPT, "location": development_provider.redirect_url(authorization, choice)}
        return Response("", status_code=302, media_type="text/plain", headers=headers)
    return Response(_page(query), media_type="text/html", headers=PAGE_HEADERS)


@post(
    f"{PATH}/token",
    include_in_schema=False,
    status_code=200,
    opt={CHANGE_WITHOUT_SESSION: True},
)
async def exchange_code(
    request: AnyRequest, development_provider: FromDevelopmentProvider
) -> Response[dict[str, object]]:
    """Exchanges a code for tokens, as OpenID Connect defines it; answers 400 if it is refused."""
    form = {name: str(value) for name, value in (await request.form()).items()}
    tokens = development_provider.tokens(form)
    if tokens is None:
        return Response({"error": "invalid_grant"}, status_code=400, headers=NOT_KEPT)
    return Response(tokens, headers=NOT_KEPT)


HANDLERS = (get_discovery, get_keys, authorize, exchange_code)


def _challenge(verifier: str) -> str:
    """Returns the PKCE challenge of a verifier (RFC 7636, S256)."""
    digest = hashlib.sha256(verifier.encode()).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _page(query: dict[str, str]) -> str:
    """Returns the HTML page that offers the fictional members; only developers see it."""
    hidden = "".join(
        f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
        for name, value in query.items()
    )
    choices = {one.subject: f"{one.name or '(no name)'} <{one.email}>" for one in MEMBERS}
    choices |= {"deny": "Deny", "database": "Database error", "other": "Another error"}
    buttons = "".join(
        f'<p><button name="choice" value="{value}">{html.escape(label)}</button></p>'
        for value, label in choices.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Development sign-in</title>'
        "<style>:root{color-scheme:light dark;font:1.1rem/1.6 system-ui}"
        "main{max-width:28rem;margin:3rem auto;padding:0 1rem}"
        "button{font:inherit;width:100%;padding:.6rem;text-align:start}</style></head>"
        "<body><main><h1>Development sign-in</h1><p>Made-up members, on this machine only.</p>"
        f'<form method="get" action="{PATH}/authorize">{hidden}{buttons}</form>'
        "</main></body></html>"
    )
