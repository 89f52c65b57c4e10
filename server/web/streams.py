"""Response that is sent in chunks and ends its generator as soon as the client has left."""

from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any, cast

from litestar.response import Stream
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send


class ClosedStream(Stream):
    """Response from a generator, which is closed at the end, also if the client leaves.

    Litestar cancels the sending outside of the generator, which would then keep its files and
    places until Python's garbage collector finds it.
    """

    def __init__(
        self, chunks: AsyncGenerator[bytes], *, media_type: str, headers: Mapping[str, str]
    ) -> None:
        super().__init__(chunks, media_type=media_type, headers=headers)
        self._chunks = chunks

    def to_asgi_response(self, *given: Any, **options: Any) -> ASGIResponse:
        """Returns Litestar's response, followed by the end of the generator."""
        response = super().to_asgi_response(*given, **options)

        async def send_and_close(scope: Scope, receive: Receive, send: Send) -> None:
            async with aclosing(self._chunks):
                await response(scope, receive, send)

        # Litestar only calls what this method returns.
        return cast("ASGIResponse", send_and_close)
