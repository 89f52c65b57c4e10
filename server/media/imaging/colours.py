"""Palette and type names of drawn images; imports no imaging library."""

from typing import Literal

PAPER = "#FAF8F1"
INK = "#20261F"
MUTED = "#566052"
LINE = "#DCDACB"
TEA = "#2F5D3A"

Point = tuple[float, float]
Weight = Literal["regular", "medium", "bold", "mincho"]
