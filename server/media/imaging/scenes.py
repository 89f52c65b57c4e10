"""Draws small scenes of tea for the sample posts of a development site: no two come out alike."""

import io
import math
import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from PIL import Image

from server.media.imaging.canvas import (
    CLAY,
    DEEP,
    FIELD,
    HOJICHA,
    MIST,
    PAPER,
    SPROUT,
    STAR,
    TEA,
    WOOD,
    Canvas,
    Colour,
    between,
)
from server.media.imaging.tea_things import draw_bowl, draw_caddy, draw_cup, draw_pot, draw_sprig

# As many look like all of them, in half the bytes.
AVATAR_COLOURS = 64
SIZES = ((720, 540), (720, 540), (640, 640), (540, 720))


def draw_scene(name: str, seed: int, *, is_brown: bool = False) -> Image.Image:
    """The same picture for the same seed; with green tea, or with a brown one."""
    chance = random.Random(seed)  # noqa: S311 (it draws, it hides nothing)
    canvas = Canvas(*chance.choice(SIZES), is_brown=is_brown)
    _SCENES[name](canvas, chance)
    return canvas.finished()


def draw_avatar(seed: int) -> bytes:
    """A sprig on a coloured ground, as a member's picture is stored."""
    chance = random.Random(seed)  # noqa: S311
    canvas = Canvas(256, 256)
    draw_sprig(canvas, chance)
    out = io.BytesIO()
    canvas.finished().quantize(AVATAR_COLOURS).save(out, "PNG", optimize=True)
    return out.getvalue()


def _field(canvas: Canvas, chance: random.Random) -> None:
    """Rows of tea from above, bending with the slope, with a path between them."""
    season = chance.choice([FIELD, between(FIELD, SPROUT, 0.35), between(FIELD, DEEP, 0.4)])
    canvas.fill(between(season, PAPER, 0.55))
    gap = chance.uniform(44, 62)
    bend, lean = chance.uniform(-0.9, 0.9), chance.uniform(-0.5, 0.5)
    reach = math.hypot(canvas.width, canvas.height)
    path_at = chance.randrange(4, 9)
    for row in range(-14, 30):
        if row == path_at:
            continue
        points = [_row(canvas, row * gap, x=x, bend=bend, lean=lean) for x in _along(canvas, reach)]
        canvas.line(points, between(season, DEEP, 0.55), gap * 0.68)
        lit = [(x - 2, y - gap * 0.11) for x, y in points]
        canvas.line(lit, season, gap * 0.5)
        top = [(x - 3, y - gap * 0.2) for x, y in points]
        canvas.line(top, between(season, SPROUT, 0.55), gap * 0.14)


def _along(canvas: Canvas, reach: float) -> list[float]:
    return [canvas.width / 2 + reach * (part / 24 - 0.5) * 1.5 for part in range(25)]


def _row(
    canvas: Canvas, offset: float, *, x: float, bend: float, lean: float
) -> tuple[float, float]:
    part = (x - canvas.width / 2) / canvas.width
    return x, offset + canvas.height * (bend * part * part + lean * part)


def _hills(canvas: Canvas, chance: random.Random) -> None:
    """Ridge behind ridge in the mist of a morning, the nearest one planted."""
    dawn = chance.choice([STAR, CLAY, SPROUT])
    canvas.gradient(between(PAPER, dawn, 0.18), between(PAPER, MIST, 0.5))
    sun = (canvas.width * chance.uniform(0.2, 0.8), canvas.height * chance.uniform(0.16, 0.3))
    canvas.disc(sun, canvas.width * 0.075, between(PAPER, dawn, 0.45))
    layers = 5
    for layer in range(layers):
        part = layer / (layers - 1)
        level = canvas.height * (0.36 + 0.15 * layer)
        colour = between(between(MIST, PAPER, 0.25), between(TEA, DEEP, 0.3), part)
        canvas.polygon(_ridge(canvas, level, chance), colour)
        canvas.veil(level + 30, level + canvas.height * 0.16, PAPER, 0.42 * (1 - part))
    for row in range(7):
        level = canvas.height * (0.93 + 0.03 * row) - row * 2
        points = [
            (x, level - canvas.height * 0.055 * math.sin(x / canvas.width * 3.1 + row * 0.1))
            for x in range(-20, canvas.width + 40, 20)
        ]
        canvas.line(points, between(TEA, SPROUT, 0.18 + 0.04 * row), 7 + row)


def _ridge(canvas: Canvas, level: float, chance: random.Random) -> list[tuple[float, float]]:
    waves = [
        (chance.uniform(0.6, 2.6), chance.uniform(0, 6.3), chance.uniform(12, 40)) for _ in range(3)
    ]
    top = [
        (x, level + sum(high * math.sin(x / canvas.width * 3.1 * often + start)
                        for often, start, high in waves))
        for x in range(-10, canvas.width + 30, 20)
    ]  # fmt: skip
    return [*top, (canvas.width + 20, canvas.height + 20), (-20, canvas.height + 20)]


def _needles(canvas: Canvas, chance: random.Random) -> None:
    """Rolled leaves, poured out on paper."""
    roasted: tuple[Colour, Colour] = (HOJICHA, between(HOJICHA, WOOD, 0.6))
    dark, light = roasted if canvas.is_brown else (DEEP, FIELD)
    canvas.fill(between(PAPER, light, 0.1))
    middle = (canvas.width * chance.uniform(0.42, 0.58), canvas.height * 0.52)
    canvas.soft_disc(middle, canvas.width * 0.36, between(PAPER, light, 0.3))
    for _ in range(330):
        turn, away = chance.uniform(0, math.tau), abs(chance.gauss(0, canvas.width * 0.15))
        x, y = middle[0] + away * math.cos(turn), middle[1] + away * 0.8 * math.sin(turn)
        lie, half = chance.uniform(0, math.pi), chance.uniform(9, 22)
        curl = chance.uniform(-5, 5)
        dx, dy = math.cos(lie) * half, math.sin(lie) * half
        points = [(x - dx, y - dy), (x + curl * dy / half, y - curl * dx / half), (x + dx, y + dy)]
        canvas.line(points, between(dark, light, chance.random()), chance.uniform(2.4, 4.6))


_Scene = Callable[[Canvas, random.Random], None]
_SCENES: Mapping[str, _Scene] = MappingProxyType(
    {
        "field": _field,
        "hills": _hills,
        "needles": _needles,
        "cup": draw_cup,
        "sprig": draw_sprig,
        "pot": draw_pot,
        "caddy": draw_caddy,
        "bowl": draw_bowl,
    }
)
SCENES = tuple(_SCENES)
