"""Fitting of a text into a box: smaller, then wrapped, then shortened with an ellipsis."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from server.media.imaging.open_graph.line_breaks import breaks_within, phrases, smallest_pieces

ELLIPSIS = "…"

# Fonts round at each size, so widths are not quite proportional to it.
SLACK = 0.985
STEP = 0.94
BALANCE_STEPS = 12
ENDINGS = " 、。，．,."

Measure = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class TextBox:
    """Box for a text: its size, and the range of font sizes."""

    width: float
    height: float
    largest: float
    smallest: float
    lines: int = 99
    leading: float = 1.4
    # With at most this many lines a text breaks between phrases, like a heading.
    heading_lines: int = 5

    def sizes(self) -> Iterator[float]:
        """Yields the font sizes to try, from the largest to the smallest."""
        size = self.largest
        while size > self.smallest:
            yield size
            size *= STEP
        yield self.smallest

    def holds(self, count: int, size: float) -> bool:
        """Returns whether the box has room for a number of lines at a font size."""
        return count <= min(self.lines, self.count_at(size))

    def count_at(self, size: float) -> int:
        """Returns how many lines have room at a font size, at least 1.

        One line takes 1.12 of the size, from ascent to descent; each further line the leading.
        """
        return max(1, int((self.height / size - 1.12) / self.leading + 1))


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines of a text and their font size."""

    lines: tuple[str, ...]
    size: float
    leading: float
    is_whole: bool = True

    @property
    def height(self) -> float:
        """Returns the height from the top of the first line to the bottom of the last."""
        return self.size * (self.leading * (len(self.lines) - 1) + 1.12) if self.lines else 0


def fit(text: str, room: TextBox, measure: Measure) -> FittedText:
    """Returns the text as lines in the box, shortened if it does not fit at the smallest size.

    `measure` returns the width of a text at size 1.
    """
    if not text:
        return FittedText((), room.largest, room.leading)
    headings = [phrases(line) for line in text.split("\n")]
    running = [smallest_pieces(line) for line in text.split("\n")]
    # A smaller size is preferred to a broken word, and that to a shortened text.
    for may_cut in (False, True):
        for size in room.sizes():
            width = room.width * SLACK / size
            lines = _break_lines(headings, width, measure, may_cut=may_cut)
            if len(lines) > room.heading_lines:
                lines = _break_lines(running, width, measure, may_cut=may_cut)
            elif room.holds(len(lines), size):
                lines = _balance(headings, (lines, width), measure)
            if lines and room.holds(len(lines), size):
                return FittedText(tuple(lines), size, room.leading)
    return _shorten(running, room, measure)


def _shorten(paragraphs: list[list[str]], room: TextBox, measure: Measure) -> FittedText:
    """Returns the text at its smallest size, cut to the lines of the box, with an ellipsis."""
    width = room.width * SLACK / room.smallest
    lines = _break_lines(paragraphs, width, measure, may_cut=True)
    kept = lines[: min(room.lines, room.count_at(room.smallest))]
    last = _end_line(kept[-1], width, measure)
    return FittedText((*kept[:-1], last), room.smallest, room.leading, is_whole=False)


def _end_line(line: str, width: float, measure: Measure) -> str:
    """Returns the line cut so that an ellipsis fits, at a word boundary if possible."""
    shown = line
    while shown and measure(shown.rstrip(ENDINGS) + ELLIPSIS) > width:
        shown = shown[:-1]
    is_inside_word = shown != line and shown[-1:].isascii() and line[len(shown)].isalnum()
    if is_inside_word and " " in shown:
        shown = shown.rpartition(" ")[0]
    return shown.rstrip(ENDINGS) + ELLIPSIS


def _balance(
    paragraphs: list[list[str]], found: tuple[list[str], float], measure: Measure
) -> list[str]:
    """Returns a heading's lines broken to similar lengths, with the same number of lines.

    `found` holds the lines and the width at which they were broken; several paragraphs stay as
    they are.
    """
    lines, width = found
    if len(lines) < 2 or len(paragraphs) > 1:
        return lines
    low, high = width / 2, width
    for _ in range(BALANCE_STEPS):
        middle = (low + high) / 2
        tried = _break_lines(paragraphs, middle, measure, may_cut=False)
        if tried and len(tried) == len(lines):
            lines, high = tried, middle
        else:
            low = middle
    return lines


def _break_lines(
    paragraphs: list[list[str]], width: float, measure: Measure, *, may_cut: bool
) -> list[str]:
    """Breaks paragraphs of pieces into lines of a width.

    Returns no lines if a piece is too wide and may not be cut.
    """
    lines: list[str] = []
    for pieces in paragraphs:
        line, used = "", 0.0
        for piece in pieces:
            if used + measure(piece.rstrip()) <= width:
                line += piece
                used += measure(piece)
                continue
            if line:
                lines.append(line.rstrip())
            parts = _cut(piece, width, measure)
            if len(parts) > 1 and not may_cut:
                return []
            lines += [part.rstrip() for part in parts[:-1]]
            line, used = parts[-1], measure(parts[-1])
        lines.append(line.rstrip())
    return lines


def _cut(piece: str, width: float, measure: Measure) -> list[str]:
    """Returns a piece cut into parts of at most the width, at permitted breaks if there are any."""
    parts: list[str] = []
    while measure(piece.rstrip()) > width and len(piece) > 1:
        fits = _characters_that_fit(piece, width, measure)
        good = [index for index in breaks_within(piece[: fits + 1]) if index <= fits]
        at = good[-1] if good else fits
        parts.append(piece[:at])
        piece = piece[at:]
    return [*parts, piece]


def _characters_that_fit(piece: str, width: float, measure: Measure) -> int:
    """Returns how many first characters fit the width, at least 1."""
    low, high = 1, len(piece)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if measure(piece[:middle]) <= width else (low, middle - 1)
    return low
