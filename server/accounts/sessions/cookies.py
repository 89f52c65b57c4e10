"""The session cookie and the sign-in cookie, both HttpOnly and for this host only."""

from collections.abc import Sequence
from dataclasses import dataclass

from litestar.datastructures import Cookie

from server.accounts.sessions.rules import PENDING_LIFE, PENDING_TABS_MOST
from server.accounts.sessions.tokens import TOKENS_APART

# Browsers accept this prefix only from this host and over https.
_PREFIX = "__Host-"


@dataclass(frozen=True, slots=True)
class Cookies:
    """Cookie names, with the `__Host-` prefix on https."""

    is_https: bool

    @property
    def session(self) -> str:
        return self._name("session")

    @property
    def sign_in(self) -> str:
        return self._name("signin")

    def _name(self, word: str) -> str:
        return f"{_PREFIX}{word}" if self.is_https else word


def keep_session(cookies: Cookies, token: str, *, seconds: int) -> Cookie:
    return _cookie(cookies, cookies.session, token, seconds=seconds)


def drop_session(cookies: Cookies) -> Cookie:
    return _cookie(cookies, cookies.session, "", seconds=0)


def keep_sign_ins(cookies: Cookies, tokens: Sequence[str]) -> Cookie:
    """Stores the tokens of unfinished sign-ins; without any, deletes the cookie."""
    seconds = int(PENDING_LIFE.total_seconds()) if tokens else 0
    value = TOKENS_APART.join(tokens[:PENDING_TABS_MOST])
    return _cookie(cookies, cookies.sign_in, value, seconds=seconds)


def _cookie(cookies: Cookies, name: str, value: str, *, seconds: int) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        path="/",
        max_age=seconds,
        httponly=True,
        secure=cookies.is_https,
        samesite="lax",
    )
