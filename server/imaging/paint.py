"""What every drawn picture is made of: the site's colours, its faces, and a sheet to draw on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from fontTools.ttLib import TTFont
from PIL import Image, ImageDraw, ImageFont

PAPER = "#FAF8F1"
INK = "#20261F"
MUTED = "#566052"
LINE = "#DCDACB"
TEA = "#2F5D3A"

Point = tuple[float, float]
Weight = Literal["regular", "medium", "bold", "mincho"]

_FILES: Mapping[Weight, str] = MappingProxyType(
    {
        "regular": "zen-kaku-gothic-new/400Regular/ZenKakuGothicNew_400Regular.ttf",
        "medium": "zen-kaku-gothic-new/500Medium/ZenKakuGothicNew_500Medium.ttf",
        "bold": "zen-kaku-gothic-new/700Bold/ZenKakuGothicNew_700Bold.ttf",
        "mincho": "shippori-mincho/600SemiBold/ShipporiMincho_600SemiBold.ttf",
    }
)


@dataclass(frozen=True)
class Face:
    """One weight of one typeface, and the characters that it can draw."""

    path: Path

    @cached_property
    def characters(self) -> frozenset[int]:
        with TTFont(self.path, lazy=True) as font:
            return frozenset(font.getBestCmap())

    def lacks(self, text: str) -> str:
        return "".join(sign for sign in text if ord(sign) not in self.characters)

    def at(self, size: float) -> ImageFont.FreeTypeFont:
        return ImageFont.truetype(self.path, size)


class Faces:
    """The faces by weight: a name that one of them cannot write is written in another."""

    def __init__(self, folder: Path) -> None:
        self._faces = {weight: Face(folder / file) for weight, file in _FILES.items()}

    def covering(self, weight: Weight, text: str) -> Face:
        wanted = self._faces[weight]
        for face in (wanted, *self._faces.values()):
            if not face.lacks(text):
                return face
        raise ValueError(f'no face can draw "{wanted.lacks(text)}" of "{text}"')


@dataclass(frozen=True)
class Style:
    """How a text is set."""

    size: float
    weight: Weight = "regular"
    colour: str = INK


class Sheet:
    """A page in layout units, drawn at twice its final size and then reduced for clean edges."""

    oversampling = 2

    def __init__(self, size: tuple[int, int], faces: Faces, *, scale: int = 1) -> None:
        self._scale = scale * self.oversampling
        width, height = size
        self.image = Image.new("RGB", (width * self._scale, height * self._scale), PAPER)
        self._draw = ImageDraw.Draw(self.image)
        self._faces = faces

    def text(self, at: Point, text: str, *, style: Style, anchor: str = "ls") -> float:
        """Writes from the baseline and tells how wide the text came out."""
        font = self._faces.covering(style.weight, text).at(style.size * self._scale)
        x, y = self._points([at])[0]
        self._draw.text((x, y), text, fill=style.colour, font=font, anchor=anchor)
        return font.getlength(text) / self._scale

    def stroke(self, points: Sequence[Point], *, colour: str, width: float) -> None:
        if len(points) > 1:
            thick = round(width * self._scale)
            self._draw.line(self._points(points), fill=colour, width=thick, joint="curve")

    def dot(self, at: Point, radius: float, *, fill: str, outline: str | None = None) -> None:
        [(x, y)] = self._points([at])
        reach = radius * self._scale
        box = (x - reach, y - reach, x + reach, y + reach)
        self._draw.ellipse(box, fill=fill, outline=outline, width=round(1.2 * self._scale))

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.image.reduce(self.oversampling).save(
            path, "JPEG", quality=85, optimize=True, progressive=True, subsampling=0
        )

    def _points(self, points: Iterable[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]
