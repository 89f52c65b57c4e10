"""Sets and drops the two cookies of a sign-in: no script can read them, no other host set them."""

from litestar.datastructures import Cookie

from server.sessions.cookies import Cookies
from server.sessions.rules import PENDING_LIFE


def keep_session(cookies: Cookies, token: str, *, seconds: int) -> Cookie:
    return _cookie(cookies, cookies.session, token, seconds=seconds)


def drop_session(cookies: Cookies) -> Cookie:
    return _cookie(cookies, cookies.session, "", seconds=0)


def keep_sign_in(cookies: Cookies, token: str) -> Cookie:
    seconds = int(PENDING_LIFE.total_seconds())
    return _cookie(cookies, cookies.sign_in, token, seconds=seconds)


def drop_sign_in(cookies: Cookies) -> Cookie:
    return _cookie(cookies, cookies.sign_in, "", seconds=0)


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
