"""Fingerprint of a picture: a hash of its decoded pixels, without format, metadata or profile."""

import hashlib
import io
from collections.abc import Iterable

from PIL import Image

from server.media.imaging.decoder import frames_of, plain_mode
from server.media.imaging.worker_protocol import ImageFile

# Pixels that are converted at once: a copy of the whole picture would need too much memory.
STRIP_PIXELS = 1_000_000
# JPEG decodes at a half, quarter or eighth of its size; the fingerprint must not depend on the use.
DECODED_SIDE = 2_400


class Fingerprint:
    """Hash of a picture's frames as they are stored, before orientation and colours are changed."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()

    def add(self, frame: Image.Image) -> None:
        """Adds the size and the RGBA values of a decoded frame."""
        self._digest.update(f"{frame.width}x{frame.height};".encode())
        rows = max(1, STRIP_PIXELS // frame.width)
        for top in range(0, frame.height, rows):
            strip = frame.crop((0, top, frame.width, min(frame.height, top + rows)))
            self._digest.update(plain_mode(strip).convert("RGBA").tobytes())

    def text(self) -> str:
        """Returns the hash as 64 hexadecimal digits."""
        return self._digest.hexdigest()


def fingerprint_still(image: Image.Image) -> str:
    """Decodes a still picture and returns its fingerprint.

    A large JPEG is decoded at a half, quarter or eighth, no smaller than any use of it needs;
    `image` then has that size.
    """
    scale = min(1.0, DECODED_SIDE / max(image.size))
    image.draft("RGB", (max(1, round(image.width * scale)), max(1, round(image.height * scale))))
    image.load()
    fingerprint = Fingerprint()
    fingerprint.add(image)
    return fingerprint.text()


def fingerprint_files(files: Iterable[ImageFile]) -> tuple[str, ...]:
    """Returns the fingerprints of encoded files, each once, in the order of the files.

    They differ from the upload's: the files are smaller, and most formats lose detail.
    """
    return tuple(dict.fromkeys(_fingerprint_file(one.data) for one in files))


def _fingerprint_file(data: bytes) -> str:
    """Decodes a file that the host itself encoded and returns its fingerprint."""
    with Image.open(io.BytesIO(data)) as image:
        if int(getattr(image, "n_frames", 1)) == 1:
            return fingerprint_still(image)
        fingerprint = Fingerprint()
        for frame, _ in frames_of(image):
            fingerprint.add(frame)
        return fingerprint.text()
