"""The style sheet of the display face: its files, and a fallback that takes up the same room."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

FAMILY = "Chanoki Mincho"
WEIGHT = 600

# Faces that readers may have, by full and by PostScript name, the heavier weight first. Linux comes
# first: there Chromium asks another process for each name, once for each size of text.
LOCAL_JAPANESE = (
    "Noto Serif CJK JP SemiBold",
    "Noto Serif CJK JP",
    "HiraMinProN-W6",
    "Hiragino Mincho ProN",
    "YuMincho-Demibold",
    "Yu Mincho Demibold",
    "Yu Mincho",
    "Noto Serif JP",
)
LOCAL_LATIN = (
    "Liberation Serif Bold",
    "Times New Roman Bold",
    "TimesNewRomanPS-BoldMT",
    "Tinos Bold",
)

# Advance widths of Times Bold in thousandths, which all of LOCAL_LATIN share.
_TIMES_BOLD = (
    (250, " "),
    (278, "il"),
    (333, "fjt"),
    (389, "s"),
    (444, "cerz"),
    (500, "agovxy"),
    (556, "bdhknpqu"),
    (722, "w"),
    (833, "m"),
)
_SAMPLE = "every leaf has a lineage japanese tea cultivars of the field atlas yabukita okumidori"
_LATIN_RANGE = "U+20-24F,U+2010-2027"


@dataclass(frozen=True)
class Metrics:
    """What a line of text measures, in the face's own units."""

    em: int
    ascent: int
    descent: int
    gap: int
    advances: Mapping[str, int]


def stylesheet(parts: Mapping[str, Iterable[int]], metrics: Metrics) -> str:
    """Returns the rules of the subsets (`parts`: code points by file) and of the fallback fonts."""
    own = [_own_face(name, part) for name, part in parts.items()]
    # The later of two faces of one name wins where their ranges meet.
    japanese = _write_fallback(LOCAL_JAPANESE, metrics, adjust=1)
    latin = _write_fallback(LOCAL_LATIN, metrics, adjust=_latin_adjust(metrics), only=_LATIN_RANGE)
    return "\n".join([*own, japanese, latin])


def unicode_range(codes: Iterable[int]) -> str:
    """Returns the characters as the shortest list of spans, such as U+20-7E,U+3042."""
    ordered = sorted(codes)
    ends = [first for first, second in pairwise(ordered) if second != first + 1] + ordered[-1:]
    starts = ordered[:1] + [second for first, second in pairwise(ordered) if second != first + 1]
    spans = zip(starts, ends, strict=True)
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in spans)


def _own_face(name: str, part: Iterable[int]) -> str:
    """Returns the rule of one subset of the display face."""
    return _write_face(
        FAMILY,
        {
            "src": f'url("./{name}.woff2") format("woff2")',
            "font-display": "swap",
            "unicode-range": unicode_range(part),
        },
    )


def _write_fallback(
    names: Iterable[str], metrics: Metrics, *, adjust: float, only: str | None = None
) -> str:
    """Returns the rule of a local font, adjusted to the metrics of the display face.

    `adjust` is the factor of its size, `only` limits it to a range of code points.
    """
    rules = {
        "src": ", ".join(f'local("{name}")' for name in names),
        "size-adjust": _percent(adjust),
        "ascent-override": _percent(metrics.ascent / metrics.em / adjust),
        "descent-override": _percent(metrics.descent / metrics.em / adjust),
        "line-gap-override": _percent(metrics.gap / metrics.em / adjust),
    }
    return _write_face(f"{FAMILY} Fallback", rules | ({"unicode-range": only} if only else {}))


def _write_face(family: str, rules: Mapping[str, str]) -> str:
    """Returns the text of a `@font-face` rule: family, WEIGHT, and the descriptors in `rules`."""
    every = {"font-family": f'"{family}"', "font-weight": str(WEIGHT), **rules}
    lines = "".join(f"  {name}: {value};\n" for name, value in every.items())
    return f"@font-face {{\n{lines}}}\n"


def _latin_adjust(metrics: Metrics) -> float:
    """Returns the width of `_SAMPLE` in the face, as a multiple of that in the Latin fallback."""
    times = {letter: width for width, letters in _TIMES_BOLD for letter in letters}
    own_width = sum(metrics.advances[letter] for letter in _SAMPLE) / metrics.em
    return own_width / (sum(times[letter] for letter in _SAMPLE) / 1000)


def _percent(part: float) -> str:
    return f"{part * 100:.2f}".rstrip("0").rstrip(".") + "%"
