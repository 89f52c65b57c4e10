"""Draws what stands on a table where tea is made: cup, pot, caddy, bowl, and a fresh sprig."""

import math
import random

from server.media.imaging.canvas import (
    CLAY,
    DEEP,
    FIELD,
    HOJICHA,
    INK,
    LINE,
    PAPER,
    SPROUT,
    STAR,
    TEA,
    WOOD,
    Canvas,
    Colour,
    Point,
    between,
)

GLAZES: tuple[Colour, ...] = (
    PAPER,
    between(TEA, PAPER, 0.35),
    between(HOJICHA, PAPER, 0.2),
    between(INK, PAPER, 0.25),
    between(CLAY, WOOD, 0.35),
)
GREEN_BREWS: tuple[Colour, ...] = (between(SPROUT, STAR, 0.22), between(FIELD, SPROUT, 0.45))
BROWN_BREWS: tuple[Colour, ...] = (between(HOJICHA, STAR, 0.35), between(CLAY, HOJICHA, 0.4))


def draw_cup(canvas: Canvas, chance: random.Random) -> None:
    """A cup on its saucer, seen from above, the light from the left."""
    glaze, brew = chance.choice(GLAZES), _brew(canvas, chance)
    _tray(canvas, chance)
    x, y = canvas.width * chance.uniform(0.42, 0.58), canvas.height * chance.uniform(0.46, 0.56)
    size = min(canvas.width, canvas.height) * chance.uniform(0.26, 0.31)
    canvas.soft_disc((x + size * 0.14, y + size * 0.2), size * 1.42, between(WOOD, INK, 0.45))
    canvas.disc((x, y), size * 1.4, between(PAPER, LINE, 0.4))
    canvas.disc((x, y), size * 1.34, between(PAPER, glaze, 0.25))
    canvas.disc((x + 3, y + 4), size * 1.04, between(glaze, INK, 0.28))
    canvas.disc((x, y), size, between(glaze, PAPER, 0.2))
    canvas.disc((x, y), size * 0.9, between(glaze, INK, 0.16))
    canvas.disc((x, y), size * 0.86, between(brew, INK, 0.12))
    canvas.disc((x - size * 0.03, y - size * 0.03), size * 0.81, brew)
    canvas.disc((x - size * 0.08, y - size * 0.08), size * 0.6, between(brew, PAPER, 0.12))
    shine = (between(brew, PAPER, 0.75), size * 0.035)
    canvas.arc((x, y), (size * 0.7, size * 0.7), span=(195, 250), pen=shine)
    if chance.random() < 0.6:
        _leaf(canvas, (x + size * 0.2, y + size * 0.28), chance.uniform(0, 360), size * 0.3)


def draw_sprig(canvas: Canvas, chance: random.Random) -> None:
    """One bud and two leaves, as they are picked."""
    canvas.fill(between(PAPER, SPROUT, chance.uniform(0.15, 0.5)))
    foot = (canvas.width * chance.uniform(0.44, 0.56), canvas.height * 0.92)
    lean = chance.uniform(-0.12, 0.12)
    tip = (foot[0] + canvas.width * lean, canvas.height * 0.36)
    stem = [_mixed(foot, tip, part / 12) for part in range(13)]
    canvas.line(stem, between(TEA, FIELD, 0.5), 9)
    size = min(canvas.width, canvas.height)
    for part, side, length in ((0.28, 1, 0.46), (0.5, -1, 0.42), (0.74, 1, 0.32)):
        at = _mixed(foot, tip, part)
        turn = -90 + side * chance.uniform(42, 62)
        _leaf(canvas, at, turn, size * length)
    _leaf(canvas, tip, -90 + chance.uniform(-14, 14), size * 0.27, bud=True)


