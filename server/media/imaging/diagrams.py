"""Build step: lineage diagrams and the site's card as images, and a copy of the fonts."""

import argparse
import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Literal

import msgspec

from server.contracts.catalogue import LINEAGE_GROUPS
from server.contracts.routes import LANGUAGES
from server.media.imaging.canvas import Canvas, Fonts, Style
from server.media.imaging.colours import LINE, MUTED, PAPER, Point
from server.media.imaging.open_graph.card_data import SiteName, site_card_content
from server.media.imaging.open_graph.render import draw

_COMMAND = re.compile(r"([MLHVC])([^MLHVC]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STEPS = 24

Role = Literal["seed", "pollen", "selection", "indirect"]
SCALE = 2
MARGIN = 32
TITLE = 116
DOT_X = 12
NAME_X = 24
NOTE_GAP = 6
_PATTERNS: dict[Role | None, tuple[float, float]] = {"pollen": (5, 4), "indirect": (1.5, 3)}


def points_of(path: str) -> list[Point]:
    """Converts an SVG path of the absolute commands M, L, H, V and C to points."""
    points: list[Point] = []
    for command, values in _COMMAND.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(values)]
        points.extend(_points_of(command, numbers, points[-1] if points else (0, 0)))
    return points


def _points_of(command: str, numbers: list[float], start: Point) -> list[Point]:
    """Returns the points of one command of an SVG path; curves become short lines."""
    if command == "H":
        return [(numbers[0], start[1])]
    if command == "V":
        return [(start[0], numbers[0])]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return _bend([start, *pairs]) if command == "C" else pairs


def _bend(controls: Sequence[Point]) -> list[Point]:
    """Returns points along a cubic Bézier curve."""
    return [_point_on_curve(controls, step / _STEPS) for step in range(1, _STEPS + 1)]


def _point_on_curve(controls: Sequence[Point], part: float) -> Point:
    """Returns the point of a cubic Bézier curve at `part` (0 to 1) of its parameter."""
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    x, y = (
        sum(weight * control[axis] for weight, control in zip(weights, controls, strict=True))
        for axis in (0, 1)
    )
    return x, y


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """Yields the visible pieces of a line that is dashed by lengths `on` and `off`."""
    reached = list(accumulate(map(math.dist, points, points[1:]), initial=0.0))
    begin = 0.0
    while begin < reached[-1]:
        end = min(begin + on, reached[-1])
        inner = [point for point, way in zip(points, reached, strict=True) if begin < way < end]
        yield [_point_at(points, reached, begin), *inner, _point_at(points, reached, end)]
        begin += on + off


def _point_at(points: Sequence[Point], reached: Sequence[float], way: float) -> Point:
    """Returns the point of a line at the distance `way` from its start.

    `reached` holds the distance of each of the line's points.
    """
    index = min(bisect_right(reached, way), len(points) - 1)
    start, end = points[index - 1], points[index]
    length = reached[index] - reached[index - 1]
    part = (way - reached[index - 1]) / length if length else 0
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


class OtherParent(msgspec.Struct, frozen=True, rename="camel"):
    """Parent that the diagram names beside its child, because it has no node."""

    id: str | None
    name_ja: str
    name_en: str
    lines_ja: tuple[str, ...] | None = None
    lines_en: tuple[str, ...] | None = None


class Node(msgspec.Struct, frozen=True, rename="camel"):
    """Cultivar with its position in the diagram."""

    id: str | None
    name_ja: str
    name_en: str
    x: int
    y: int
    width: int
    height: int
    kind: Literal["self", "cultivar", "line", "native", "unknown"]
    code: str | None
    lines_ja: tuple[str, ...] | None = None
    lines_en: tuple[str, ...] | None = None
    others: tuple[OtherParent, ...] = msgspec.field(name="with", default=())


