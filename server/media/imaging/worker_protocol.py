"""Messages between the host and the child process that encodes an image."""

from typing import Literal, NamedTuple

import msgspec

Reason = Literal["type", "complex"]


class ImageRefused(Exception):
    """Raised for an upload of none of the four formats (`type`) or above a limit (`complex`)."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


class SquareSize(NamedTuple):
    """Greatest side of a square in pixels, for still and for animated images."""

    still: int
    moving: int


class SquareImage(NamedTuple):
    """Encoded square image; `side` is in pixels."""

    data: bytes
    ending: str
    side: int
    # Hash of the upload's pixels.
    fingerprint: str
    # Hash of the pixels of the file, which readers can save and upload.
    file_fingerprints: tuple[str, ...] = ()


class ImageFile(NamedTuple):
    """One encoded file of an image."""

    data: bytes
    ending: str
    width: int
    height: int


class ResponsiveImage(NamedTuple):
    """Encoded files of one image: original format, variants, placeholder as data URL."""

    fallback: ImageFile
    derived: tuple[ImageFile, ...]
    placeholder: str
    # Hash of the upload's pixels; null for a picture of the site itself.
    fingerprint: str | None = None
    # Hashes of the pixels of all files, which readers can save and upload.
    file_fingerprints: tuple[str, ...] = ()


class FileDescription(msgspec.Struct):
    """Description of one file in a child's reply."""

    ending: str
    width: int
    height: int
    bytes: int


class Reply(msgspec.Struct, omit_defaults=True):
    """First line of the child's output; the files follow it in order."""

    parts: list[FileDescription] = []
    placeholder: str = ""
    fingerprint: str = ""
    file_fingerprints: tuple[str, ...] = ()
    refused: str = ""


def encode_request(order: SquareSize | None, data: bytes) -> bytes:
    """Encodes a request: a square of that size, or without a size all variants of a post image."""
    return msgspec.json.encode(order) + b"\n" + data


def decode_square(output: bytes) -> SquareImage:
    """Decodes a child's output for a square.

    Raises ImageRefused if the child refused, msgspec.DecodeError if it crashed.
    """
    answer, (square, *_) = _decode(output)
    return SquareImage(
        square.data, square.ending, square.width, answer.fingerprint, answer.file_fingerprints
    )


def decode_responsive(output: bytes) -> ResponsiveImage:
    """Decodes a child's output for a post's picture.

    Raises ImageRefused if the child refused, msgspec.DecodeError if it crashed.
    """
    answer, (fallback, *derived) = _decode(output)
    return ResponsiveImage(
        fallback,
        tuple(derived),
        answer.placeholder,
        answer.fingerprint,
        answer.file_fingerprints,
    )


def _decode(output: bytes) -> tuple[Reply, list[ImageFile]]:
    """Splits a child's output into reply and files; raises ImageRefused if the child refused.

    Raises msgspec.DecodeError for the output of a child that crashed.
    """
    head, _, rest = output.partition(b"\n")
    answer = msgspec.json.decode(head, type=Reply)
    if answer.refused or not answer.parts:
        raise ImageRefused("type" if answer.refused == "type" else "complex")
    files, start = [], 0
    for part in answer.parts:
        data = rest[start : start + part.bytes]
        files.append(ImageFile(data, part.ending, part.width, part.height))
        start += part.bytes
    return answer, files
