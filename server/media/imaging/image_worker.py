"""Child process that re-encodes one image from stdin to stdout, within memory and CPU limits."""

import os
import resource
import sys

import msgspec

from server.media.imaging.fingerprint import fingerprint_files
from server.media.imaging.responsive_images import responsive
from server.media.imaging.square_images import square
from server.media.imaging.worker_protocol import (
    FileDescription,
    ImageFile,
    ImageRefused,
    Reply,
    SquareSize,
)

MEMORY_BYTES_MOST = 512 * 1024 * 1024
WORK_MOST_S = 5
# Page requests have priority over uploads.
NICENESS = 5


def main() -> None:
    """Limits this process, re-encodes the image on stdin and writes the reply to stdout."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_MOST, MEMORY_BYTES_MOST))
    resource.setrlimit(resource.RLIMIT_CPU, (WORK_MOST_S, WORK_MOST_S))
    os.nice(NICENESS)
    head, _, data = sys.stdin.buffer.read().partition(b"\n")
    order = msgspec.json.decode(head, type=SquareSize | None)
    try:
        answer, files = _draw(order, data)
    except ImageRefused as refused:
        sys.stdout.buffer.write(msgspec.json.encode(Reply(refused=refused.reason)) + b"\n")
        return
    answer.parts = [
        FileDescription(one.ending, one.width, one.height, len(one.data)) for one in files
    ]
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    for one in files:
        sys.stdout.buffer.write(one.data)


def _draw(order: SquareSize | None, data: bytes) -> tuple[Reply, list[ImageFile]]:
    """Returns the reply and its files: one square, or a post's picture in all its sizes."""
    if order is None:
        made = responsive(data)
        files = [made.fallback, *made.derived]
        reply = Reply(
            placeholder=made.placeholder,
            fingerprint=made.fingerprint or "",
            file_fingerprints=fingerprint_files(files),
        )
        return reply, files
    picture = square(data, order)
    file = ImageFile(picture.data, picture.ending, picture.side, picture.side)
    files = [file]
    reply = Reply(fingerprint=picture.fingerprint, file_fingerprints=fingerprint_files(files))
    return reply, files


if __name__ == "__main__":
    main()
