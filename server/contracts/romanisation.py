"""English names of records: modified Hepburn without macrons, from the reading in kana."""

import re

from server.contracts.cultivar import Cultivar

_ROWS = {
    "": "あいうえお", "k": "かきくけこ", "g": "がぎぐげご", "s": "さしすせそ", "z": "ざじずぜぞ",
    "t": "たちつてと", "d": "だぢづでど", "n": "なにぬねの", "h": "はひふへほ", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ", "m": "まみむめも", "r": "らりるれろ",
}  # fmt: skip
_SYLLABLES = {
    **{
        kana: row + vowel
        for row, all_kana in _ROWS.items()
        for vowel, kana in zip("aiueo", all_kana, strict=True)
    },
    **dict(
        zip(
            "しちつふじぢづやゆよわをん",
            ["shi", "chi", "tsu", "fu", "ji", "ji", "zu", "ya", "yu", "yo", "wa", "o", "n"],
            strict=True,
        )
    ),
}
_SMALL = dict(zip("ゃゅょ", "auo", strict=True))


def romanised(kana: str) -> str:
    """Returns a reading in hiragana as romaji, long vowels as short ones.

    Other characters stay as they are.
    """
    letters: list[str] = []
    for sign in kana:
        if sign in _SMALL and letters:
            stem = letters.pop().removesuffix("i")
            letters.append(
                stem + ("" if stem.endswith(("h", "j")) and stem != "h" else "y") + _SMALL[sign]
            )
        elif letters and letters[-1] == "っ" and sign in _SYLLABLES:
            syllable = _SYLLABLES[sign]
            letters[-1] = ("t" if syllable.startswith("ch") else syllable[0]) + syllable
        else:
            letters.append(_SYLLABLES.get(sign, sign))
    return re.sub("uu", "u", re.sub("o[uo]", "o", "".join(letters).replace("ー", "")))


def reduce_for_comparison(text: str) -> str:
    """Returns a name without what the rule leaves open.

    That is case, spaces, hyphens, dots, "No." before a number, and a final "go" (号) after a digit.
    """
    return re.sub(r"[\s.-]|no\.(?=\s*\d)|(?<=\d)go$", "", text.lower())


def follows_rule(cultivar: Cultivar) -> bool:
    """Returns whether the English name is the romanised reading."""
    return reduce_for_comparison(cultivar.name_en) == reduce_for_comparison(
        romanised(cultivar.name_kana)
    )
