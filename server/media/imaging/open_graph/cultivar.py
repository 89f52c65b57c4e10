"""Layout of a cultivar's card: vertical name, and its facts in rows."""

from server.media.imaging.colours import INK, LINE, MUTED, TEA
from server.media.imaging.open_graph.card_data import CultivarCard, Fact, Mark, RubyPart, Season
from server.media.imaging.open_graph.card_parts import FRAME, set_site_name
from server.media.imaging.open_graph.layout import (
    ASCENT,
    BOTTOM,
    LEFT,
    SQUARE_END,
    TEXT,
    TOP,
    WIDTH,
    CardLayout,
    Dot,
    FieldPattern,
    Stroke,
    Style,
)
from server.media.imaging.open_graph.text_fit import TextBox
from server.media.imaging.open_graph.vertical_text import READING, Column, cells_of, set_name

NAME_MIDDLE, NAME_LARGEST = 848, 120
VALUES_END = 752
TITLE_HEIGHT = 168
SEASON_SHARE = 1.3
VALUE_SIZE, LABEL_SIZE = 29, 22

# Half the length of the harvest axis in days; no cultivar of the catalogue lies outside.
REACH_DAYS = 14
DOT_RADIUS = 9

# Font size of the lineage groups, and distances as shares of it.
MARKS_LEAST = 22
MARK_INDENT, MARK_GAP = 1.0, 0.8


def set_cultivar(layout: CardLayout, card: CultivarCard) -> None:
    """Lays out a cultivar's card: name and title above rows of lineage, facts and season."""
    colour = card.marks[0].colour if card.marks else TEA
    layout.parts.insert(0, FieldPattern(colour, SQUARE_END - 240, WIDTH - FRAME))
    set_site_name(layout, card.site)
    _set_name(layout, card.name)
    _set_title(layout, card)
    rows = 1 + len(card.facts) + (SEASON_SHARE if card.season else 0)
    top = TOP + TITLE_HEIGHT
    pitch = (BOTTOM - top) / rows
    _set_row(layout, card.lineage, top, pitch)
    _set_marks(layout, card.marks, top + pitch / 2)
    for number, fact in enumerate(card.facts, start=1):
        _set_fact(layout, fact, top + number * pitch, pitch)
    if card.season:
        last = top + (1 + len(card.facts)) * pitch
        _set_row(layout, card.season.label, last, pitch * SEASON_SHARE)
        _set_season(layout, card.season, last, colour)


def _set_name(layout: CardLayout, name: tuple[RubyPart, ...]) -> None:
    """Adds the name as far right as its furigana allow within the central square.

    Some previews crop the card to that square.
    """
    name = tuple(_drawable(layout, part) for part in name)
    cells = len(cells_of("".join(part.text for part in name)))
    pitch = min(NAME_LARGEST, (BOTTOM - TOP) / max(1, cells))
    reading = pitch * (READING + 0.05) if any(part.reading for part in name) else 0
    middle = min(NAME_MIDDLE, SQUARE_END - pitch / 2 - reading)
    set_name(layout, name, Column(middle, TOP, BOTTOM - TOP, NAME_LARGEST))


def _drawable(layout: CardLayout, part: RubyPart) -> RubyPart:
    """Returns the part with only characters that the fonts cover."""
    reading = layout.cleaned(part.reading, most=24) if part.reading else None
    return RubyPart(layout.cleaned(part.text, most=16), reading or None)


def _set_title(layout: CardLayout, card: CultivarCard) -> None:
    """Adds the name in Latin letters, as large as fits, and the epithet below it."""
    width = VALUES_END - TEXT
    largest = 72 if card.language == "en" else 62
    romaji = layout.fit(
        layout.cleaned(card.romaji, most=60), TextBox(width, 84, largest, 30, lines=1), "mincho"
    )
    rooms = (TextBox(width, 40, 31, 25, lines=1), TextBox(width, 64, 26, 18, lines=2, leading=1.22))
    epithet = layout.fit_best(layout.cleaned(card.epithet, most=120), rooms, "mincho")
    gap = 14
    top = TOP + (TITLE_HEIGHT - 24 - romaji.height - gap - epithet.height) / 2
    end = layout.set(romaji, (TEXT - 2, top), Style("mincho", INK))
    layout.set(epithet, (TEXT, end + gap), Style("mincho", TEA))


