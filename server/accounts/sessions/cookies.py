"""The cookies of sessions and sign-ins, for this host only."""

import re
from dataclasses import dataclass

from litestar.datastructures import Cookie

from server.accounts.sessions.rules import MESSAGE_LIFE, PENDING_LIFE
from server.accounts.sessions.tokens import hash_of

# Browsers accept this prefix only from this host and over https.
_PREFIX = "__Host-"
_SIGN_IN = re.compile(rf"(?:{_PREFIX})?signin-[0-9a-f]{{16}}")


@dataclass(frozen=True, slots=True)
class Cookies:
    """Cookie names, with the `__Host-` prefix on https."""

    is_https: bool

    @property
    def session(self) -> str:
        """Returns the name of the cookie with the session's token."""
        return self._name("session")

    @property
    def provider_message(self) -> str:
        """Returns the name of the cookie with the provider's sealed message."""
        return self._name("signin-message")

    @property
    def signed_out(self) -> str:
        """Returns the name of the cookie in which the client names the member who signs out."""
        return self._name("signed-out")

    def sign_in(self, state: str) -> str:
        """Returns the cookie name of one sign-in: several tabs may start sign-ins at once."""
        return self._name(f"signin-{hash_of(state)[:16]}")

    def _name(self, word: str) -> str:
        """Returns the name with the prefix of this site's scheme."""
        return f"{_PREFIX}{word}" if self.is_https else word


def is_sign_in(name: str) -> bool:
    """Returns whether a cookie of this name holds an unfinished sign-in."""
    return bool(_SIGN_IN.fullmatch(name))


def session_cookie(cookies: Cookies, token: str, *, seconds: int) -> Cookie:
    return _cookie(cookies, cookies.session, token, seconds=seconds)


def sign_in_cookie(cookies: Cookies, state: str, *, seal: str) -> Cookie:
    """Returns the cookie that keeps an unfinished sign-in as a seal."""
    seconds = int(PENDING_LIFE.total_seconds())
    return _cookie(cookies, cookies.sign_in(state), seal, seconds=seconds)


def provider_message_cookie(cookies: Cookies, seal: str) -> Cookie:
    """Returns the cookie that keeps the provider's message as a seal."""
    seconds = int(MESSAGE_LIFE.total_seconds())
    return _cookie(cookies, cookies.provider_message, seal, seconds=seconds)


def expired_cookie(cookies: Cookies, name: str) -> Cookie:
    """Returns the cookie that makes the browser delete the one of this name."""
    return _cookie(cookies, name, "", seconds=0)


def _cookie(cookies: Cookies, name: str, value: str, *, seconds: int) -> Cookie:
    """Returns a cookie that scripts cannot read, for all paths of this host."""
    return Cookie(
        key=name,
        value=value,
        path="/",
        max_age=seconds,
        httponly=True,
        secure=cookies.is_https,
        samesite="lax",
    )
