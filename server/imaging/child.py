"""Draws one picture anew in a process of its own, whose memory is bounded: stdin to stdout."""

import os
import resource
import sys

import msgspec

from server.imaging.decoding import PictureRefused
from server.imaging.responsive import Drawn, Responsive, responsive
from server.imaging.uploads import Order, Picture, square

MEMORY_BYTES_MOST = 512 * 1024 * 1024
WORK_MOST_S = 5
# Whoever reads a page goes before whoever waits for a picture.
NICENESS = 5


class Part(msgspec.Struct):
    """One file of the answer."""

    ending: str
    width: int
    height: int
    bytes: int


class Answer(msgspec.Struct, omit_defaults=True):
    """The first line of the output; the files follow it, one after the other."""

    parts: list[Part] = []
    placeholder: str = ""
    refused: str = ""


def encode_order(order: Order | None, data: bytes) -> bytes:
    """A square, or with no order everything that a post needs."""
    return msgspec.json.encode(order) + b"\n" + data


def decode_square(output: bytes) -> Picture:
    _, (drawn, *_) = _decode(output)
    return Picture(drawn.data, drawn.ending, drawn.width)


def decode_responsive(output: bytes) -> Responsive:
    answer, (fallback, *derived) = _decode(output)
    return Responsive(fallback, tuple(derived), answer.placeholder)


def _decode(output: bytes) -> tuple[Answer, list[Drawn]]:
    head, _, rest = output.partition(b"\n")
    answer = msgspec.json.decode(head, type=Answer)
    if answer.refused or not answer.parts:
        raise PictureRefused("type" if answer.refused == "type" else "complex")
    drawn, start = [], 0
    for part in answer.parts:
        data = rest[start : start + part.bytes]
        drawn.append(Drawn(data, part.ending, part.width, part.height))
        start += part.bytes
    return answer, drawn


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MOST, MEMORY_BYTES_MOST))
    resource.setrlimit(resource.RLIMIT_CPU, (WORK_MOST_S, WORK_MOST_S))
    os.nice(NICENESS)
    head, _, data = sys.stdin.buffer.read().partition(b"\n")
    order = msgspec.json.decode(head, type=Order | None)
    try:
        drawn, placeholder = _draw(order, data)
    except PictureRefused as refused:
        sys.stdout.buffer.write(msgspec.json.encode(Answer(refused=refused.reason)) + b"\n")
        return
    parts = [Part(one.ending, one.width, one.height, len(one.data)) for one in drawn]
    answer = Answer(parts=parts, placeholder=placeholder)
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    for one in drawn:
        sys.stdout.buffer.write(one.data)


def _draw(order: Order | None, data: bytes) -> tuple[list[Drawn], str]:
    if order is None:
        made = responsive(data)
        return [made.fallback, *made.derived], made.placeholder
    picture = square(data, order)
    return [Drawn(picture.data, picture.ending, picture.side, picture.side)], ""


if __name__ == "__main__":
    main()
