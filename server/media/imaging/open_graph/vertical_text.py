"""Vertical Japanese text: cells, columns from right to left, ruby readings."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from server.media.imaging.colours import MUTED, Point
from server.media.imaging.open_graph.card_data import RubyPart
from server.media.imaging.open_graph.layout import Box, CardLayout, Style, Text
from server.media.imaging.open_graph.line_breaks import phrases

# Up to three digits, or two letters, share one cell.
_CELL = re.compile(r"(?<!\d)\d{1,3}(?!\d)|[A-Za-z]\d|[A-Za-z]{2}(?![A-Za-z])|\S")
FILLED = 0.945
ACROSS = 0.86
READING = 0.25
COLUMN_GAP = 1.22


class Column(NamedTuple):
    """Place of a vertical column: its middle line, top, height and largest cell."""

    middle: float
    top: float
    height: float
    largest: float


def cells_of(text: str) -> list[str]:
    """Returns the cells of a vertical text: one character, or digits or letters side by side."""
    return _CELL.findall(text)


def set_column(layout: CardLayout, text: str, column: Column, style: Style) -> Box:
    """Adds one vertical column, centred in its height, and returns its box."""
    cells = cells_of(text)
    if not cells:
        return Box(column.middle, column.top, column.middle, column.top)
    pitch = min(column.largest, column.height / len(cells))
    top = column.top + (column.height - pitch * len(cells)) / 2
    for index, cell in enumerate(cells):
        _set_cell(layout, cell, ((column.middle, top + pitch * (index + 0.5)), pitch), style)
    half = pitch / 2
    return Box(column.middle - half, top, column.middle + half, top + pitch * len(cells))


def set_columns(layout: CardLayout, texts: Sequence[str], column: Column, style: Style) -> Box:
    """Adds columns of one letter size from the right, aligned at the top; returns their box."""
    columns = [cells for cells in map(cells_of, texts) if cells]
    if not columns:
        return Box(column.middle, column.top, column.middle, column.top)
    longest = max(map(len, columns))
    pitch = min(column.largest, column.height / longest)
    for number, cells in enumerate(columns):
        middle = column.middle - number * pitch * COLUMN_GAP
        for index, cell in enumerate(cells):
            at = (middle, column.top + pitch * (index + 0.5))
            _set_cell(layout, cell, (at, pitch), style)
    left = column.middle - (len(columns) - 1) * pitch * COLUMN_GAP - pitch / 2
    return Box(left, column.top, column.middle + pitch / 2, column.top + pitch * longest)


def split_into_columns(text: str, *, longest: int, most: int) -> tuple[str, ...]:
    """Distributes a text's phrases over at most `most` columns of at most `longest` cells.

    A longer phrase has a longer column of its own. Leaves out the columns above `most`.
    """
    columns: list[str] = []
    for phrase in (piece.strip() for piece in phrases(text)):
        if columns and len(cells_of(columns[-1] + phrase)) <= longest:
            columns[-1] += phrase
        else:
            columns.append(phrase)
    return tuple(columns[:most])


def set_name(layout: CardLayout, name: Sequence[RubyPart], column: Column) -> Box:
    """Adds a name in the display font with the readings of its kanji; returns its box."""
    box = set_column(layout, "".join(part.text for part in name), column, Style("mincho"))
    total = sum(len(cells_of(part.text)) for part in name)
    if not total:
        return box
    pitch = (box.bottom - box.top) / total
    top = box.top
    for part in name:
        bottom = top + pitch * len(cells_of(part.text))
        if part.reading:
            _set_reading(layout, part.reading, Box(box.right, top, box.right, bottom), pitch)
        top = bottom
    return box


def _set_reading(layout: CardLayout, reading: str, span: Box, pitch: float) -> None:
    """Adds a reading to the right of its characters, which take the span.

    `pitch` is a cell's height.
    """
    cells = cells_of(reading)
    room = span.bottom - span.top
    size = min(pitch * READING, room / len(cells))
    step = min(room / len(cells), size * 1.5)
    top = span.top + (room - step * len(cells)) / 2
    style = Style("medium", MUTED)
    for index, cell in enumerate(cells):
        at = (span.left + size * 0.55, top + step * (index + 0.5))
        _set_cell(layout, cell, (at, size), style)


def _set_cell(layout: CardLayout, cell: str, place: tuple[Point, float], style: Style) -> None:
    """Adds one character, or digits side by side; `place` is the cell's middle and its height."""
    (x, y), pitch = place
    size = pitch * FILLED
    if len(cell) > 1:
        # Digits side by side are limited to the width of the cell.
        size = min(size * 0.9, pitch * ACROSS / layout.width(cell, style.weight))
    half = pitch * FILLED / 2
    box = Box(x - half, y - half, x + half, y + half)
    layout.parts.append(Text(cell, (x, y), size, style.weight, style.colour, box, is_cell=True))
