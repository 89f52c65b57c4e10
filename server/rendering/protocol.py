"""The frames between the host and a render worker: requests out, answers in, sizes bounded."""

import struct
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

HELLO_ID = 0
PAYLOAD_BYTES_MOST = 8 * 1024 * 1024
ANSWER_BYTES_MOST = 8 * 1024 * 1024

REQUEST_HEADER = struct.Struct(">II")
LENGTH = struct.Struct(">I")
ANSWER_HEADER = struct.Struct(">IHI")


class RenderedPage(msgspec.Struct, frozen=True):
    """What the worker made of a payload: head goes into <head>, body inside the root element.

    Both stay the worker's bytes: reading a page into text and back costs a fifth of drawing it.
    """

    status: int
    head: bytes
    body: bytes

    @property
    def is_exception(self) -> bool:
        """The render threw, and body holds the stack. A page of ours never lacks a head."""
        return self.status == 500 and not self.head


class Answer(NamedTuple):
    id: int
    page: RenderedPage


class BrokenFrame(Exception):
    """The worker sent what no worker of ours would send."""


def encode_request(request_id: int, payload: bytes) -> bytes:
    length = REQUEST_HEADER.size - LENGTH.size + len(payload)
    return REQUEST_HEADER.pack(length, request_id) + payload


class AnswerReader:
    """Turns the bytes of a stream, cut anywhere, into answers."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Answer]:
        if not self._buffer and _is_one_frame(data):
            yield decode_answer(memoryview(data)[LENGTH.size :])
            return
        self._buffer += data
        while (frame := self._next_frame()) is not None:
            yield decode_answer(memoryview(frame))

    def _next_frame(self) -> bytes | None:
        if len(self._buffer) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack_from(self._buffer)
        # Checked before the bytes are there: a false length must not make the host wait and store.
        if not ANSWER_HEADER.size <= length <= ANSWER_BYTES_MOST:
            raise BrokenFrame(f"a frame of {length} bytes")
        end = LENGTH.size + length
        if len(self._buffer) < end:
            return None
        frame = bytes(memoryview(self._buffer)[LENGTH.size : end])
        del self._buffer[:end]
        return frame


def _is_one_frame(data: bytes) -> bool:
    """As it nearly always comes; then nothing has to be put together."""
    if len(data) < LENGTH.size + ANSWER_HEADER.size:
        return False
    (length,) = LENGTH.unpack_from(data)
    return bool(length == len(data) - LENGTH.size <= ANSWER_BYTES_MOST)


def decode_answer(frame: memoryview) -> Answer:
    answer_id, status, head_length = ANSWER_HEADER.unpack_from(frame)
    body_start = ANSWER_HEADER.size + head_length
    if body_start > len(frame):
        raise BrokenFrame(f"a head of {head_length} bytes in a frame of {len(frame)}")
    head = bytes(frame[ANSWER_HEADER.size : body_start])
    body = bytes(frame[body_start:])
    return Answer(answer_id, RenderedPage(status, head, body))
