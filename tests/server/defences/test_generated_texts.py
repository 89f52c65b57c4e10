"""Generated texts: equal counts in browser and host, and stored without loss."""

import sys
import unicodedata
from pathlib import Path

from tests.fuzzing.site import fuzzed_site
from tests.fuzzing.texts import (
    generate_texts,
    normalised_by_client,
    normalised_by_host,
    write_and_read_back,
)

# `python -m tests.fuzzing` takes more.
TEXTS = 100
COUNTED = 1000
# Unassigned and private characters: the two sides may use different versions of Unicode.
LEFT_OUT = ("Cn", "Co", "Cs")
# A mark that is a letter in newer versions of Unicode.
MOVED = frozenset("\U0001171e")
IDEOGRAPHS = (0x3400, 0x9FFF), (0xAC00, 0xD7A3), (0x17000, 0x18CFF), (0x20000, 0x323AF)


def test_generated_texts_are_read_back_as_expected(tmp_path: Path, database_url: str) -> None:
    with fuzzed_site(tmp_path, database_url, role="moderator") as site:
        assert write_and_read_back(site, TEXTS, seed_number=1) == {}


def test_browser_and_host_count_generated_texts_equally() -> None:
    some = generate_texts(COUNTED, seed_number=2)

    assert normalised_by_client(some) == [normalised_by_host(text) for text in some]


def test_browser_and_host_count_every_character_equally() -> None:
    signs = [sign for sign in map(chr, range(sys.maxunicode + 1)) if is_compared(sign)]
    some = [*signs, *(f"{sign}茶{sign}" for sign in signs)]

    theirs = normalised_by_client(some)

    ours = [normalised_by_host(text) for text in some]
    different = [
        f"{text!r}: {one} and {other}"
        for text, one, other in zip(some, theirs, ours, strict=True)
        if one != other
    ]
    assert different == []


def is_compared(sign: str) -> bool:
    """Returns whether Python and the browser must agree on a character."""
    code = ord(sign)
    is_ideograph = any(first < code < last for first, last in IDEOGRAPHS)
    is_settled = sign not in MOVED and unicodedata.category(sign) not in LEFT_OUT
    return is_settled and not is_ideograph


def test_invisible_text_is_blank_in_browser_and_host() -> None:
    blank = [
        "",
        "　",
        "\u200b",
        "\u2800",
        "\u3164",
        "\u0301",
        "\U0001bca0",
        "\u202e\ufe0f",
        "\U000e0041",
    ]

    assert normalised_by_client(blank) == [("", 0)] * len(blank)
    assert [normalised_by_host(text) for text in blank] == [("", 0)] * len(blank)
