"""Normal form of texts for searches and comparisons."""

import re
import unicodedata

from server.contracts.limits import LIMITS

_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_ACCENTS = re.compile("[\u0300-\u036f]")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
# Unicode's default ignorable code points (soft hyphen, joiners, directions, variation selectors,
# tags) and the controls of annotations; client/cultivars/search/invisible.ts has the same.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def fold_text(text: str) -> str:
    """Returns a text in NFKC, lower case and hiragana, in single spaces.

    Latin accents and invisible characters are left out.
    """
    visible = without_invisible(unicodedata.normalize("NFKC", text))
    hiragana = visible.lower().translate(_HIRAGANA)
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", hiragana))
    return " ".join(unicodedata.normalize("NFC", bare).split())


def without_invisible(text: str) -> str:
    """Returns a text without characters that show nothing; spaces and controls stay."""
    return _INVISIBLE.sub("", text)


def read_search(text: str) -> str:
    """Returns a search as pages show it: cut to its limit, without characters that show nothing."""
    visible = without_invisible(_CONTROLS.sub("", text))
    return visible.strip()[: LIMITS.search_characters]
