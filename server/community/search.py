"""Search text of posts: normal form, and bigrams for the database's word index.

Database tokenizers do not find Japanese words of two characters, so each bigram is spelled in
Latin letters, which every database indexes as one word.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from server.contracts.catalogue import CULTIVARS
from server.contracts.folded import fold_text
from server.contracts.limits import LIMITS
from server.contracts.reference import PREFECTURES, TEA_CATEGORIES

# PostgreSQL cannot store NUL; control characters are never searched for.
_CONTROLS = dict.fromkeys([*range(32), *range(127, 160)], " ")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_BASE = len(_LETTERS)
# Most characters whose spelling is cached.
SIGNS_MOST = 4096


def words_of(search: str) -> tuple[str, ...]:
    """Splits the text of a search into words in normal form without duplicates.

    Only its first LIMITS.search_characters characters are read.
    """
    if not search:
        return ()
    text = search[: LIMITS.search_characters].translate(_CONTROLS)
    return tuple(dict.fromkeys(fold_text(text).split()))


def text_of(
    texts: Iterable[str | None],
    *,
    tea_type: str | None,
    prefecture: str | None,
    tea_variety: str | None,
) -> str:
    """Returns the texts of a post and the names of its tea, prefecture and cultivar, folded.

    Folded is a text in normal form: width, case, kana and accents do not matter.
    """
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
    """Returns the words of a text for the word index: its bigrams, in six Latin letters each.

    Each line's last character is added in three letters: it begins no bigram, and a search for one
    character looks for words that begin with its three letters.
    """
    grams: dict[str, None] = {}
    for line in folded.split("\n"):
        grams.update(dict.fromkeys(_spelled(one) + _spelled(two) for one, two in pairwise(line)))
        grams.update(dict.fromkeys(map(_spelled, line[-1:])))
    return " ".join(grams)


def grams_of_words(words: Iterable[str]) -> tuple[str, ...]:
    """Returns the bigrams that every match of a search contains.

    A word of one character matches many bigrams, so it is used only if no word is longer.
    """
    searched = tuple(words)
    pairs = (_spelled(one) + _spelled(two) for word in searched for one, two in pairwise(word))
    return tuple(dict.fromkeys(pairs)) or tuple(dict.fromkeys(map(_spelled, searched)))


@lru_cache(maxsize=SIGNS_MOST)
def _spelled(sign: str) -> str:
    """Encodes a character as three Latin letters.

    Characters whose code points differ by a multiple of 26³ share theirs; a comparison with the
    text itself removes such false matches.
    """
    rest, third = divmod(ord(sign), _BASE)
    first, second = divmod(rest, _BASE)
    return _LETTERS[first % _BASE] + _LETTERS[second] + _LETTERS[third]
