"""Japanese line breaking, shrinking of texts to their box, and removal of undrawable characters."""

from itertools import pairwise

import pytest

from server.media.imaging.canvas import Fonts
from server.media.imaging.open_graph.drawable_text import clean, clean_line
from server.media.imaging.open_graph.line_breaks import (
    NOT_FIRST,
    NOT_LAST,
    phrases,
    smallest_pieces,
)
from server.media.imaging.open_graph.text_fit import ELLIPSIS, TextBox, fit
from server.media.imaging.open_graph.vertical_text import cells_of, split_into_columns
from tests.server.media.imaging.open_graph.cards import FACES, HOSTILE

DRAWN = Fonts(FACES).characters

# A text of only forbidden characters has to start a line with one.
WITH_WORDS = [
    text for text in HOSTILE if not set(clean(text, DRAWN, most=400)) <= NOT_FIRST | NOT_LAST
]


def wide(text: str) -> float:
    """Returns the width of a text: 0.5 for each ASCII character, 1 for each other one."""
    return sum(0.5 if sign.isascii() else 1 for sign in text)


def test_heading_breaks_lines_between_phrases() -> None:
    room = TextBox(width=32, height=100, largest=5, smallest=5, leading=1.2)

    lines = fit("日本茶の品種をたどる地図帳", room, wide).lines

    assert lines == ("日本茶の", "品種をたどる", "地図帳")


@pytest.mark.parametrize("text", WITH_WORDS)
def test_lines_never_start_or_end_with_forbidden_characters(text: str) -> None:
    cleaned = clean(text, DRAWN, most=400)
    room = TextBox(width=200, height=300, largest=20, smallest=12, leading=1.2)

    lines = fit(cleaned, room, wide).lines

    for before, after in pairwise(lines):
        is_within_a_word = before[-1].isascii() and after[0].isascii()
        if not is_within_a_word:
            assert after[0] not in NOT_FIRST, (before, after)
            assert before[-1] not in NOT_LAST, (before, after)


def test_short_text_uses_the_largest_size() -> None:
    setting = fit("茶", TextBox(width=500, height=500, largest=60, smallest=20), wide)

    assert (setting.size, setting.lines, setting.is_whole) == (60, ("茶",), True)


def test_long_text_shrinks_then_wraps_then_ends_with_an_ellipsis() -> None:
    room = TextBox(width=200, height=72, largest=40, smallest=20, leading=1.2)

    assert fit("新茶の季節です。", room, wide).size < 40
    cut = fit("新茶の季節です。" * 20, room, wide)

    assert (cut.size, len(cut.lines), cut.is_whole) == (20, 3, False)
    assert cut.lines[-1].endswith(ELLIPSIS)
    assert all(wide(line) * cut.size <= room.width for line in cut.lines)


def test_ellipsis_follows_a_whole_word() -> None:
    cut = fit("one two threefold four", TextBox(width=70, height=12, largest=10, smallest=10), wide)

    assert cut.lines == (f"one two{ELLIPSIS}",)


def test_word_is_split_only_when_no_size_fits() -> None:
    room = TextBox(width=100, height=100, largest=30, smallest=10)

    assert fit("Makinohara", room, wide).lines == ("Makinohara",)
    assert len(fit("W" * 40, room, wide).lines) > 1


def test_phrases_and_smallest_pieces_join_to_the_original_text() -> None:
    text = "（煎茶）、60℃で2分。 Good tea!"

    assert "".join(phrases(text)).strip() == text
    assert "".join(smallest_pieces(text)).strip() == text


@pytest.mark.parametrize(
    ("given", "drawn"),
    [
        ("茶\u200b\u202e\u2066の\ufeff木", "茶の木"),
        ("🍵お茶🍵", "お茶"),
        ("👨‍👩‍👧‍👦", ""),
        ("𝓗𝓮𝓵𝓵𝓸", "Hello"),
        ("Việt", "Viet"),
        ("e\u0301\u0302\u0303", "é"),
        ("か\u3099", "が"),
        ("a\x00b\x1bc", "abc"),
        ("one \u3000\t two", "one two"),
        ("ŉ", "n"),
    ],
)
def test_characters_missing_in_all_fonts_are_replaced_or_removed(given: str, drawn: str) -> None:
    assert clean_line(given, DRAWN, most=40).removeprefix("ʼ") == drawn


def test_line_breaks_are_kept_and_empty_lines_are_removed() -> None:
    assert clean("one\r\n\n \ntwo", DRAWN, most=40) == "one\ntwo"
    assert clean_line("one\ntwo", DRAWN, most=40) == "one two"


def test_text_is_truncated_to_the_maximum_length() -> None:
    assert len(clean("茶" * 1_000_000, DRAWN, most=400)) == 400


def test_vertical_text_puts_up_to_three_digits_into_one_cell() -> None:
    assert cells_of("静印雑131") == ["静", "印", "雑", "131"]
    assert cells_of("静7132") == ["静", "7", "1", "3", "2"]
    assert cells_of("Z1") == ["Z1"]


def test_long_vertical_heading_is_split_into_two_columns() -> None:
    assert split_into_columns("特定商取引法に基づく表記", longest=7, most=2) == (
        "特定商取引法に",
        "基づく表記",
    )
    assert split_into_columns("品種", longest=7, most=2) == ("品種",)