def _set_row(layout: CardLayout, label: str, top: float, pitch: float) -> None:
    """Adds the rule and the label of a row, which is `pitch` px high."""
    layout.rule(top, LEFT, VALUES_END, LINE)
    fitted = layout.fit(
        layout.cleaned(label, most=40),
        TextBox(TEXT - LEFT - 24, 60, LABEL_SIZE, 15, lines=2),
        "medium",
    )
    layout.set(fitted, (LEFT, top + (pitch - fitted.height) / 2), Style("medium", MUTED))


def _set_fact(layout: CardLayout, fact: Fact, top: float, pitch: float) -> None:
    """Adds a row with its label and its value, `pitch` px high."""
    _set_row(layout, fact.label, top, pitch)
    width = VALUES_END - TEXT
    rooms = (
        TextBox(width, pitch - 12, VALUE_SIZE, 24, lines=1),
        TextBox(width, pitch - 12, 26, 17, lines=2, leading=1.22),
    )
    value = layout.fit_best(layout.cleaned(fact.value, most=160), rooms, "medium")
    layout.set(value, (TEXT, top + (pitch - value.height) / 2), Style("medium"))


def _set_marks(layout: CardLayout, marks: tuple[Mark, ...], middle: float) -> None:
    """Adds the lineage groups around the y `middle`, in two rows if one would be too small."""
    size = _marks_size(layout, marks)
    if size >= MARKS_LEAST or len(marks) < 3:
        _marks_row(layout, marks, middle, size)
        return
    half = (len(marks) + 1) // 2
    size = min(MARKS_LEAST, *(_marks_size(layout, row) for row in (marks[:half], marks[half:])))
    _marks_row(layout, marks[:half], middle - size * 0.62, size)
    _marks_row(layout, marks[half:], middle + size * 0.62, size)


def _marks_size(layout: CardLayout, marks: tuple[Mark, ...]) -> float:
    """Returns the largest letter size at which the lineage groups fit one row."""
    widths = [layout.width(_name_of(layout, mark), "medium") for mark in marks]
    wanted = sum(widths) + len(marks) * (MARK_INDENT + MARK_GAP) - MARK_GAP
    return min(VALUE_SIZE, (VALUES_END - TEXT) / wanted) if marks else VALUE_SIZE


def _marks_row(layout: CardLayout, marks: tuple[Mark, ...], middle: float, size: float) -> None:
    """Adds lineage groups with their dots in one row."""
    x: float = TEXT
    for mark in marks:
        layout.parts.append(Dot((x + size * 0.32, middle), size * 0.3, mark.colour))
        at = (x + size * MARK_INDENT, middle + size * (ASCENT - 0.5))
        x = layout.write(_name_of(layout, mark), at, size, Style("medium")) + size * MARK_GAP


def _name_of(layout: CardLayout, mark: Mark) -> str:
    """Returns the name of a lineage group in characters that the fonts cover."""
    return layout.cleaned(mark.name, most=40)


def _set_season(layout: CardLayout, season: Season, top: float, colour: str) -> None:
    """Adds the harvest time as text, and below it an axis of days with a dot."""
    room = TextBox(VALUES_END - TEXT, 36, 25, 16, lines=1)
    says = layout.fit(layout.cleaned(season.says, most=80), room, "medium")
    axis = layout.set(says, (TEXT, top + 13), Style("medium")) + 21
    layout.rule(axis, TEXT, VALUES_END, MUTED)
    for days in range(-REACH_DAYS, REACH_DAYS + 1, 2):
        long, width = (11, 2) if days == 0 else (4, 1)
        x = _axis_x(days)
        layout.parts.append(Stroke((x, axis - long), (x, axis + long), MUTED, width))
    if season.start != season.end:
        start, end = (_axis_x(season.start), axis), (_axis_x(season.end), axis)
        layout.parts.append(Stroke(start, end, colour, 6))
    layout.parts.append(Dot((_axis_x(season.days), axis), DOT_RADIUS, colour))
    standard = layout.cleaned(season.standard, most=24)
    layout.centred(standard, (_axis_x(0), axis + 30), 16, Style("medium", MUTED))


def _axis_x(days: float) -> float:
    """Returns the x position, in px, of a number of days on the axis, at most its ends."""
    part = (days + REACH_DAYS) / (2 * REACH_DAYS)
    return TEXT + (VALUES_END - TEXT) * min(1.0, max(0.0, part))
