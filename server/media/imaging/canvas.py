"""Fonts, and a drawing canvas in layout units, for share cards and lineage diagrams."""

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shutil import copyfile
from types import MappingProxyType

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont, ImageOps

from server.media.imaging.colours import INK, PAPER, Point, Weight

# Text widths are measured at this size in pixels, at which rounding is negligible.
RULER_SIZE = 200

# From the middle of a line down to the baseline, as a share of the font size.
FIGURE_MIDDLE = 0.365

_FILES: Mapping[Weight, str] = MappingProxyType(
    {
        "regular": "zen-kaku-gothic-new/400Regular/ZenKakuGothicNew_400Regular.ttf",
        "medium": "zen-kaku-gothic-new/500Medium/ZenKakuGothicNew_500Medium.ttf",
        "bold": "zen-kaku-gothic-new/700Bold/ZenKakuGothicNew_700Bold.ttf",
        "mincho": "shippori-mincho/600SemiBold/ShipporiMincho_600SemiBold.ttf",
    }
)


@dataclass(frozen=True)
class Font:
    """Font file of one weight; it knows which characters it covers."""

    path: Path

    @cached_property
    def characters(self) -> frozenset[int]:
        """Returns the code points that the font covers."""
        with TTFont(self.path, lazy=True) as font:
            return frozenset(font.getBestCmap())

    def lacks(self, text: str) -> str:
        """Returns the characters of the text that the font does not cover."""
        return "".join(sign for sign in text if ord(sign) not in self.characters)

    @cached_property
    def ruler(self) -> ImageFont.FreeTypeFont:
        """Returns the font at the size at which widths are measured."""
        return self.at(RULER_SIZE)

    def at(self, size: float) -> ImageFont.FreeTypeFont:
        """Returns the font at a size in pixels."""
        return ImageFont.truetype(self.path, size)


class Fonts:
    """Fonts by weight; a character that one lacks is drawn in another."""

    def __init__(self, folder: Path) -> None:
        self._faces = {weight: Font(folder / file) for weight, file in _FILES.items()}

    def copy_to(self, folder: Path) -> None:
        """Copies the font files into a folder of the same structure."""
        for weight, file in _FILES.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            copyfile(self._faces[weight].path, path)

    def covering(self, weight: Weight, text: str) -> Font:
        """Returns the font of this weight if it covers the text, else another that does.

        Raises ValueError if none does.
        """
        wanted = self._faces[weight]
        for face in (wanted, *self._faces.values()):
            if not face.lacks(text):
                return face
        raise ValueError(f'no face can draw "{wanted.lacks(text)}" of "{text}"')

    @cached_property
    def characters(self) -> frozenset[int]:
        """Returns the code points that at least one font covers."""
        return frozenset().union(*(face.characters for face in self._faces.values()))

    def runs(self, weight: Weight, text: str) -> list[tuple[Font, str]]:
        """Splits a text into runs of one font each.

        Raises ValueError for a character that no font covers.
        """
        wanted = self._faces[weight]
        if wanted.characters.issuperset(map(ord, text)):
            return [(wanted, text)]
        runs: list[tuple[Font, str]] = []
        for sign in text:
            face = self.covering(weight, sign)
            if runs and runs[-1][0] is face:
                runs[-1] = (face, runs[-1][1] + sign)
            else:
                runs.append((face, sign))
        return runs

    def width(self, text: str, weight: Weight) -> float:
        """Returns the width of a text at font size 1."""
        return sum(face.ruler.getlength(run) for face, run in self.runs(weight, text)) / RULER_SIZE


@dataclass(frozen=True)
class Style:
    """Size, weight and colour of a text."""

    size: float
    weight: Weight = "regular"
    colour: str = INK


class Canvas:
    """Drawing surface in layout units, of which each is `scale` pixels of the saved image.

    It is drawn at twice its size and reduced for smooth edges.
    """

    oversampling = 2

    def __init__(self, size: tuple[int, int], faces: Fonts, *, scale: int = 1) -> None:
        self._scale = scale * self.oversampling
        width, height = size
        self.image = Image.new("RGB", (width * self._scale, height * self._scale), PAPER)
        self._draw = ImageDraw.Draw(self.image)
        self._faces = faces

    def text(self, at: Point, text: str, *, style: Style, anchor: str = "ls") -> float:
        """Draws a text in one font and returns its width in layout units.

        `anchor` is Pillow's, by default the left end of the baseline. Raises ValueError if no font
        covers the whole text.
        """
        font = self._faces.covering(style.weight, text).at(style.size * self._scale)
        x, y = self._points([at])[0]
        self._draw.text((x, y), text, fill=style.colour, font=font, anchor=anchor)
        return font.getlength(text) / self._scale

    def runs(self, at: Point, text: str, *, style: Style) -> None:
        """Draws a text from its baseline, each character in a font that covers it."""
        [(x, y)] = self._points([at])
        for face, run in self._faces.runs(style.weight, text):
            font = face.at(style.size * self._scale)
            self._draw.text((x, y), run, fill=style.colour, font=font, anchor="ls")
            x += font.getlength(run)

    def cell(self, middle: Point, text: str, *, style: Style) -> None:
        """Draws one cell of a vertical column around its middle, with vertical glyph forms."""
        [(x, y)] = self._points([middle])
        face = self._faces.covering(style.weight, text)
        size = style.size * self._scale
        font = face.at(size)
        if len(text) > 1:
            # Digits side by side are centred like a capital letter.
            at = (x - font.getlength(text) / 2, y + size * FIGURE_MIDDLE)
            self._draw.text(at, text, fill=style.colour, font=font, anchor="ls")
            return
        at = (x, y - size / 2)
        self._draw.text(at, text, fill=style.colour, font=font, anchor="mt", direction="ttb")

    def paste(self, picture: Image.Image, box: tuple[float, ...], *, is_round: bool) -> None:
        """Draws a picture that fills the box, cropped to it or to a circle."""
        left, top, right, bottom = (round(edge * self._scale) for edge in box)
        size = (right - left, bottom - top)
        mask = Image.new("L", size, 0 if is_round else 255)
        if is_round:
            ImageDraw.Draw(mask).ellipse((0, 0, size[0] - 1, size[1] - 1), fill=255)
        fitted = ImageOps.fit(picture, size, Image.Resampling.BICUBIC)
        self.image.paste(fitted, (left, top), mask)

    def stroke(self, points: Sequence[Point], *, colour: str, width: float) -> None:
        """Draws a line through the points; fewer than two draw nothing."""
        if len(points) > 1:
            thick = round(width * self._scale)
            self._draw.line(self._points(points), fill=colour, width=thick, joint="curve")

    def dot(self, at: Point, radius: float, *, fill: str, outline: str | None = None) -> None:
        """Draws a filled circle."""
        [(x, y)] = self._points([at])
        reach = radius * self._scale
        box = (x - reach, y - reach, x + reach, y + reach)
        self._draw.ellipse(box, fill=fill, outline=outline, width=round(1.2 * self._scale))

    def save(self, path: Path) -> None:
        """Writes the canvas to a JPEG file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.encoded())

    def encoded(self) -> bytes:
        """Returns a JPEG without chroma subsampling, which would blur coloured letters."""
        made = io.BytesIO()
        self.image.reduce(self.oversampling).save(
            made, "JPEG", quality=85, optimize=True, progressive=True, subsampling=0
        )
        return made.getvalue()

    def _points(self, points: Iterable[Point]) -> list[Point]:
        """Converts layout units to pixels."""
        return [(x * self._scale, y * self._scale) for x, y in points]