class Edge(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """Line from a parent to a child."""

    start: int
    end: int
    role: Role | None
    path: str


class Diagram(msgspec.Struct, frozen=True):
    """Layout of a lineage group."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


class Picture(msgspec.Struct, frozen=True, rename="camel"):
    """File name, titles and size in pixels of a diagram."""

    file: str
    name_ja: str
    name_en: str
    width: int
    height: int


class Diagrams(msgspec.Struct, frozen=True):
    """Fields of `diagrams.json` that this step reads."""

    groups: dict[str, Diagram]
    pictures: dict[str, Picture]


def draw_group(diagram: Diagram, picture: Picture, *, code: str, faces: Fonts) -> Canvas:
    """Returns the drawn pedigree of one lineage group: edges, names, and notes of parents."""
    canvas = Canvas((picture.width // SCALE, picture.height // SCALE), faces, scale=SCALE)
    _draw_title(canvas, picture, colour=LINEAGE_GROUPS[code].colour.light)
    for edge in diagram.edges:
        _draw_edge(canvas, edge)
    founders = set(range(len(diagram.nodes))) - {edge.end for edge in diagram.edges}
    for index, node in enumerate(diagram.nodes):
        _draw_name(canvas, node)
        _draw_notes(canvas, node, is_founder=index in founders)
    return canvas


def _draw_title(canvas: Canvas, picture: Picture, *, colour: str) -> None:
    """Draws the group's name, a rule and the legend."""
    right = picture.width / SCALE - MARGIN
    canvas.dot((MARGIN + DOT_X, 49), 6, fill=colour)
    canvas.text((MARGIN + NAME_X + 4, 58), picture.name_ja, style=Style(30, "mincho"))
    canvas.text((MARGIN + NAME_X + 5, 82), picture.name_en, style=Style(15, "mincho", MUTED))
    canvas.stroke([(MARGIN, 100), (right, 100)], colour=LINE, width=1)
    _draw_key(canvas, right)


def _draw_key(canvas: Canvas, right: float) -> None:
    """Draws the legend with the signs for seed and pollen parent, which need no translation."""
    for start, sign, pattern in ((right - 102, "♀", None), (right - 44, "♂", _PATTERNS["pollen"])):
        line: list[Point] = [(start, 77), (start + 26, 77)]
        for piece in [line] if pattern is None else dashes(line, *pattern):
            canvas.stroke(piece, colour=MUTED, width=1.25)
        canvas.text((start + 31, 82), sign, style=Style(13, colour=MUTED))


def _draw_edge(canvas: Canvas, edge: Edge) -> None:
    """Draws the line from a parent to its child, dashed by the parent's role."""
    points = [(x + MARGIN, y + TITLE) for x, y in points_of(edge.path)]
    width = 2 if edge.role == "selection" else 1.25
    pattern = _PATTERNS.get(edge.role)
    for piece in [points] if pattern is None else dashes(points, *pattern):
        canvas.stroke(piece, colour=MUTED, width=width)


def _draw_name(canvas: Canvas, node: Node) -> None:
    """Draws a name with its dot, in the colour of its lineage group."""
    x, middle = node.x + MARGIN, node.y + TITLE + node.height / 2
    if node.id is None:
        canvas.dot((x + DOT_X, middle), 3.5, fill=PAPER, outline=MUTED)
    else:
        colour = LINEAGE_GROUPS[node.code].colour.light if node.code else MUTED
        canvas.dot((x + DOT_X, middle), 4.5, fill=colour)
    japanese = " ".join(node.lines_ja or (node.name_ja,))
    english = " ".join(node.lines_en or (node.name_en,))
    style = Style(14, "bold" if node.kind == "self" else "medium")
    if node.id is None:
        style = Style(12, colour=MUTED)
    if japanese == english:
        canvas.text((x + NAME_X, middle + 5), japanese, style=style)
        return
    canvas.text((x + NAME_X, middle - 2), japanese, style=style)
    canvas.text((x + NAME_X, middle + 13), english, style=Style(10, colour=MUTED))


def _draw_notes(canvas: Canvas, node: Node, *, is_founder: bool) -> None:
    """Draws the parents without a node beside a name: one in two rows, two in one row each."""
    x = node.x + MARGIN + node.width + NOTE_GAP
    middle = node.y + TITLE + node.height / 2
    has_rows = len(node.others) == 1
    for index, other in enumerate(node.others):
        # Without a drawn parent the first note is the origin; others were crossed with it.
        sign = "←" if is_founder and index == 0 else "×"
        japanese = " ".join(other.lines_ja or (other.name_ja,))
        english = " ".join(other.lines_en or (other.name_en,))
        baseline = middle - 2 if has_rows and japanese != english else middle + 4
        baseline += (index - (len(node.others) - 1) / 2) * 15
        canvas.text((x, baseline), sign, style=Style(11, colour=MUTED))
        width = canvas.text((x + 16, baseline), japanese, style=Style(11, colour=MUTED))
        if japanese == english:
            continue
        second = (x + 16, baseline + 13) if has_rows else (x + 16 + width + 8, baseline)
        canvas.text(second, english, style=Style(9, colour=MUTED))


def draw_groups(build: Path, faces: Fonts) -> None:
    """Writes the image of each lineage group, from the layout that the client's build wrote."""
    layout = (build / "catalogue" / "diagrams.json").read_bytes()
    diagrams = msgspec.json.decode(layout, type=Diagrams)
    for code, picture in diagrams.pictures.items():
        canvas = draw_group(diagrams.groups[code], picture, code=code, faces=faces)
        canvas.save(build / "client" / "images" / picture.file)


def draw_cards(build: Path, faces: Fonts, *, name: SiteName) -> None:
    """Writes the site's share card for each language; called by the build."""
    for language in LANGUAGES:
        card = draw(site_card_content(language, name), faces, {})
        path = build / "client" / "images" / f"card-{language}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(card)


def main() -> None:
    """Writes the diagrams, the site's card and the fonts of cards into the build folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", type=Path, help="the build folder, with catalogue/diagrams.json")
    parser.add_argument("fonts", type=Path, help="node_modules/@expo-google-fonts")
    parser.add_argument("--name", default="Chanoki", help="the site's name")
    parser.add_argument("--name-ja", default="茶の木", help="its name in Japanese")
    arguments = parser.parse_args()
    faces = Fonts(arguments.fonts)
    # The host renders cards too, and has no node_modules in production.
    faces.copy_to(arguments.build / "faces")
    draw_groups(arguments.build, faces)
    draw_cards(arguments.build, faces, name=SiteName(arguments.name, arguments.name_ja))


if __name__ == "__main__":
    main()
