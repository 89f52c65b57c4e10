"""Layout of a card before drawing: every text, line and dot with its position."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from server.media.imaging.colours import INK, Point, Weight
from server.media.imaging.open_graph.card_data import StoredImage
from server.media.imaging.open_graph.drawable_text import clean, clean_line
from server.media.imaging.open_graph.text_fit import FittedText, TextBox, fit

if TYPE_CHECKING:
    from server.media.imaging.canvas import Fonts

WIDTH, HEIGHT = 1200, 630

# Some services crop to the middle square, so the content stays inside it; labels stand left of it,
# the background pattern right.
LEFT, TEXT, RIGHT = 72, 300, 1128
TOP, BOTTOM = 72, 562
SQUARE_END = 915

ASCENT, DESCENT = 0.88, 0.24

# The left half of these is empty, so at the start of a line they are shifted left.
OPENING = tuple("「『（【〔〈《｛［")
HUNG = 0.5


class Box(NamedTuple):
    """Rectangle on the card, in pixels."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        """Returns whether two boxes have a common area."""
        beside = self.right <= other.left or other.right <= self.left
        return not beside and self.top < other.bottom and other.top < self.bottom


@dataclass(frozen=True, slots=True)
class Text:
    """Text on a card: a line from its baseline, or a vertical column's cell around its middle."""

    text: str
    at: Point
    size: float
    weight: Weight
    colour: str
    box: Box
    is_cell: bool = False


@dataclass(frozen=True, slots=True)
class Stroke:
    """Straight line."""

    start: Point
    end: Point
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Dot:
    """Filled circle."""

    at: Point
    radius: float
    colour: str


@dataclass(frozen=True, slots=True)
class Photo:
    """Stored image, cropped to its box."""

    stored: StoredImage
    box: Box
    is_round: bool


@dataclass(frozen=True, slots=True)
class FieldPattern:
    """Pattern of a tea field that fades in from left to right, so that the text stays clear.

    It is invisible up to `clear_until` and strongest from `full_from`, both x in px of the card.
    """

    colour: str
    clear_until: float
    full_from: float


Drawn: TypeAlias = Text | Stroke | Dot | Photo | FieldPattern


@dataclass(frozen=True, slots=True)
class Style:
    """Weight and colour of a text."""

    weight: Weight = "regular"
    colour: str = INK


@dataclass(slots=True)
class CardLayout:
    """Elements of one card in drawing order, and the methods that add them."""

    faces: "Fonts"
    parts: list[Drawn] = field(default_factory=list)
    widths: dict[tuple[Weight, str], float] = field(default_factory=dict)

    def cleaned(self, text: str, *, most: int) -> str:
        """Returns the text in one line that the fonts cover, cut to `most` characters."""
        return clean_line(text, self.faces.characters, most=most)

    def cleaned_lines(self, text: str, *, most: int) -> str:
        """Returns the text's lines that the fonts cover, cut to `most` characters."""
        return clean(text, self.faces.characters, most=most)

    def width(self, text: str, weight: Weight) -> float:
        """Returns the width of a text at font size 1, from a cache."""
        key = (weight, text)
        if key not in self.widths:
            self.widths[key] = self.faces.width(text, weight)
        return self.widths[key]

    def fit(self, text: str, room: TextBox, weight: Weight) -> FittedText:
        """Returns the text as lines that fit the box in this weight."""
        return fit(text, room, lambda piece: self.width(piece, weight))

    def fit_best(self, text: str, rooms: Sequence[TextBox], weight: Weight) -> FittedText:
        """Fits a text into the first box that holds the whole of it, else into the last box."""
        settings = (self.fit(text, room, weight) for room in rooms)
        found = self.fit(text, rooms[-1], weight)
        return next((setting for setting in settings if setting.is_whole), found)

    def set(self, setting: FittedText, at: Point, style: Style) -> float:
        """Adds the lines of a fitted text from their top left corner; returns the bottom's y."""
        left, top = at
        for index, line in enumerate(setting.lines):
            baseline = top + setting.size * (ASCENT + index * setting.leading)
            hung = HUNG * setting.size if line[0] in OPENING else 0
            self.write(line, (left - hung, baseline), setting.size, style)
        return top + setting.height

    def write(self, text: str, at: Point, size: float, style: Style) -> float:
        """Adds one line from the left end of its baseline and returns the x of its right end."""
        x, y = at
        end = x + self.width(text, style.weight) * size
        left = x + HUNG * size if text[:1] in OPENING else x
        box = Box(left, y - ASCENT * size, end, y + DESCENT * size)
        self.parts.append(Text(text, at, size, style.weight, style.colour, box))
        return end

    def centred(self, text: str, at: Point, size: float, style: Style) -> float:
        """Adds a line whose baseline has its middle at the point, and returns its right end."""
        x, y = at
        half = self.width(text, style.weight) * size / 2
        return self.write(text, (x - half, y), size, style)

    def rule(self, y: float, left: float, right: float, colour: str) -> None:
        """Adds a horizontal line."""
        self.parts.append(Stroke((left, y), (right, y), colour, 1))
