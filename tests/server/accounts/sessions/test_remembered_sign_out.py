"""The sign-out marker: a cookie that ends the session with the browser's next request."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.server.members import Browser, Place, params_of

pytestmark = pytest.mark.anyio

HTML = {"accept": "text/html"}


def set_marker(browser: Browser, value: str | None = None) -> None:
    """Sets the sign-out marker of the browser's member, or another value, as the client does."""
    named = browser.member_id if value is None else value
    browser.http.cookies.set("signed-out", named, domain="tea.example", path="/")


def marker_of(browser: Browser) -> str | None:
    return browser.http.cookies.get("signed-out")


REQUESTS = [
    ("GET", "/"),
    ("GET", "/ja/community"),
    ("GET", "/profile"),
    ("GET", "/api/session"),
    ("GET", "/health/live"),
    ("GET", "/media/post-images/x/y.jpg"),
    ("GET", "/assets/nothing.js"),
    ("GET", "/robots.txt"),
    ("GET", "/nothing"),
    ("HEAD", "/about"),
    ("OPTIONS", "/api/session"),
    ("POST", "/api/posts"),
    ("POST", "/api/session/refresh"),
    ("DELETE", "/api/account"),
]


async def test_any_request_with_the_marker_ends_the_session(place: Place) -> None:
    for method, path in REQUESTS:
        async with place.browser() as browser:
            await place.sign_in(browser, "development-hana")
            copied = browser.token
            assert copied
            set_marker(browser)

            answer = await browser.change(method, path)

            assert await place.count("sessions") == 0, path
            assert (browser.token, marker_of(browser)) == (None, None), path
            assert answer.headers["cache-control"] == "private, no-store", path
            browser.token = copied
            assert (await browser.read_session())["member"] is None, path


async def test_page_requested_with_the_marker_is_that_of_a_visitor(
    hana: Browser, pool: FakePool
) -> None:
    set_marker(hana)

    page = await hana.get("/community", headers=HTML)

    assert page.status_code == 200
    assert hana.member_id.encode() not in b"".join(pool.payloads)
    assert (await hana.get("/profile", headers=HTML)).headers["location"].startswith("/login")


@pytest.mark.parametrize("path", ["/api/profiles/me", "/api/account/export", "/api/sessions"])
async def test_members_data_is_refused_with_401_to_a_request_with_the_marker(
    hana: Browser, path: str
) -> None:
    set_marker(hana)

    assert (await hana.get(path)).status_code == 401


async def test_change_with_the_marker_is_refused_with_401(place: Place, hana: Browser) -> None:
    set_marker(hana)

    answer = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})

    assert (answer.status_code, answer.json()["code"]) == (401, "login.required")
    assert await place.count("sessions") == 0


async def test_concurrent_requests_with_the_marker_end_the_session(
    place: Place, hana: Browser
) -> None:
    set_marker(hana)

    answers = await asyncio.gather(*(hana.get("/api/session") for _ in range(6)))

    assert [answer.json()["member"] for answer in answers] == [None] * 6
    assert await place.count("sessions") == 0


async def test_expired_previous_token_with_the_marker_ends_the_session(
    place: Place, hana: Browser
) -> None:
    before = hana.token
    assert before
    await hana.change("POST", "/api/session/refresh")
    place.moment.advance(minutes=1)
    hana.token = before
    set_marker(hana)

    await hana.get("/")

    assert await place.count("sessions") == 0


async def test_marker_does_not_end_sessions_of_other_browsers_and_members(
    place: Place, hana: Browser, alex: Browser
) -> None:
    async with place.browser() as elsewhere:
        await place.sign_in(elsewhere, "development-hana")
        set_marker(hana)

        await hana.get("/")

        assert (await elsewhere.read_session())["member"]
        assert (await alex.read_session())["member"]


