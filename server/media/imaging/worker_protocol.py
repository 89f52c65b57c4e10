"""What the child is told to draw, and what comes back: the only words that host and child share."""

from typing import Literal, NamedTuple

import msgspec

Reason = Literal["type", "complex"]


class ImageRefused(Exception):
    """Not one of the four formats, or more than a picture of a page can need."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class SquareSize(NamedTuple):
    """A square of at most so many pixels a side; a moving one is smaller."""

    still: int
    moving: int


class SquareImage(NamedTuple):
    """A picture as it is stored."""

    data: bytes
    ending: str
    side: int


class ImageFile(NamedTuple):
    """One file of a picture."""

    data: bytes
    ending: str
    width: int
    height: int


class ResponsiveImage(NamedTuple):
    """A picture as it is stored: the file for every browser, the better ones, what shows first."""

    fallback: ImageFile
    derived: tuple[ImageFile, ...]
    placeholder: str


class Part(msgspec.Struct):
    """One file of the answer."""

    ending: str
    width: int
    height: int
    bytes: int


class Reply(msgspec.Struct, omit_defaults=True):
    """The first line of the output; the files follow it, one after the other."""

    parts: list[Part] = []
    placeholder: str = ""
    refused: str = ""


def encode_request(order: SquareSize | None, data: bytes) -> bytes:
    """A square, or with no order everything that a post needs."""
    return msgspec.json.encode(order) + b"\n" + data


def decode_square(output: bytes) -> SquareImage:
    _, (drawn, *_) = _decode(output)
    return SquareImage(drawn.data, drawn.ending, drawn.width)


def decode_responsive(output: bytes) -> ResponsiveImage:
    answer, (fallback, *derived) = _decode(output)
    return ResponsiveImage(fallback, tuple(derived), answer.placeholder)


def _decode(output: bytes) -> tuple[Reply, list[ImageFile]]:
    head, _, rest = output.partition(b"\n")
    answer = msgspec.json.decode(head, type=Reply)
    if answer.refused or not answer.parts:
        raise ImageRefused("type" if answer.refused == "type" else "complex")
    drawn, start = [], 0
    for part in answer.parts:
        data = rest[start : start + part.bytes]
        drawn.append(ImageFile(data, part.ending, part.width, part.height))
        start += part.bytes
    return answer, drawn