def draw_pot(canvas: Canvas, chance: random.Random) -> None:
    """A side-handled pot on a board, and a cup beside it."""
    glaze = chance.choice(GLAZES[1:])
    ground = canvas.height * 0.72
    canvas.gradient(between(PAPER, SPROUT, 0.2), between(PAPER, LINE, 0.5))
    _board(canvas, ground)
    x, wide = canvas.width * 0.44, canvas.width * 0.21
    high = wide * 0.74
    y = ground - high * 0.78
    canvas.soft_oval((x + 20, ground + 10), (wide * 1.2, wide * 0.2), between(WOOD, INK, 0.5))
    spout = [(x + wide * 0.6, y - high * 0.1), (x + wide * 1.42, y - high * 0.62),
             (x + wide * 1.5, y - high * 0.5), (x + wide * 0.8, y + high * 0.42)]  # fmt: skip
    canvas.polygon(spout, between(glaze, INK, 0.18))
    handle = [(x - wide * 0.5, y - high * 0.05), (x - wide * 1.55, y - high * 0.55)]
    canvas.line(handle, between(glaze, INK, 0.28), wide * 0.2)
    canvas.oval((x, y), (wide, high), glaze)
    canvas.oval((x - wide * 0.18, y - high * 0.2), (wide * 0.66, high * 0.6),
                between(glaze, PAPER, 0.1))  # fmt: skip
    canvas.oval((x, y - high * 0.84), (wide * 0.56, high * 0.2), between(glaze, INK, 0.25))
    canvas.oval((x, y - high * 0.9), (wide * 0.52, high * 0.17), between(glaze, PAPER, 0.15))
    canvas.disc((x, y - high * 1.12), wide * 0.1, between(glaze, INK, 0.2))
    _small_cup(canvas, (canvas.width * 0.8, ground), chance)
    _steam(canvas, (x + wide * 1.45, y - high * 0.7), chance)


def draw_caddy(canvas: Canvas, chance: random.Random) -> None:
    """Tins of tea on a shelf, each with its paper band."""
    canvas.gradient(between(PAPER, LINE, 0.15), between(PAPER, LINE, 0.7))
    ground = canvas.height * 0.8
    _board(canvas, ground)
    count = chance.choice([1, 2, 3])
    wide = canvas.width * (0.34 if count == 1 else 0.25 if count == 2 else 0.2)
    for number in range(count):
        x = canvas.width * (number + 1) / (count + 1)
        high = wide * chance.uniform(1.25, 1.7)
        colour = chance.choice([TEA, DEEP, HOJICHA, CLAY, between(INK, TEA, 0.35)])
        _tin(canvas, (x, ground), (wide / 2, high), colour)


def draw_bowl(canvas: Canvas, chance: random.Random) -> None:
    """Whisked tea in a wide bowl, from a little above."""
    glaze = chance.choice(GLAZES[1:])
    _tray(canvas, chance)
    x, y = canvas.width * 0.5, canvas.height * 0.44
    wide = min(canvas.width, canvas.height) * 0.36
    canvas.soft_oval((x + 18, y + wide * 0.62), (wide * 1.08, wide * 0.56),
                     between(WOOD, INK, 0.55))  # fmt: skip
    for step in range(40):
        part = step / 39
        width = wide * (1 - 0.42 * part**2.2)
        colour = between(glaze, INK, 0.05 + 0.3 * part)
        canvas.oval((x, y + wide * 0.72 * part), (width, width * 0.46), colour)
    canvas.oval((x, y), (wide, wide * 0.46), between(glaze, PAPER, 0.25))
    canvas.oval((x, y + 3), (wide * 0.94, wide * 0.42), between(glaze, INK, 0.35))
    foam = between(FIELD, SPROUT, 0.35)
    canvas.oval((x, y + wide * 0.07), (wide * 0.86, wide * 0.35), between(foam, DEEP, 0.18))
    canvas.oval((x, y + wide * 0.05), (wide * 0.82, wide * 0.32), foam)
    for _ in range(70):
        turn, away = chance.uniform(0, math.tau), chance.random() ** 0.5
        at = (
            x + wide * 0.76 * away * math.cos(turn),
            y + wide * (0.05 + 0.28 * away * math.sin(turn)),
        )
        canvas.disc(at, chance.uniform(1.2, 4.5), between(foam, SPROUT, chance.uniform(0.2, 0.8)))


def _brew(canvas: Canvas, chance: random.Random) -> Colour:
    return chance.choice(BROWN_BREWS if canvas.is_brown else GREEN_BREWS)


