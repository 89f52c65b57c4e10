"""Generated images for tests, each with one property."""

import io
import struct
import zlib

from PIL import Image, ImageDraw

RED, GREEN, BLUE, WHITE = (220, 20, 20), (20, 200, 20), (20, 20, 220), (255, 255, 255)

# EXIF orientations, and the corners of an upright `quarters` image for each.
ORIENTATIONS = [
    (1, "red green blue white"),
    (2, "green red white blue"),
    (3, "white blue green red"),
    (4, "blue white red green"),
    (5, "red blue green white"),
    (6, "blue red white green"),
    (7, "white green blue red"),
    (8, "green white red blue"),
]


def quarters(size: tuple[int, int] = (80, 80), mode: str = "RGB") -> Image.Image:
    """Returns an image with red, green, blue and white corners, which show a rotation."""
    image = Image.new("RGB", size)
    draw = ImageDraw.Draw(image)
    width, height = size[0] // 2, size[1] // 2
    for x, y, colour in ((0, 0, RED), (1, 0, GREEN), (0, 1, BLUE), (1, 1, WHITE)):
        corner = (x * width, y * height, (x + 1) * width - 1, (y + 1) * height - 1)
        draw.rectangle(corner, fill=colour)
    return image.convert(mode)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    """Returns the file of an image in the format `kind`."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def animation(
    kind: str, frames: int = 6, size: tuple[int, int] = (60, 40), **options: object
) -> bytes:
    """Returns the file of an animation with frames of different colours."""
    images = [
        Image.new("RGB", size, (40 * index % 256, index // 6, 120)) for index in range(frames)
    ]
    sequence = {"save_all": True, "append_images": images[1:], "duration": 120, "loop": 0}
    return encoded(images[0], kind, **sequence | options)


def with_exif(orientation: int, size: tuple[int, int] = (80, 80)) -> bytes:
    """Returns a JPEG like that of a phone, with orientation, location and other metadata."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif[0x010F] = "SecretMaker"
    exif.get_ifd(0x8825)[1] = "N"
    exif.get_ifd(0x8825)[2] = (34.0, 58.0, 37.0)
    return encoded(quarters(size), "JPEG", quality=95, exif=exif, comment=b"SecretComment")


def png_chunk(name: bytes, data: bytes) -> bytes:
    """Returns a PNG chunk with its length and checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def png_header(width: int, height: int) -> bytes:
    """Returns a PNG whose header declares a size, with almost no data."""
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + png_chunk(b"IHDR", head)
        + png_chunk(b"IDAT", zlib.compress(b""))
        + png_chunk(b"IEND", b"")
    )


def flat_png(size: tuple[int, int], mode: str, pixel: bytes) -> bytes:
    """Returns a PNG of one colour; ten times faster than an encoder for large sizes."""
    width, height = size
    bits, kind = {"L": (8, 0), "I;16": (16, 0), "RGB": (8, 2), "RGBA": (8, 6)}[mode]
    head = struct.pack(">IIBBBBB", width, height, bits, kind, 0, 0, 0)
    pixels = deflated_rows(b"\0" + pixel * width, height)
    chunks = ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(*chunk) for chunk in chunks)


def deflated_rows(row: bytes, count: int) -> bytes:
    """Returns the zlib stream of a row that is repeated; it is compressed only once."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = deflate.compress(row) + deflate.flush(zlib.Z_FULL_FLUSH)
    checksum = 1
    for _ in range(count):
        checksum = zlib.adler32(row, checksum)
    return b"\x78\x9c" + packed * count + deflate.flush() + struct.pack(">I", checksum)


def many_scans(count: int) -> bytes:
    """Returns a progressive JPEG whose last scan is repeated `count` times."""
    data = encoded(quarters((640, 640)), "JPEG", progressive=True)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * count + b"\xff\xd9"


def opened(data: bytes) -> Image.Image:
    """Decodes an image file."""
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def corners(data: bytes) -> list[str]:
    """Returns the colours of an image's four corners by name, row by row."""
    image = opened(data).convert("RGB")
    width, height = image.size
    names = {"red": RED, "green": GREEN, "blue": BLUE, "white": WHITE}
    found = []
    for x, y in ((0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)):
        pixel = image.getpixel((int(x * width), int(y * height)))
        assert isinstance(pixel, tuple)
        found.append(
            min(
                names,
                key=lambda name: sum((a - b) ** 2 for a, b in zip(names[name], pixel, strict=True)),
            )
        )
    return found
