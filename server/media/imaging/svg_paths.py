"""Conversion of SVG paths into points, and of points into dashes."""

import math
import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

Point = tuple[float, float]

_COMMAND = re.compile(r"([MLHVC])([^MLHVC]*)")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_STEPS = 24


def points_of(path: str) -> list[Point]:
    """Converts the absolute commands that the layout writes: M, L, H, V and C."""
    points: list[Point] = []
    for command, values in _COMMAND.findall(path):
        numbers = [float(number) for number in _NUMBER.findall(values)]
        points.extend(_reached(command, numbers, points[-1] if points else (0, 0)))
    return points


def _reached(command: str, numbers: list[float], start: Point) -> list[Point]:
    if command == "H":
        return [(numbers[0], start[1])]
    if command == "V":
        return [(start[0], numbers[0])]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    return _bend([start, *pairs]) if command == "C" else pairs


def _bend(controls: Sequence[Point]) -> list[Point]:
    return [_cubic(controls, step / _STEPS) for step in range(1, _STEPS + 1)]


def _cubic(controls: Sequence[Point], part: float) -> Point:
    rest = 1 - part
    weights = (rest**3, 3 * rest**2 * part, 3 * rest * part**2, part**3)
    x, y = (
        sum(weight * control[axis] for weight, control in zip(weights, controls, strict=True))
        for axis in (0, 1)
    )
    return x, y


def dashes(points: Sequence[Point], on: float, off: float) -> Iterator[list[Point]]:
    """Yields the visible pieces of a dashed line."""
    reached = list(accumulate(map(math.dist, points, points[1:]), initial=0.0))
    begin = 0.0
    while begin < reached[-1]:
        end = min(begin + on, reached[-1])
        inner = [point for point, way in zip(points, reached, strict=True) if begin < way < end]
        yield [_at(points, reached, begin), *inner, _at(points, reached, end)]
        begin += on + off


def _at(points: Sequence[Point], reached: Sequence[float], way: float) -> Point:
    index = min(bisect_right(reached, way), len(points) - 1)
    start, end = points[index - 1], points[index]
    length = reached[index] - reached[index - 1]
    part = (way - reached[index - 1]) / length if length else 0
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
