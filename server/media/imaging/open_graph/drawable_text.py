"""Reduction of any text to characters that the fonts cover."""

import unicodedata
from collections.abc import Container

# The input is cut to this multiple first, which bounds the work for any text.
RAW_PER_SIGN = 8

# Combining voiced and semi-voiced sound marks of kana.
VOICED = "\u3099\u309a"


def clean(text: str, covered: Container[int], *, most: int) -> str:
    """Returns the text of covered characters, without empty lines, cut to `most` characters."""
    raw = unicodedata.normalize("NFC", text[: most * RAW_PER_SIGN])
    lines = (_line(line, covered) for line in raw.splitlines())
    return "\n".join(line for line in lines if line)[:most].strip()


def clean_line(text: str, covered: Container[int], *, most: int) -> str:
    """Returns the text of covered characters in one line, cut to `most` characters."""
    return clean(text, covered, most=most).replace("\n", " ")


def _line(text: str, covered: Container[int]) -> str:
    """Returns a line with only covered characters and single spaces."""
    return " ".join("".join(_drawable(sign, covered) for sign in text).split())


def _is_accent(sign: str) -> bool:
    return unicodedata.category(sign) in {"Mn", "Me"} and sign not in VOICED


def _drawable(sign: str, covered: Container[int]) -> str:
    """Returns the character, its NFKC form or its base letter if the fonts cover it, or nothing."""
    kind = unicodedata.category(sign)
    if sign == "\t" or kind.startswith("Z"):
        return " "
    # Controls, direction marks, joiners, and accents that belong to no letter of the fonts: a
    # pile of them would reach into the line above.
    if kind.startswith("C") or _is_accent(sign):
        return ""
    if ord(sign) in covered:
        return sign
    meant = unicodedata.normalize("NFKC", sign)
    if meant != sign and all(ord(one) in covered for one in meant):
        return meant
    letters = [one for one in unicodedata.normalize("NFKD", sign) if not _is_accent(one)]
    is_plain = letters and all(ord(one) in covered for one in letters)
    return "".join(letters) if is_plain else ""
