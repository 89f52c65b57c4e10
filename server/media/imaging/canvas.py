"""Paper to draw scenes on, in the site's colours, at twice its size for clean edges."""

from collections.abc import Sequence
from typing import cast

from PIL import Image, ImageDraw, ImageFilter

Colour = tuple[int, int, int]
Point = tuple[float, float]

PAPER: Colour = (250, 248, 241)
INK: Colour = (32, 38, 31)
LINE: Colour = (220, 218, 203)
TEA: Colour = (47, 93, 58)
DEEP: Colour = (35, 74, 45)
FIELD: Colour = (96, 138, 74)
SPROUT: Colour = (221, 231, 176)
MIST: Colour = (169, 179, 162)
HOJICHA: Colour = (138, 90, 60)
WOOD: Colour = (211, 163, 127)
CLAY: Colour = (161, 58, 43)
STAR: Colour = (233, 185, 73)

OVERSAMPLING = 2
SMALLER = 4
SOFT = 14


def between(one: Colour, other: Colour, part: float) -> Colour:
    mixed = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return cast("Colour", tuple(mixed))


class Canvas:
    """Everything is measured in the pixels of the finished picture."""

    def __init__(self, width: int, height: int, *, is_brown: bool = False) -> None:
        self.width = width
        self.height = height
        # Whether the tea on it is roasted or black, and not green.
        self.is_brown = is_brown
        self._image = Image.new("RGB", (width * OVERSAMPLING, height * OVERSAMPLING), PAPER)
        self._draw = ImageDraw.Draw(self._image)

    def finished(self) -> Image.Image:
        return self._image.reduce(OVERSAMPLING)

    def fill(self, colour: Colour) -> None:
        self._draw.rectangle((0, 0, *self._image.size), fill=colour)

    def gradient(self, top: Colour, bottom: Colour) -> None:
        self.fill(top)
        ramp = Image.linear_gradient("L").resize(self._image.size, Image.Resampling.BILINEAR)
        self._image.paste(bottom, (0, 0), ramp)

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        thick = max(1, round(width * OVERSAMPLING))
        self._draw.line(_large(points), fill=colour, width=thick, joint="curve")
        for end in (points[0], points[-1]):
            self.disc(end, width / 2, colour)

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        self._draw.polygon(_large(points), fill=colour)

    def disc(self, at: Point, radius: float, colour: Colour) -> None:
        self.oval(at, (radius, radius), colour)

    def oval(self, at: Point, radii: Point, colour: Colour) -> None:
        (x, y), (wide, high) = at, radii
        box = [(x - wide, y - high), (x + wide, y + high)]
        self._draw.ellipse(_large(box), fill=colour)

    def arc(self, at: Point, radii: Point, *, span: Point, pen: tuple[Colour, float]) -> None:
        (x, y), (wide, high), (colour, width) = at, radii, pen
        box = [(x - wide, y - high), (x + wide, y + high)]
        thick = max(1, round(width * OVERSAMPLING))
        self._draw.arc(_large(box), *span, fill=colour, width=thick)

    def soft_disc(self, at: Point, radius: float, colour: Colour) -> None:
        self.soft_oval(at, (radius, radius), colour)

    def soft_oval(self, at: Point, radii: Point, colour: Colour) -> None:
        """As shadows are: drawn small and blurred while it is cheap, and no larger than needed."""
        wide, high = (round(radius / SMALLER) + SOFT for radius in radii)
        small = Image.new("L", (wide * 2, high * 2), 0)
        ImageDraw.Draw(small).ellipse(
            (SOFT, SOFT, wide * 2 - SOFT - 1, high * 2 - SOFT - 1), fill=255
        )
        blurred = small.filter(ImageFilter.GaussianBlur(SOFT / 2.5))
        scale = SMALLER * OVERSAMPLING
        mask = blurred.resize((wide * 2 * scale, high * 2 * scale), Image.Resampling.BILINEAR)
        x, y = (round(value * OVERSAMPLING) for value in at)
        self._image.paste(colour, (x - wide * scale, y - high * scale), mask)

    def veil(self, top: float, bottom: float, colour: Colour, strength: float) -> None:
        """Mist that comes and goes."""
        first, last = round(top * OVERSAMPLING), round(bottom * OVERSAMPLING)
        size = (self._image.width, max(1, last - first))
        ramp = Image.linear_gradient("L").resize(size)
        mist = ramp.point(lambda value: int((255 - abs(2 * value - 255)) * strength))
        self._image.paste(colour, (0, first), mist)


def _large(points: Sequence[Point]) -> list[Point]:
    return [(x * OVERSAMPLING, y * OVERSAMPLING) for x, y in points]
