"""Tests that colours of text follow the theme, unless their background is fixed too."""

import re
from collections.abc import Iterator, Sequence

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import SourceTree, expect_none

THEME = "client/ui/theme.css"
EVERY_PAGE = "client/app/layout/MainLayout.css"
STARS = "client/community/compose/fields/DetailFields.css"
MIX = ("muted", "line", "paper")
MIXED = re.compile(r"color: color-mix\(in srgb, var\(--muted\) (\d+)%, var\(--line\)\)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
FIXED = r"[^;]*(?:#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\()"
FIXED_TEXT_COLOUR = re.compile(rf"(?:^|[\s;])(?:color|fill):{FIXED}", re.IGNORECASE)
FIXED_BACKGROUND = re.compile(rf"(?:^|[\s;])background(?:-color)?:{FIXED}", re.IGNORECASE)


def test_colours_of_text_follow_the_theme(project: SourceTree) -> None:
    expect_none(rules_with_fixed_text_colour(project))


def test_fixed_text_colour_without_a_fixed_background_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/legal/a.css": ".lead {\n  color: #566052;\n}\n",
            "client/legal/b.css": "@media print {\n  .mark { background: #fff; color: #111; }\n}\n",
            "client/legal/c.css": ".line { border-color: #ddd; background-color: #fff; }\n",
            THEME: ":root { color: #20261f; }\n",
        }
    )

    assert list(rules_with_fixed_text_colour(tree)) == ["client/legal/a.css: .lead"]


def test_placeholders_have_the_muted_colour_on_every_page(project: SourceTree) -> None:
    coloured = [name for name, text in project.texts.items() if "::placeholder {" in text]

    assert [name for name in coloured if name.endswith(".css")] == [EVERY_PAGE]
    assert "::placeholder {\n    color: var(--muted);" in project.texts[EVERY_PAGE]


def test_unlit_stars_have_three_times_the_contrast_of_paper_in_both_themes(
    project: SourceTree,
) -> None:
    [share] = {int(one) for one in MIXED.findall(project.texts[STARS])}
    colours = [re.findall(rf"--{one}: #(\w{{6}});", project.texts[THEME]) for one in MIX]

    for muted, line, paper in zip(*colours, strict=True):
        star = [
            a * share / 100 + b * (1 - share / 100)
            for a, b in zip(rgb(muted), rgb(line), strict=True)
        ]
        darker, lighter = sorted((luminance(star), luminance(rgb(paper))))
        assert (lighter + 0.05) / (darker + 0.05) >= 3


def rgb(colour: str) -> list[float]:
    return [value / 255 for value in bytes.fromhex(colour)]


def luminance(colour: Sequence[float]) -> float:
    """Returns the relative luminance of WCAG 2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def rules_with_fixed_text_colour(tree: SourceTree) -> Iterator[str]:
    """Yields CSS rules with a fixed colour of text but no fixed background."""
    sheets = {name: text for name, text in tree.texts.items() if name.endswith(".css")}
    for name in sorted(sheets.keys() - {THEME}):
        for selector, declared in RULE.findall(COMMENT.sub("", sheets[name])):
            if FIXED_TEXT_COLOUR.search(declared) and not FIXED_BACKGROUND.search(declared):
                yield f"{name}: {selector.strip()}"
