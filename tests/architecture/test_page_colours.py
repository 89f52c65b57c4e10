"""Colours of words on pages: each follows the theme, or stands on a colour that does not either."""

import re
from collections.abc import Iterator

from tests.architecture.conftest import MakeHouse
from tests.architecture.house import House, expect_none

THEME = "client/ui/theme.css"
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


def unthemed(house: House) -> Iterator[str]:
    """Yields the rules whose words have the same colour in both themes, but not their ground."""
    sheets = {name: text for name, text in house.texts.items() if name.endswith(".css")}
    for name in sorted(sheets.keys() - {THEME}):
        for selector, declared in RULE.findall(COMMENT.sub("", sheets[name])):
            if WORDS.search(declared) and not GROUND.search(declared):
                yield f"{name}: {selector.strip()}"
