"""Request filter: malformed and hostile requests are refused before they reach a handler."""

from collections.abc import Iterable
from urllib.parse import unquote

import httpx
import pytest

from server.web.asgi import App, Message
from tests.lifespan import running

pytestmark = pytest.mark.anyio


async def send_raw(
    app: App, path: bytes, *, query: bytes = b"", headers: Iterable[tuple[bytes, bytes]] = ()
) -> tuple[int, bytes]:
    """Sends a request that an HTTP client would refuse to send; returns status and body."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": unquote(path.decode("latin-1")),
        "raw_path": path,
        "query_string": query,
        "headers": list(headers) or [(b"host", b"tea.example"), (b"accept", b"text/html")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
        "state": {},
    }
    async with running(app):
        await app(scope, receive, send)
    body = b"".join(message.get("body", b"") for message in sent[1:])
    return int(sent[0]["status"]), body


@pytest.mark.parametrize(
    ("path", "status"),
    [
        (b"/cultivars/%00", 404),
        (b"/%0d%0aset-cookie:x=1", 404),
        (b"/cultivars/%1b[31m", 404),
        (b"/%ff%fe", 404),
        (b"/\xe3\x82\x84", 404),
        (b"/%c2%85", 404),
        (b"/cultivars%2fyabukita", 404),
        (b"/cultivars%5cyabukita", 404),
        (b"/ja/../cultivars", 404),
        (b"/cultivars/%2e%2e", 404),
        (b"/cultivars/%2e%2e/%2e%2e/etc/passwd", 404),
        (b"/..", 404),
        (b"/.", 404),
        (b"//tea.example/%2e%2e", 404),
        (b"/cultivars;x=1", 404),
        (b"/cultivars/yabukita;x", 404),
        (b"/" + b"a" * 70_000, 414),
        (b"/cultivars/" + b"%E8%8C%B6" * 200, 404),
    ],
)
async def test_odd_path_answers_404_or_414(app: App, path: bytes, status: int) -> None:
    answered, body = await send_raw(app, path)

    assert answered == status
    assert b"Traceback" not in body


async def test_query_of_100000_bytes_is_refused_and_6000_letters_are_not(app: App) -> None:
    most, _ = await send_raw(app, b"/cultivars", query=b"search=" + b"%E8%8C%B6" * 6_000)
    more, _ = await send_raw(app, b"/cultivars", query=b"x" * 100_000)
    odd, _ = await send_raw(app, b"/cultivars", query=b'search=\xe8\x8c\xb6\x00"<&page=\xff')

    assert (most, more, odd) == (200, 414, 200)


@pytest.mark.parametrize(
    ("path", "query", "shown"),
    [
        (b"/ja/cultivars/" + b"a" * 2_100, b"", b"notFound in ja"),
        (b"/cultivars/" + b"%E8%8C%B6" * 230, b"search=midori", b"notFound in en"),
        (b"/ja/cultivars", b"search=" + b"a" * 60_000, b"notFound in ja"),
        (b"/api/" + b"a" * 2_100, b"", b'"code":"address-too-long"'),
    ],
)
async def test_reader_gets_a_page_in_their_language_for_a_long_address(
    app: App, path: bytes, query: bytes, shown: bytes
) -> None:
    status, body = await send_raw(app, path, query=query)

    assert status == 414
    assert shown in body
    assert b"aaaa" not in body
    assert b"%E8" not in body


@pytest.mark.parametrize(
    "headers",
    [
        [(b"accept", b"*/*")],
        [(b"host", b"tea.example"), (b"host", b"tea.example")],
        [(b"host", b"evil.example")],
        [(b"host", b"tea.example.evil.example")],
        [(b"host", b"evil.example"), (b"x-forwarded-host", b"tea.example")],
        [(b"host", b"")],
        [(b"host", b"\xff")],
    ],
)
async def test_foreign_host_is_refused_and_not_reflected(
    app: App, headers: list[tuple[bytes, bytes]]
) -> None:
    status, body = await send_raw(app, b"/", headers=headers)

    assert status == 400
    assert b"evil" not in body


async def test_x_forwarded_host_is_ignored(client: httpx.AsyncClient) -> None:
    answer = await client.get("/robots.txt", headers={"x-forwarded-host": "evil.example"})

    assert answer.status_code == 200
    assert "evil" not in answer.text


async def test_too_many_or_too_large_headers_answer_431(app: App) -> None:
    many = [(b"host", b"tea.example"), *((b"x-%d" % n, b"1") for n in range(200))]
    large = [(b"host", b"tea.example"), (b"x", b"1" * 40_000)]

    assert (await send_raw(app, b"/", headers=many))[0] == 431
    assert (await send_raw(app, b"/", headers=large))[0] == 431


async def test_health_probe_is_allowed_with_any_host_header(app: App) -> None:
    status, _ = await send_raw(app, b"/health/live", headers=[(b"host", b"10.0.0.7:8000")])

    assert status == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (b"cookie", b"\xff=;;;=; =x; language=\x80"),
        (b"cookie", b"language=ja; language=en; " + b"a=b; " * 2000),
        (b"accept", b"\xff\xfe"),
        (b"accept-encoding", b"\xff;q=\xfe, ;;;, br;q=1e400"),
        (b"accept-language", b"\x80" * 100),
        (b"if-none-match", b"\xff"),
        (b"content-length", b"-1"),
        (b"content-type", b"\xff/\xfe"),
        (b"authorization", b"Bearer \xff"),
        (b"range", b"bytes=999999999999-"),
    ],
)
async def test_odd_header_causes_no_server_error(app: App, name: bytes, value: bytes) -> None:
    for path in (b"/", b"/assets/hydrate-AAAA.js", b"/api/operator", b"/nothing"):
        status, _ = await send_raw(app, path, headers=[(b"host", b"tea.example"), (name, value)])

        assert status < 500


@pytest.mark.parametrize(
    "path",
    [
        b"/.env",
        b"/.git/config",
        b"/admin",
        b"/docs",
        b"/openapi.json",
        b"/schema",
        b"/schema/openapi.json",
        b"/server-status",
        b"/metrics",
        b"/debug",
        b"/wp-login.php",
        b"/manifest.json",
        b"/metafile.json",
        b"/assets/hydrate-AAAA.js.map",
        b"/static/../settings.py",
    ],
)
async def test_paths_of_vulnerability_scanners_answer_404(app: App, path: bytes) -> None:
    assert (await send_raw(app, path))[0] == 404
