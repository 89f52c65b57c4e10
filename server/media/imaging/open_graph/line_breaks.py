"""Line breaks of Japanese and English text, by phrases (BudouX) and kinsoku rules."""

import re
from collections.abc import Iterator
from itertools import pairwise

import budoux

# Characters that may not start a line, and characters that may not end one.
NOT_FIRST = frozenset(
    "、。，．・：；？！ー…‥」』）】〕〉》｝］’”ゝゞヽヾ々〃ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ゛゜～〜"
    "!?,.:;)]}%»"
)
NOT_LAST = frozenset("「『（【〔〈《｛［‘“([{«¥$#")

_JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9d\U00020000-\U0003ffff]")
_PARSER = budoux.load_default_japanese_parser()


def phrases(line: str) -> list[str]:
    """Splits a line at its preferred breaks, for headings and vertical columns.

    Running text uses `smallest_pieces`. The last piece of each word ends with a space, also at the
    end of the line.
    """
    pieces: list[str] = []
    for word in line.split():
        parts = _PARSER.parse(word) if _JAPANESE.search(word) else [word]
        for part in parts:
            # BudouX knows phrases, not the kinsoku rules.
            if pieces and not pieces[-1].endswith(" ") and _may_not_break(pieces[-1][-1], part[0]):
                pieces[-1] += part
            else:
                pieces.append(part)
        pieces[-1] += " "
    return pieces


def smallest_pieces(line: str) -> list[str]:
    """Splits a line at every permitted break, for running text; Latin words stay whole.

    The last piece of each word ends with a space, also at the end of the line.
    """
    pieces: list[str] = []
    for word in line.split():
        cuts = [0, *breaks_within(word), len(word)] if _JAPANESE.search(word) else [0, len(word)]
        pieces += [word[start:end] for start, end in pairwise(cuts)]
        pieces[-1] += " "
    return pieces


def _may_not_break(last: str, first: str) -> bool:
    """Returns whether the rules forbid a line break between two characters."""
    return last in NOT_LAST or first in NOT_FIRST


def breaks_within(piece: str) -> Iterator[int]:
    """Yields the positions at which the rules permit a break within a word or phrase."""
    for index in range(1, len(piece)):
        before, after = piece[index - 1], piece[index]
        is_word = before.isascii() and after.isascii() and before.isalnum() and after.isalnum()
        if not is_word and not _may_not_break(before, after):
            yield index