async def test_marker_stays_and_reader_is_a_visitor_during_a_database_outage(
    place: Place, hana: Browser
) -> None:
    set_marker(hana)
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE sessions RENAME TO gone")

    page = await hana.get("/profile", headers=HTML)
    session = await hana.get("/api/session")

    assert page.headers["location"].startswith("/login")
    assert session.json()["member"] is None
    assert (hana.token is None, marker_of(hana)) == (False, hana.member_id)
    async with place.engine.begin() as connection:
        await connection.exec_driver_sql("ALTER TABLE gone RENAME TO sessions")
    await hana.get("/")
    assert await place.count("sessions") == 0
    assert (hana.token, marker_of(hana)) == (None, None)


async def test_sign_out_request_removes_the_marker(place: Place, hana: Browser) -> None:
    set_marker(hana)

    answer = await hana.change("DELETE", "/api/session")

    assert answer.status_code == 204
    assert await place.count("sessions") == 0
    assert (hana.token, marker_of(hana)) == (None, None)


async def test_marker_ends_the_session_after_a_refused_sign_out(
    place: Place, hana: Browser
) -> None:
    set_marker(hana)
    hana.csrf = "another"

    refused = await hana.change("DELETE", "/api/session")

    assert refused.status_code == 403
    assert marker_of(hana) == hana.member_id
    await hana.get("/")
    assert await place.count("sessions") == 0


async def test_sign_in_with_the_marker_replaces_the_old_session(
    place: Place, hana: Browser
) -> None:
    back = await hana.choose(await hana.start_sign_in(), "development-alex")
    set_marker(hana)

    answer = await hana.get(back)

    assert params_of(answer.headers["location"]) == {"signed_in": "1", "welcome": "1"}
    assert (await hana.read_session())["member"]["display_name"] == "Alex Leaf"
    assert marker_of(hana) is None
    assert await place.count("sessions") == 1


@pytest.mark.parametrize("value", ["", "1", "alex"])
async def test_marker_of_another_member_is_dropped_and_ends_nothing(
    place: Place, hana: Browser, alex: Browser, value: str
) -> None:
    set_marker(hana, alex.member_id if value == "alex" else value)

    page = await hana.get("/profile", headers=HTML)

    assert page.status_code == 200
    assert marker_of(hana) is None
    assert (await hana.read_session())["member"]
    assert (await alex.read_session())["member"]
    assert await place.count("sessions") == 2


@pytest.mark.parametrize("token", [None, "A" * 43, "x", "A" * 5000])
async def test_marker_without_a_session_is_removed(visitor: Browser, token: str | None) -> None:
    if token:
        visitor.token = token
    set_marker(visitor)

    assert (await visitor.get("/about")).status_code == 200
    assert (visitor.token, marker_of(visitor)) == (None, None)


async def test_visitor_without_the_marker_gets_no_cookies(visitor: Browser) -> None:
    assert "set-cookie" not in (await visitor.get("/about")).headers


async def test_websocket_request_with_the_marker_ends_the_session(
    place: Place, hana: Browser
) -> None:
    scope = {
        "type": "websocket",
        "path": "/api/live",
        "raw_path": b"/api/live",
        "query_string": b"",
        "root_path": "",
        "scheme": "ws",
        "headers": [
            (b"host", ORIGIN.partition("://")[2].encode()),
            (b"origin", ORIGIN.encode()),
            (b"cookie", f"session={hana.token}; signed-out={hana.member_id}".encode()),
        ],
        "subprotocols": [],
        "client": ("203.0.113.7", 1234),
        "server": ("tea.example", 80),
        "extensions": {},
    }
    given: Iterator[dict[str, object]] = iter(
        [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}]
    )
    sent: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return next(given)

    async def send(message: dict[str, object]) -> None:
        sent.append(message)

    await place.app(scope, receive, send)  # type: ignore[arg-type]

    assert await place.count("sessions") == 0
    headers = sent[0]["headers"]
    assert isinstance(headers, list)
    assert [name for name, _ in headers].count(b"set-cookie") == 2


async def test_marker_with_the_host_prefix_is_ignored_over_http(
    place: Place, hana: Browser
) -> None:
    # Over http, as here, the name has no prefix; the prefixed name is ignored.
    hana.http.cookies.set("__Host-signed-out", hana.member_id, domain="tea.example", path="/")

    assert (await hana.read_session())["member"]
    assert await place.count("sessions") == 1
