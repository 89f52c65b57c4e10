"""Cookies of a request, as its Cookie header names them."""

from collections.abc import Iterator

from server.accounts.sessions.tokens import is_token
from server.web.asgi import Scope

Pair = tuple[str, str]


def pairs_in(scope: Scope) -> Iterator[Pair]:
    """Yields name and value of each cookie, in the order of the header."""
    for key, value in scope["headers"]:
        if key == b"cookie":
            yield from map(_pair_of, value.decode("latin-1").split(";"))


def has_cookie(scope: Scope, name: str) -> bool:
    return any(key == name for key, _ in pairs_in(scope))


def value_in(scope: Scope, name: str) -> str:
    """Returns the cookie's value; empty if it is missing or came twice."""
    found = [value for key, value in pairs_in(scope) if key == name]
    return found[0] if len(found) == 1 else ""


def token_in(scope: Scope, name: str) -> str | None:
    """Returns the cookie's token, or None if it is malformed or the cookie came twice."""
    value = value_in(scope, name)
    return value if is_token(value) else None


def remove_cookie(scope: Scope, name: str) -> None:
    """Removes the cookie from the request, so that the inner middleware does not see it."""
    kept = "; ".join("=".join(pair) for pair in pairs_in(scope) if pair[0] != name)
    others = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
    cookies = [(b"cookie", kept.encode("latin-1"))] if kept else []
    scope["headers"] = [*others, *cookies]


def _pair_of(part: str) -> Pair:
    """Splits a cookie into name and value."""
    # Space and tab separate cookies. With other whitespace stripped, a cookie that a neighbouring
    # host set could pass for one of the site's.
    name, _, value = part.strip(" \t").partition("=")
    return name, value
