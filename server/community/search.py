"""Words to search posts by: texts folded to one form, and cut into pairs of letters for an index.

No engine's own tokens know Japanese words of two characters, so the pairs are spelled in letters
that every engine takes for one word.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.reference import PREFECTURES, TEA_CATEGORIES

_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_ACCENTS = re.compile("[\u0300-\u036f]")
# No database keeps a NUL, and no control character was ever meant to be found.
_CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], " ")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BASE = len(_LETTERS)
# The signs of everyday writing, each spelled over and over.
SIGNS_MOST = 4096


def fold_text(text: str) -> str:
    """Width, case, kana and accents do not matter; every other sign stays what it is."""
    hiragana = unicodedata.normalize("NFKC", text).lower().translate(_HIRAGANA)
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", hiragana))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def words_of(search: str) -> tuple[str, ...]:
    """What each found post must contain; the same word twice is one."""
    if not search:
        return ()
    asked = search[: LIMITS.search_characters].translate(_CONTROLS)
    return tuple(dict.fromkeys(fold_text(asked).split()))


def text_of(
    texts: Iterable[str | None],
    *,
    tea_type: str | None,
    prefecture: str | None,
    tea_variety: str | None,
) -> str:
    """All that a post can be found by: what it says, and the names of what it is about."""
    category = TEA_CATEGORIES.get(tea_type or "")
    place = PREFECTURES.get(prefecture or "")
    cultivar = CULTIVARS.get(tea_variety or "")
    names = [
        *((category.name, category.name_ja) if category else ()),
        *((place.name, place.name_ja) if place else ()),
        *((cultivar.name_ja, cultivar.name_kana, cultivar.name_en) if cultivar else ()),
    ]
    return "\n".join(fold_text(text) for text in [*texts, *names] if text)


def grams_of(folded: str) -> str:
    """Every pair of neighbours, and each line's last sign alone, once each."""
    grams: dict[str, None] = {}
    for line in folded.split("\n"):
        grams.update(dict.fromkeys(_spelled(one) + _spelled(two) for one, two in pairwise(line)))
        grams.update(dict.fromkeys(map(_spelled, line[-1:])))
    return " ".join(grams)


def grams_asked(words: Iterable[str]) -> tuple[str, ...]:
    """What every found text has; where all words are of one sign, such pairs or ends of lines.

    One sign begins many pairs: beside a whole pair it would cost more than it sorts out.
    """
    asked = tuple(words)
    pairs = (_spelled(one) + _spelled(two) for word in asked for one, two in pairwise(word))
    return tuple(dict.fromkeys(pairs)) or tuple(dict.fromkeys(map(_spelled, asked)))


@lru_cache(maxsize=SIGNS_MOST)
def _spelled(sign: str) -> str:
    """Three letters; some rare signs share theirs, which the look at the text itself puts right."""
    rest, third = divmod(ord(sign), _BASE)
    first, second = divmod(rest, _BASE)
    return _LETTERS[first % _BASE] + _LETTERS[second] + _LETTERS[third]
