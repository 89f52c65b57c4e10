"""Folding of names: kana, old kanji, width, macrons, spaces and romaji become equal.

Invisible characters are left out.
The browser's search folds by the same rules; a contract test compares the two.
"""

import re
import unicodedata

from server.contracts.folded import without_invisible

# Katakana ァ to ヶ, each 0x60 above its hiragana.
_HIRAGANA = {code: code - 0x60 for code in range(0x30A1, 0x30F7)}
# Old forms of kanji, each before its present form.
_OLD_AND_PRESENT = (
    "國国學学縣県澤沢靜静瀧滝龍竜圓円寶宝壽寿豐豊綠緑鐵鉄眞真德徳廣広實実榮栄會会"
    "號号濱浜邊辺齋斎齊斉藥薬萬万惠恵來来淺浅關関獨独曉暁檢検櫻桜藪薮峯峰嶋島嶽岳驛駅"
)
_PRESENT_KANJI = dict(zip(map(ord, _OLD_AND_PRESENT[::2]), _OLD_AND_PRESENT[1::2], strict=True))
_ACCENTS = re.compile("[\u0300-\u036f]")
_FILLERS = re.compile(r"[\s\-_'’.・･ー－‐–—~〜()（）「」]")

# Romaji systems meet in one spelling; the order matters, longer spellings come first.
_ROMAJI = tuple(
    (re.compile(pattern), spelling)
    for pattern, spelling in (
        ("sy(?=[aiueo])", "sh"),
        ("(?:ty|cy)(?=[aiueo])", "ch"),
        ("(?:zy|jy|dy)(?=[aiueo])", "j"),
        ("si", "shi"),
        ("ti", "chi"),
        ("(?<!t)tu", "tsu"),
        ("(?<![sc])hu", "fu"),
        ("[zd]i", "ji"),
        ("dzu|du", "zu"),
        ("m(?=[bp])", "n"),
        ("n(?=n[bcdfghjkmprstwz])", ""),
        ("o[uoh](?![aiueo])|oo", "o"),
        ("uu", "u"),
    )
)


def fold_name(text: str) -> str:
    """Returns the name in its folded form, which is equal for spellings of one name."""
    visible = without_invisible(unicodedata.normalize("NFKC", text))
    present = visible.translate(_PRESENT_KANJI)
    hiragana = present.lower().translate(_HIRAGANA)
    # Latin accents go, the Japanese voicing marks stay: they tell one name from another.
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", hiragana))
    folded = _FILLERS.sub("", unicodedata.normalize("NFC", bare))
    for pattern, spelling in _ROMAJI:
        folded = pattern.sub(spelling, folded)
    return folded
