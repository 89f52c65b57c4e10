"""Colours of words on pages: each follows the theme, or stands on a colour that does not either."""

import re
from collections.abc import Iterator, Sequence

from tests.architecture.conftest import MakeHouse
from tests.architecture.house import House, expect_none

THEME = "client/ui/theme.css"
EVERY_PAGE = "client/app/layout/MainLayout.css"
STARS = "client/community/compose/fields/DetailFields.css"
MIX = ("muted", "line", "paper")
MIXED = re.compile(r"color: color-mix\(in srgb, var\(--muted\) (\d+)%, var\(--line\)\)")
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
RULE = re.compile(r"([^{};]+)\{([^{}]*)\}")
FIXED = r"[^;]*(?:#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\()"
WORDS = re.compile(rf"(?:^|[\s;])(?:color|fill):{FIXED}", re.IGNORECASE)
GROUND = re.compile(rf"(?:^|[\s;])background(?:-color)?:{FIXED}", re.IGNORECASE)


def test_colours_of_words_follow_the_theme(project: House) -> None:
    expect_none(unthemed(project))


def test_fixed_colour_on_a_ground_of_the_theme_is_detected(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/legal/a.css": ".lead {\n  color: #566052;\n}\n",
            "client/legal/b.css": "@media print {\n  .mark { background: #fff; color: #111; }\n}\n",
            "client/legal/c.css": ".line { border-color: #ddd; background-color: #fff; }\n",
            THEME: ":root { color: #20261f; }\n",
        }
    )

    assert list(unthemed(house)) == ["client/legal/a.css: .lead"]


def test_placeholders_have_the_muted_colour_on_every_page(project: House) -> None:
    coloured = [name for name, text in project.texts.items() if "::placeholder {" in text]

    assert [name for name in coloured if name.endswith(".css")] == [EVERY_PAGE]
    assert "::placeholder {\n    color: var(--muted);" in project.texts[EVERY_PAGE]


def test_unlit_stars_have_three_times_the_contrast_of_paper_in_both_themes(project: House) -> None:
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


def unthemed(house: House) -> Iterator[str]:
    """Yields the rules whose words have the same colour in both themes, but not their ground."""
    sheets = {name: text for name, text in house.texts.items() if name.endswith(".css")}
    for name in sorted(sheets.keys() - {THEME}):
        for selector, declared in RULE.findall(COMMENT.sub("", sheets[name])):
            if WORDS.search(declared) and not GROUND.search(declared):
                yield f"{name}: {selector.strip()}"
