"""Normal form of texts for searches and comparisons."""

import re
import unicodedata

from server.contracts.invisible import without_invisible

_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
_ACCENTS = re.compile("[\u0300-\u036f]")


def fold_text(text: str) -> str:
    """Returns a text in NFKC, lower case and hiragana, in single spaces.

    Latin accents and invisible characters are left out.
    """
    visible = without_invisible(unicodedata.normalize("NFKC", text))
    hiragana = visible.lower().translate(_HIRAGANA)
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", hiragana))
    return " ".join(unicodedata.normalize("NFC", bare).split())