def _leaf(canvas: Canvas, at: Point, degrees: float, length: float, *, bud: bool = False) -> None:
    """A pointed oval with its veins, growing from a point."""
    turn = math.radians(degrees)
    along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    wide = length * (0.11 if bud else 0.21)

    def place(part: float, off: float) -> Point:
        return (
            at[0] + along[0] * length * part + across[0] * off,
            at[1] + along[1] * length * part + across[1] * off,
        )

    def edge(part: float) -> float:
        return wide * math.pow(max(0.0, math.sin(math.pi * part**0.85)), 0.9)

    parts = [step / 24 for step in range(25)]
    green = between(FIELD, SPROUT, 0.6 if bud else 0.15)
    upper = [place(part, edge(part)) for part in parts]
    lower = [place(part, -edge(part)) for part in parts]
    canvas.polygon([*upper, *reversed(lower)], between(green, TEA, 0.35))
    canvas.polygon([*lower, place(1, 0), place(0, 0)], green)
    canvas.line([place(0, 0), place(0.97, 0)], between(green, SPROUT, 0.55), length * 0.012)
    for part in () if bud else (0.22, 0.36, 0.5, 0.64, 0.78):
        for side in (1, -1):
            vein = [place(part, 0), place(part + 0.1, side * edge(part + 0.1) * 0.78)]
            canvas.line(vein, between(green, SPROUT, 0.3), length * 0.007)


def _tray(canvas: Canvas, chance: random.Random) -> None:
    """Boards of wood, or a cloth."""
    ground = chance.choice([between(WOOD, PAPER, 0.45), between(PAPER, LINE, 0.8),
                            between(TEA, PAPER, 0.62)])  # fmt: skip
    canvas.fill(ground)
    for _ in range(16):
        y = chance.uniform(0, canvas.height)
        points = [(x, y + 5 * math.sin(x / 90 + y)) for x in range(-20, canvas.width + 40, 20)]
        canvas.line(points, between(ground, INK, 0.05), chance.uniform(1, 2.5))


def _board(canvas: Canvas, ground: float) -> None:
    board = [(0, ground), (canvas.width, ground), (canvas.width, canvas.height), (0, canvas.height)]
    canvas.polygon(board, between(WOOD, PAPER, 0.35))
    canvas.line([(0, ground), (canvas.width, ground)], between(WOOD, HOJICHA, 0.25), 3)


def _small_cup(canvas: Canvas, foot: Point, chance: random.Random) -> None:
    x, ground = foot
    wide = canvas.width * 0.075
    glaze = chance.choice(GLAZES)
    canvas.soft_oval((x + 10, ground + 8), (wide * 1.3, wide * 0.3), between(WOOD, INK, 0.5))
    sides = [(x - wide, ground - wide * 1.1), (x + wide, ground - wide * 1.1),
             (x + wide * 0.66, ground + wide * 0.1),
             (x - wide * 0.66, ground + wide * 0.1)]  # fmt: skip
    canvas.polygon(sides, between(glaze, INK, 0.1))
    canvas.oval((x, ground - wide * 1.1), (wide, wide * 0.26), between(glaze, PAPER, 0.3))
    canvas.oval((x, ground - wide * 1.08), (wide * 0.86, wide * 0.2), _brew(canvas, chance))


def _tin(canvas: Canvas, foot: Point, size: Point, colour: Colour) -> None:
    (x, ground), (half, high) = foot, size
    flat = half * 0.2
    canvas.soft_oval((x + 12, ground + 6), (half * 1.25, flat * 1.6), between(WOOD, INK, 0.5))
    canvas.oval((x, ground), (half, flat), between(colour, INK, 0.2))
    for band, low, top in ((colour, 0.0, 0.72), (between(colour, INK, 0.25), 0.74, 1.0)):
        side = [(x - half, ground - high * low), (x + half, ground - high * low),
                (x + half, ground - high * top), (x - half, ground - high * top)]  # fmt: skip
        canvas.polygon(side, band)
    label = [(x - half, ground - high * 0.2), (x + half, ground - high * 0.2),
             (x + half, ground - high * 0.56), (x - half, ground - high * 0.56)]  # fmt: skip
    canvas.polygon(label, between(PAPER, LINE, 0.35))
    _leaf(canvas, (x - half * 0.22, ground - high * 0.28), -52, half * 0.62)
    lit = [(x - half * 0.78, ground - high * 0.02), (x - half * 0.78, ground - high * 0.98)]
    canvas.line(lit, between(colour, PAPER, 0.3), half * 0.06)
    canvas.oval((x, ground - high), (half, flat), between(colour, PAPER, 0.22))


def _steam(canvas: Canvas, at: Point, chance: random.Random) -> None:
    for number in range(3):
        start = chance.uniform(0, 6.3)
        points = [
            (at[0] + number * 16 + 9 * math.sin(start + step / 4), at[1] - 14 - step * 5)
            for step in range(20)
        ]
        canvas.line(points, between(PAPER, LINE, 0.65), 3)


def _mixed(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part
