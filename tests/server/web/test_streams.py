"""Streamed responses: their generator ends when the client disconnects."""

import asyncio
from collections.abc import AsyncGenerator
from typing import cast

import pytest
from litestar import Litestar, get
from litestar.exceptions import LitestarException

from server.web.asgi import App, Message, Scope
from server.web.streams import ClosedStream

pytestmark = pytest.mark.anyio

SCOPE: Scope = {
    "type": "http",
    "method": "GET",
    "path": "/chunks",
    "raw_path": b"/chunks",
    "query_string": b"",
    "headers": [],
}


class Chunks:
    """Handler whose generator counts how often it began and ended."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.begun = self.ended = 0

    async def _write(self) -> AsyncGenerator[bytes]:
        self.begun += 1
        try:
            for _ in range(self._most):
                yield b"chunk"
        finally:
            self.ended += 1

    def site(self) -> App:
        """Returns a site with this handler."""

        @get("/chunks")
        async def get_chunks() -> ClosedStream:
            return ClosedStream(self._write(), media_type="text/plain", headers={"x-kind": "test"})

        return cast("App", Litestar([get_chunks], openapi_config=None))


async def never_received() -> Message:
    """Waits forever, like a client that stays connected and sends nothing."""
    return await asyncio.Future()


async def test_generator_ends_when_the_client_disconnects_in_the_middle() -> None:
    chunks, has_chunk = Chunks(most=1_000_000), asyncio.Event()

    async def receive() -> Message:
        await has_chunk.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        """Takes the first chunk and waits forever, like a client that stops reading."""
        if message["type"] == "http.response.body":
            has_chunk.set()
            await asyncio.Future()

    async with asyncio.timeout(30):
        await chunks.site()(SCOPE, receive, send)

    assert (chunks.begun, chunks.ended) == (1, 1)


async def test_generator_ends_when_sending_fails() -> None:
    chunks = Chunks(most=1_000_000)

    async def send(message: Message) -> None:
        if message["type"] == "http.response.body":
            raise ConnectionResetError

    with pytest.raises(LitestarException):
        await chunks.site()(SCOPE, never_received, send)

    assert (chunks.begun, chunks.ended) == (1, 1)


async def test_read_response_has_all_chunks_and_the_headers() -> None:
    chunks, sent, is_read = Chunks(most=3), list[Message](), asyncio.Event()

    async def receive() -> Message:
        await is_read.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if message["type"] == "http.response.body" and not message["more_body"]:
            is_read.set()

    await chunks.site()(SCOPE, receive, send)

    assert (b"x-kind", b"test") in sent[0]["headers"]
    assert b"".join(message.get("body", b"") for message in sent) == 3 * b"chunk"
    assert (chunks.begun, chunks.ended) == (1, 1)
