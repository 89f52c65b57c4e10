"""Skeletons of names by Unicode Technical Standard 39: names that look alike have one skeleton."""

import unicodedata
from collections.abc import Iterator
from functools import cache

from icu import SpoofChecker

# Signs that readers take for a letter of a name, beyond Unicode's table of confusable characters.
_LATIN = "abcdefghijklmnopqrstuvwxyz"
_BEYOND_UNICODE = str.maketrans(
    {
        # Enclosed in a circle or square, or half of a flag.
        **{chr(first + n): _LATIN[n] for first in (0x1F150, 0x1F170, 0x1F1E6) for n in range(26)},
        **dict(zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijkimnoprstuvwyz", strict=True)),
        **dict(zip("аеорсхуіѕјԁոктмнвһԛԝияєэ", "aeopcxyisjdnktmhbhqwnree", strict=True)),
        **dict(zip("αβεηικμνορτυωδ", "abenikmvoptuwd", strict=True)),
        **dict(zip("հսզցքյտտւԵոռթ", "huqgpjmmlenno", strict=True)),
        **dict(zip("ᏟᎠᎬᏀᎻᏆᎥᎫᏦᏞᎷᏢᎡᏚᎢᏙᎳᏃᏴᎪ", "cdeghiijkimprstvwzba", strict=True)),
        **dict(zip("ƍᑲᑯᏧᒪᖇᏒᎩᎽᛖᵌꞓᴎĸ", "gbddirryymeenk", strict=True)),
        **dict(zip("013456789$@|!ılɑɡɐɱʍŋƞɯ", "oieasbtbgsaiiiiagammnnw", strict=True)),
        # Unicode folds dashes of any kind to this sign; it is removed.
        "ー": None,
    }
)
# Replaced first, because Unicode folds them to letters that look different: sigma, "s", pi.
_BEFORE_FOLDING = str.maketrans("ϲϹſп", "cCfn")
# Spellings of one Japanese word: hiragana, small kana, and ideographs that look alike.
_KATAKANA = {code: chr(code + 0x60) for code in range(0x3041, 0x3097)}
_LARGE_KANA = str.maketrans(
    "ァィゥェォッャュョヮヵヶ三營营运宮菅埋入朩荼员團团",
    "アイウエオツヤユヨワカケミ営営運営管理人木茶員団団",
    "ー",
)
_NUMERALS = frozenset({"Nd", "Nl", "No", "So"})
# Letters that readers take for a vertical bar.
_BARS = frozenset("ǀǁǃ丨ㅣ")
# Two letters that close up to one; Unicode itself folds "m" to "rn".
_PAIRS = (("rn", "m"), ("vv", "w"), ("ci", "d"))


def skeleton(text: str) -> str:
    """Returns a form of the name that is equal for names that look alike.

    Case, accents, the kind of kana, spaces and signs do not count.
    """
    letters = text.translate(_BEFORE_FOLDING)
    # Twice, because a capital and its small letter look like different letters.
    folded = _unicode_skeleton(_unicode_skeleton(unicodedata.normalize("NFKC", letters)).casefold())
    letters = unicodedata.normalize("NFD", folded).translate(_BEYOND_UNICODE)
    looks = "".join(sign for sign in letters if sign.isalnum())
    for pair, letter in _PAIRS:
        looks = looks.replace(pair, letter)
    return looks


def spellings(text: str) -> Iterator[str]:
    """Yields the name as it is and without its numerals, and both without one of its signs or all.

    Readers take a sign for a letter, as in "@dmin", or leave it out, as in "|運営|".
    """
    signs = {sign for sign in text if _is_sign(sign)}
    for spelled in (text, _without_numerals(text)):
        for left_out in ("", *signs, "".join(signs)):
            yield spelled.translate(dict.fromkeys(map(ord, left_out)))


def signs_in(text: str) -> frozenset[str]:
    """Returns the punctuation and symbols of a name in NFKC, emoji among them."""
    normal = unicodedata.normalize("NFKC", text)
    return frozenset(sign for sign in normal if unicodedata.category(sign)[0] in "PS")


def _without_numerals(text: str) -> str:
    """Returns the name without digits, circled numbers and symbols, as in "①管理人" or "Ⓐ運営2"."""
    return "".join(sign for sign in text if unicodedata.category(sign) not in _NUMERALS)


def _is_sign(sign: str) -> bool:
    """Returns whether a character of a name is punctuation, a symbol or a bar."""
    category = unicodedata.category(sign)
    return sign in _BARS or (category[0] in "PS" and category not in _NUMERALS)


def _unicode_skeleton(text: str) -> str:
    """Returns the standard's skeleton of a text, in which all kana become large katakana."""
    return str(_checker().getSkeleton(0, text.translate(_KATAKANA).translate(_LARGE_KANA)))


@cache
def _checker() -> SpoofChecker:
    """Returns the checker of ICU, made on first use."""
    return SpoofChecker()
