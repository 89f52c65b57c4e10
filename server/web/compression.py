"""Compresses responses: quickly when sent once, smaller when stored by the page cache."""

import zlib
from http import HTTPStatus
from importlib import import_module
from types import ModuleType
from typing import Protocol

import brotli

from server.web.asgi import App, Header, Message, Receive, Scope, Send, header
from server.web.negotiation import choose_coding

LEAST_BYTES = 700
ZSTD_LEVEL = 3
BROTLI_QUALITY = 1
BROTLI_WINDOW = 18
GZIP_LEVEL = 1
# For responses that are compressed once and sent many times.
CACHED_ZSTD_LEVEL = 9
CACHED_BROTLI_QUALITY = 5
CACHED_BROTLI_WINDOW = 22
CACHED_GZIP_LEVEL = 6
GZIP_WINDOW = 31


class StreamEncoder(Protocol):
    """Encoder of a content coding that takes a body in parts."""

    def compress(self, data: bytes, /) -> bytes: ...

    def flush(self) -> bytes: ...


def _find_zstd() -> ModuleType | None:
    """Returns Python 3.14's zstd module or its backport, or None."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    return None


_ZSTD = _find_zstd()
# Fastest first for single responses, smallest first for stored ones.
ON_REQUEST = ("zstd", "br", "gzip") if _ZSTD else ("br", "gzip")
CACHED = ("br", "zstd", "gzip") if _ZSTD else ("br", "gzip")
# Not Brotli: its fast levels compress each part apart, to more bytes than gzip.
STREAMED = ("zstd", "gzip") if _ZSTD else ("gzip",)

_TEXTS = {b"application/json", b"application/xml"}
_TEXT_SUFFIXES = (b"+json", b"+xml")


class Compression:
    """Middleware that compresses text responses; already encoded ones stay unchanged."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Compresses a text with the coding that the request prefers.

        Of equal preferences the first of ON_REQUEST counts, for a stream that of STREAMED.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        accepted = header(scope, b"accept-encoding")
        await self._app(scope, receive, _CompressedResponse(send, accepted).send)


class _CompressedResponse:
    """Wrapper of `send` that compresses one response, if its body is worth it."""

    def __init__(self, send: Send, accepted: bytes) -> None:
        self._send = send
        self._accepted = accepted
        self._start: Message | None = None
        self._encoder: StreamEncoder | None = None

    async def send(self, message: Message) -> None:
        """Holds the start of a compressible response until its first body part, then sends both."""
        if message["type"] == "http.response.start" and _is_negotiated(message):
            self._start = {**message, "headers": _add_vary(message["headers"])}
            return
        start, self._start = self._start, None
        if start is not None:
            start, message = self._begin(start, message)
            await self._send(start)
        elif self._encoder is not None:
            message = _encode_part(message, self._encoder)
        await self._send(message)

    def _begin(self, start: Message, message: Message) -> tuple[Message, Message]:
        """Returns the start and the first body part, in a content coding if there is one."""
        is_stream = bool(message.get("more_body"))
        if not is_stream and len(message.get("body", b"")) < LEAST_BYTES:
            return start, message
        coding = choose_coding(self._accepted, STREAMED if is_stream else ON_REQUEST)
        if coding is None:
            return start, message
        if not is_stream:
            return _compress(start, message, coding=coding)
        self._encoder = _make_encoder(coding)
        return _with_coding(start, coding), _encode_part(message, self._encoder)


def _is_negotiated(start: Message) -> bool:
    """Returns whether a response is a text that has no coding yet, or a 304 of one.

    A 304 has no type; texts have weak entity tags, other files strong ones.
    """
    headers: dict[bytes, bytes] = dict(start["headers"])
    if start["status"] == HTTPStatus.NOT_MODIFIED:
        return headers.get(b"etag", b"").startswith(b"W/")
    if b"content-encoding" in headers:
        return False
    media_type = headers.get(b"content-type", b"").partition(b";")[0].strip()
    is_text = media_type.startswith(b"text/") or media_type.endswith(_TEXT_SUFFIXES)
    return is_text or media_type in _TEXTS


def _add_vary(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Returns the headers with `accept-encoding` added to Vary."""
    vary = b", ".join([b"accept-encoding", *(v for name, v in headers if name == b"vary")])
    return [*(pair for pair in headers if pair[0] != b"vary"), (b"vary", vary)]


def _compress(start: Message, body: Message, *, coding: str) -> tuple[Message, Message]:
    """Returns a response's two messages with the body in a content coding."""
    data = encode(body["body"], coding)
    length = (b"content-length", str(len(data)).encode())
    return _with_coding(start, coding, length), {**body, "body": data}


def _with_coding(start: Message, coding: str, *more: Header) -> Message:
    """Returns the start of a response in a content coding, with further headers."""
    headers = [pair for pair in start["headers"] if pair[0] != b"content-length"]
    return {**start, "headers": [*headers, (b"content-encoding", coding.encode()), *more]}


def _encode_part(part: Message, encoder: StreamEncoder) -> Message:
    """Returns a part of a streamed body as its encoder gives it out; the last one completes it."""
    data = encoder.compress(part.get("body", b""))
    return {**part, "body": data if part.get("more_body") else data + encoder.flush()}


def _make_encoder(coding: str) -> StreamEncoder:
    """Returns a quick encoder for one streamed body."""
    if coding == "zstd" and _ZSTD:
        encoder: StreamEncoder = _ZSTD.ZstdCompressor(ZSTD_LEVEL)
        return encoder
    return zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_WINDOW)


def encode_for_cache(data: bytes, coding: str) -> bytes:
    """Compresses a cached page for its second and later responses.

    The result is up to a fifth smaller than that of `encode`, in three to five times its time.
    """
    if coding == "zstd" and _ZSTD:
        coded: bytes = _ZSTD.compress(data, CACHED_ZSTD_LEVEL)
        return coded
    if coding == "br":
        return _brotli(data, CACHED_BROTLI_QUALITY, CACHED_BROTLI_WINDOW)
    return _gzip(data, CACHED_GZIP_LEVEL)


def encode(data: bytes, coding: str) -> bytes:
    """Compresses data quickly, for responses that are sent once."""
    if coding == "zstd" and _ZSTD:
        coded: bytes = _ZSTD.compress(data, ZSTD_LEVEL)
        return coded
    if coding == "br":
        return _brotli(data, BROTLI_QUALITY, BROTLI_WINDOW)
    return _gzip(data, GZIP_LEVEL)


def _brotli(data: bytes, quality: int, window: int) -> bytes:
    """Returns data compressed by Brotli; `window` is the base-2 logarithm of its size."""
    coded: bytes = brotli.compress(data, quality=quality, lgwin=window)
    return coded


def _gzip(data: bytes, level: int) -> bytes:
    """Returns data compressed in the gzip format."""
    gzip = zlib.compressobj(level, zlib.DEFLATED, GZIP_WINDOW)
    return gzip.compress(data) + gzip.flush()
