"""Unfinished sign-ins, sealed into cookies of the browser that started them."""

from datetime import datetime
from typing import NamedTuple

import msgspec

from server.accounts.sessions.cookie_header import pairs_in, value_in
from server.accounts.sessions.cookies import Cookies, is_sign_in
from server.accounts.sessions.provider import AuthorizationSecrets
from server.accounts.sessions.rules import PENDING_LIFE, PENDING_TABS_MOST
from server.accounts.sessions.seals import SEAL_CHARACTERS_MOST, Seals
from server.contracts.routes import Language
from server.web.asgi import Scope


class PendingRequest(msgspec.Struct, frozen=True, array_like=True):
    """Unfinished sign-in: values that its callback must match, and the path to return to."""

    state: str
    nonce: str
    verifier: str
    return_path: str
    language: Language | None

    @property
    def secrets(self) -> AuthorizationSecrets:
        """Returns the three values that the callback must match."""
        return AuthorizationSecrets(self.state, self.nonce, self.verifier)


class OpenedRequest(NamedTuple):
    """Unfinished sign-in of this browser, and the time until which it may be finished."""

    pending: PendingRequest
    expires_at: datetime


async def seal_pending(seals: Seals, pending: PendingRequest) -> str:
    """Seals an unfinished sign-in for its cookie; it opens only for the same state."""
    value = msgspec.json.encode(pending)
    return await seals.seal(value, purpose=_purpose(pending.state), life=PENDING_LIFE)


async def find_pending(
    seals: Seals, scope: Scope, cookies: Cookies, *, state: str
) -> OpenedRequest | None:
    """Returns the sign-in with this state if this browser started it and it has not expired."""
    text = value_in(scope, cookies.sign_in(state))
    opened = await seals.open(text, purpose=_purpose(state), life=PENDING_LIFE)
    if opened is None:
        return None
    return OpenedRequest(msgspec.json.decode(opened.value, type=PendingRequest), opened.expires_at)


def sign_in_cookies_to_drop(scope: Scope, *, seal: str) -> list[str]:
    """Returns the names of sign-in cookies to delete for a new one with this seal, oldest first.

    With the new one at most PENDING_TABS_MOST stay, together no longer than one cookie may be:
    proxies refuse long headers.
    """
    room, tabs = SEAL_CHARACTERS_MOST - len(seal), PENDING_TABS_MOST - 1
    found = [pair for pair in pairs_in(scope) if is_sign_in(pair[0])]
    dropped = []
    # Browsers send older cookies first.
    for name, value in reversed(found):
        room, tabs = room - len(value), tabs - 1
        if room < 0 or tabs < 0:
            dropped.append(name)
    return dropped[::-1]


def _purpose(state: str) -> str:
    """Returns the purpose of the seal of a sign-in with this state."""
    return f"sign-in {state}"
