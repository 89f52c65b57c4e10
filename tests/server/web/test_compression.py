"""Content codings of whole and streamed texts."""

import httpx
import pytest

from server.web.asgi import Message, Receive, Scope, Send
from server.web.compression import Compression
from tests.codings import DECODE, needs_zstd

pytestmark = pytest.mark.anyio

PARTS = [f"<loc>https://tea.example/post/{number}</loc>".encode() * 50 for number in range(200)]


async def streamed(accepted: bytes, media_type: bytes) -> tuple[dict[bytes, bytes], list[bytes]]:
    """Sends PARTS as one response through the middleware; returns its headers and body parts."""
    sent: list[Message] = []

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        headers = [(b"content-type", media_type), (b"content-length", b"1")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for part in PARTS:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body"})

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "http", "headers": [(b"accept-encoding", accepted)]}
    await Compression(app)(scope, receive, send)
    start, *body = sent
    assert [part.get("more_body", False) for part in body] == [True] * len(PARTS) + [False]
    return dict(start["headers"]), [part.get("body", b"") for part in body]


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        pytest.param(b"gzip, deflate, br, zstd", "zstd", marks=needs_zstd),
        (b"gzip, deflate, br, zstd;q=0", "gzip"),
        (b"gzip", "gzip"),
    ],
)
async def test_streamed_text_is_compressed_part_by_part(accepted: bytes, coding: str) -> None:
    headers, body = await streamed(accepted, b"application/xml; charset=utf-8")

    assert headers[b"content-encoding"] == coding.encode()
    assert headers[b"vary"] == b"accept-encoding"
    assert b"content-length" not in headers
    assert DECODE[coding](b"".join(body)) == b"".join(PARTS)
    assert len(b"".join(body)) < len(b"".join(PARTS)) / 10
    assert sum(1 for part in body if part) > 1


@pytest.mark.parametrize(
    ("accepted", "media_type", "vary"),
    [
        (b"br", b"application/xml", b"accept-encoding"),
        (b"", b"application/xml", b"accept-encoding"),
        (b"gzip, br, zstd", b"application/zip", None),
    ],
)
async def test_other_streams_stay_as_they_are(
    accepted: bytes, media_type: bytes, vary: bytes | None
) -> None:
    headers, body = await streamed(accepted, media_type)

    assert body == [*PARTS, b""]
    assert headers.get(b"vary") == vary
    assert b"content-encoding" not in headers


@pytest.mark.parametrize(
    "path",
    [
        "/data/v1/schema.json",
        "/data/v1/cultivars.csv",
        "/feeds/corrections.atom",
        "/ja/opensearch.xml",
        "/sitemaps/pages.xml",
    ],
)
async def test_texts_of_every_type_are_compressed(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"accept-encoding": "gzip"})
    plain = await client.get(path, headers={"accept-encoding": "identity"})

    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["vary"] == plain.headers["vary"] == "accept-encoding"
    assert answer.content == plain.content
    assert "content-encoding" not in plain.headers
