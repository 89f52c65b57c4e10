"""Session cookies and checked headers: duplicates and similar names are refused."""

import pytest

from tests.conftest import ORIGIN
from tests.server.community.builders import NEW
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    "second",
    [
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-origin"),
        ("origin", "http://elsewhere.example"),
        ("x-csrf-token", "another"),
        ("x-member-id", "another"),
        ("content-type", "text/plain"),
    ],
    ids="=".join,
)
async def test_duplicate_request_check_header_is_refused_with_403(
    place: Place, hana: Browser, second: tuple[str, str]
) -> None:
    once = [
        ("sec-fetch-site", "same-origin"),
        ("origin", ORIGIN),
        ("x-csrf-token", hana.csrf),
        ("x-member-id", hana.member_id),
        ("content-type", "application/json"),
    ]

    answers = [
        await hana.http.post("/api/posts", json=NEW, headers=headers)
        for headers in ([*once, second], [second, *once], once)
    ]

    assert [answer.status_code for answer in answers] == [403, 403, 201]
    assert await place.count("posts") == 1


SPACES = {"none": b"", "a blank": b" ", "a tab": b"\t"}
# Bytes that belong to the cookie's name, so that it is another cookie.
NOT_SPACES = {
    "no-break space": b"\xa0",
    "next line": b"\x85",
    "unit separator": b"\x1f",
    "no-break space in UTF-8": b"\xc2\xa0",
    "ideographic space in UTF-8": b"\xe3\x80\x80",
    "quotes": b'"',
}


@pytest.mark.parametrize("before", SPACES | NOT_SPACES)
async def test_session_cookie_is_read_only_under_its_exact_name(hana: Browser, before: str) -> None:
    # A sibling host can set cookies here, but none whose name begins with `__Host-`.
    token = (hana.token or "").encode()
    cookie = b"a=b;" + (SPACES | NOT_SPACES)[before] + b"session=" + token
    hana.http.cookies.clear()

    session = (await hana.http.get("/api/session", headers=[(b"cookie", cookie)])).json()

    assert (session["member"] is not None) == (before in SPACES)
