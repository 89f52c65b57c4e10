"""The frames between host and render worker, with bounded sizes."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

HELLO_ID = 0
PAYLOAD_BYTES_MOST = 8 * 1024 * 1024
ANSWER_BYTES_MOST = 8 * 1024 * 1024

REQUEST_HEADER = struct.Struct(">II")
LENGTH = struct.Struct(">I")
ANSWER_HEADER = struct.Struct(">IHII")
MICROSECONDS = 1_000_000


class RenderedPage(msgspec.Struct, frozen=True):
    """What the worker made of a payload: head goes into <head>, body inside the root element.

    Both stay the worker's bytes: reading a page into text and back costs a fifth of drawing it.
    `drawn_s` is by the worker's clock, the reading of the payload included.
    """

    status: int
    head: bytes
    body: bytes
    drawn_s: float = 0.0

    @property
    def is_exception(self) -> bool:
        """Returns whether the render threw; the body is then its stack."""
        return self.status == 500 and not self.head


class Answer(NamedTuple):
    id: int
    page: RenderedPage


class BrokenFrame(Exception):
    """The worker sent an invalid frame."""


def encode_request(request_id: int, payload: bytes) -> bytes:
    length = REQUEST_HEADER.size - LENGTH.size + len(payload)
    return REQUEST_HEADER.pack(length, request_id) + payload


class AnswerReader:
    """Parses a byte stream, cut anywhere, into responses."""

    def __init__(self) -> None:
        # The beginning of an incomplete frame.
        self._rest = bytearray()

    def feed(self, data: bytes) -> Iterator[Answer]:
        if self._rest:
            self._rest += data
            if frame_end(self._rest, 0) is None:
                return
            data = bytes(self._rest)
            self._rest.clear()
        view, at = memoryview(data), 0
        while (end := frame_end(view, at)) is not None:
            yield decode_answer(view[at + LENGTH.size : end])
            at = end
        self._rest += view[at:]


def frame_end(stream: bytearray | memoryview, at: int) -> int | None:
    """The end of the frame that begins there, or None while it is incomplete."""
    if len(stream) - at < LENGTH.size:
        return None
    (length,) = LENGTH.unpack_from(stream, at)
    # Checked before the bytes arrive: a false length must not make the host wait and store.
    if not ANSWER_HEADER.size <= length <= ANSWER_BYTES_MOST:
        raise BrokenFrame(f"a frame of {length} bytes")
    end: int = at + LENGTH.size + length
    return end if end <= len(stream) else None


def decode_answer(frame: memoryview) -> Answer:
    answer_id, status, drawn_us, head_length = ANSWER_HEADER.unpack_from(frame)
    body_start = ANSWER_HEADER.size + head_length
    if body_start > len(frame):
        raise BrokenFrame(f"a head of {head_length} bytes in a frame of {len(frame)}")
    head = bytes(frame[ANSWER_HEADER.size : body_start])
    body = bytes(frame[body_start:])
    return Answer(answer_id, RenderedPage(status, head, body, drawn_us / MICROSECONDS))
