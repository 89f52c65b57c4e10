"""Frames between host and render worker, with bounded sizes."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

HELLO_ID = 0
PAYLOAD_BYTES_MOST = 8 * 1024 * 1024
RESPONSE_BYTES_MOST = 8 * 1024 * 1024

REQUEST_HEADER = struct.Struct(">II")
LENGTH = struct.Struct(">I")
RESPONSE_HEADER = struct.Struct(">IHII")
MICROSECONDS = 1_000_000


class RenderedPage(msgspec.Struct, frozen=True):
    """HTML of a page: `head` goes into <head>, `body` into the root element.

    `status` is never sent to clients: 0 marks the worker's first message, 500 an exception.
    `render_s` is measured by the worker and includes parsing the payload.
    """

    status: int
    head: bytes
    body: bytes
    render_s: float = 0.0

    @property
    def is_exception(self) -> bool:
        """Returns whether the render threw; the body is then its stack."""
        return self.status == 500 and not self.head


class Response(NamedTuple):
    """Response of a worker: the request's id, and the page."""

    id: int
    page: RenderedPage


class BrokenFrame(Exception):
    """Raised when the worker sends an invalid frame."""


def encode_request(request_id: int, payload: bytes) -> bytes:
    """Returns a request's frame: number of the bytes that follow, id, payload."""
    length = REQUEST_HEADER.size - LENGTH.size + len(payload)
    return REQUEST_HEADER.pack(length, request_id) + payload


class ResponseReader:
    """Parser of a byte stream, cut anywhere, into responses."""

    def __init__(self) -> None:
        self._incomplete = bytearray()

    def feed(self, data: bytes) -> Iterator[Response]:
        """Yields the responses that these bytes complete; keeps the rest; raises BrokenFrame."""
        if self._incomplete:
            self._incomplete += data
            if frame_end(self._incomplete, 0) is None:
                return
            data = bytes(self._incomplete)
            self._incomplete.clear()
        view, at = memoryview(data), 0
        while (end := frame_end(view, at)) is not None:
            yield decode_response(view[at + LENGTH.size : end])
            at = end
        self._incomplete += view[at:]


def frame_end(stream: bytearray | memoryview, at: int) -> int | None:
    """Returns the end of the frame that begins at `at`, or None while it is incomplete.

    Raises BrokenFrame for a length out of range.
    """
    if len(stream) - at < LENGTH.size:
        return None
    (length,) = LENGTH.unpack_from(stream, at)
    # Checked before the bytes arrive: a false length must not make the host wait and store.
    if not RESPONSE_HEADER.size <= length <= RESPONSE_BYTES_MOST:
        raise BrokenFrame(f"a frame of {length} bytes")
    end: int = at + LENGTH.size + length
    return end if end <= len(stream) else None


def decode_response(frame: memoryview) -> Response:
    """Splits a frame into id, status, time, head and body; raises BrokenFrame on a wrong length."""
    response_id, status, render_us, head_length = RESPONSE_HEADER.unpack_from(frame)
    body_start = RESPONSE_HEADER.size + head_length
    if body_start > len(frame):
        raise BrokenFrame(f"a head of {head_length} bytes in a frame of {len(frame)}")
    head = bytes(frame[RESPONSE_HEADER.size : body_start])
    body = bytes(frame[body_start:])
    return Response(response_id, RenderedPage(status, head, body, render_us / MICROSECONDS))
