"""Draws one picture anew in a process of its own, whose memory is bounded: stdin to stdout."""

import resource
import sys

import msgspec

from server.imaging.uploads import Order, Picture, PictureRefused, square

MEMORY_BYTES_MOST = 512 * 1024 * 1024


class Answer(msgspec.Struct, omit_defaults=True):
    """The first line of the output; the picture follows it."""

    ending: str = ""
    side: int = 0
    refused: str = ""


def encode_order(order: Order, data: bytes) -> bytes:
    return msgspec.json.encode(order) + b"\n" + data


def decode_picture(output: bytes) -> Picture:
    head, _, data = output.partition(b"\n")
    answer = msgspec.json.decode(head, type=Answer)
    if answer.refused:
        raise PictureRefused("complex" if answer.refused == "complex" else "type")
    return Picture(data, answer.ending, answer.side)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MOST, MEMORY_BYTES_MOST))
    head, _, data = sys.stdin.buffer.read().partition(b"\n")
    order = msgspec.json.decode(head, type=Order)
    try:
        picture = square(data, order)
    except PictureRefused as refused:
        sys.stdout.buffer.write(msgspec.json.encode(Answer(refused=refused.reason)) + b"\n")
        return
    head = msgspec.json.encode(Answer(ending=picture.ending, side=picture.side))
    sys.stdout.buffer.write(head + b"\n" + picture.data)


if __name__ == "__main__":
    main()
