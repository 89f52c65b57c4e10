"""Validation of members' texts: one normal form, no invisible or bidi characters."""

import re
import unicodedata

from server.contracts.limits import LIMITS

# No character has more than four parts; a text longer than this is too long for every field.
_LONGEST = max(LIMITS.comment_characters, LIMITS.bio_characters, LIMITS.post_content_characters)
_UNCOMPOSED_MOST = 4 * _LONGEST

# Letters or signs by their category that are invisible all the same.
_BLANK_LOOKING = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_IGNORABLE = frozenset("\u00ad\u034f\u061c\u180b\u180c\u180d\u180e\u180f\ufeff")
_JOINERS = ((0x200B, 0x200F), (0x2060, 0x206F))
# Joiners, directions, annotations, shorthand controls, musical beams, tags.
_WITHOUT_WIDTH = (
    *_JOINERS,
    (0x202A, 0x202E),
    (0xFFF0, 0xFFFB),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
)
_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")

_JOINER = "\u200d"
_MARKS_MOST = 3
# East Asian wide and full-width characters; client/language/columns.ts has the same list.
_WIDE = re.compile(
    "[\u1100-\u115f\u231a\u231b\u23e9-\u23ec\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf"
    "\u4e00-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b"
    "\uff01-\uff60\uffe0-\uffe6\U0001f300-\U0001f64f\U0001f900-\U0001f9ff"
    "\U00020000-\U0003fffd]"
)
_BLANK_LINES = re.compile("\n{3,}")
_LINE_ENDS = re.compile("\r\n?|\u2028|\u2029|\u0085")


def normalise(text: str) -> str:
    """Returns the form for storing, comparing and counting: NFC, LF line ends, no outer space.

    A run of blank lines becomes one. A text longer than any field is not composed: ordering
    thousands of marks takes minutes.
    """
    trimmed = _trim(_fold_blank_lines(_LINE_ENDS.sub("\n", text)))
    if len(trimmed) > _UNCOMPOSED_MOST:
        return trimmed
    return _trim(unicodedata.normalize("NFC", trimmed))


def _fold_blank_lines(text: str) -> str:
    """Returns the text with one blank line in place of several."""
    lines = ("" if all(map(_is_space, line)) else line for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines))


def is_blank(text: str) -> bool:
    """Returns whether the text is invisible, as a combining mark without a base is."""
    return all(_is_invisible(sign) or _is_mark(sign) for sign in text)


def may_be_name(text: str) -> bool:
    """Returns whether a line of text has only characters that a displayed name may have.

    Those are visible ones and spaces; joiners and selectors only where they change a pictograph or
    ideograph; and no more than three combining marks in a row.
    """
    return not _is_piled(text) and all(_fits_name(text, index) for index in range(len(text)))


def may_be_prose(text: str) -> bool:
    """Returns whether a text has no bidi overrides and no controls but line breaks and tabs.

    Nor may it have more than three combining marks in a row.
    """
    return not _is_piled(text) and not any(
        sign in _OVERRIDES or (unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\t")
        for sign in text
    )


def cut_to_columns(text: str, most: int) -> str:
    """Returns a line cut to a width, with "…"; a full-width character has two columns."""
    if _columns(text) <= most:
        return text
    left = most - 1
    for index, sign in enumerate(text):
        left -= _columns(sign)
        if left < 0:
            return f"{text[:index].rstrip(' ')}…"
    return text


def _columns(text: str) -> int:
    """Returns the width of a line in columns."""
    return len(text) + len(_WIDE.findall(text))


def _trim(text: str) -> str:
    """Removes spaces and invisible characters at both ends."""
    start, end = 0, len(text)
    while start < end and _is_space(text[start]):
        start += 1
    while end > start and _is_space(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_space(sign: str) -> bool:
    """Returns whether a character is a space, has no width, or looks blank."""
    is_zero_width = any(first <= ord(sign) <= last for first, last in _JOINERS)
    return sign.isspace() or is_zero_width or sign in _BLANK_LOOKING or sign in _IGNORABLE


def _is_invisible(sign: str) -> bool:
    """Returns whether a character is a space, or has no width."""
    return _is_space(sign) or _has_no_width(sign)


def _has_no_width(sign: str) -> bool:
    """Returns whether a character has no width: a selector, a joiner or an invisible control."""
    is_control = any(first <= ord(sign) <= last for first, last in _WITHOUT_WIDTH)
    return is_control or _is_selector(sign) or sign in _IGNORABLE


def _is_mark(sign: str) -> bool:
    """Returns whether a character is a combining mark."""
    return unicodedata.category(sign) in {"Mn", "Me"}


def _is_selector(sign: str) -> bool:
    """Returns whether a character is a variation selector."""
    return 0xFE00 <= ord(sign) <= 0xFE0F


def _fits_name(text: str, index: int) -> bool:
    """Returns whether the character at this index may be in a name, next to its neighbours."""
    sign, before = text[index], text[index - 1 : index]
    if sign in " \u3000":
        return True
    if sign == _JOINER:
        return _is_pictograph(before) and _is_pictograph(text[index + 1 : index + 2])
    if _is_selector(sign):
        # A keycap is a digit, "#" or "*" with a selector.
        return _is_pictograph(before) or (before != "" and before in "#*0123456789")
    if 0xE0100 <= ord(sign) <= 0xE01EF:
        # Variation selectors of Japanese family names: they distinguish two forms of one ideograph.
        return unicodedata.name(before or " ", "").startswith("CJK")
    return not _is_invisible(sign) and _is_ordinary(sign)


def _is_ordinary(sign: str) -> bool:
    """Returns whether a character is no control, format, surrogate, private or unassigned one."""
    category = unicodedata.category(sign)
    if category == "Cn":
        # Pictographs that are newer than Python's Unicode tables.
        return _is_pictograph(sign)
    return category not in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def _is_pictograph(sign: str) -> bool:
    """Returns whether the character belongs to a pictograph, with skin tones and selectors."""
    if not sign:
        return False
    code = ord(sign)
    return 0x1F000 <= code <= 0x1FAFF or 0x2190 <= code <= 0x2BFF or _is_selector(sign)


def _is_piled(text: str) -> bool:
    """Returns whether more than three combining marks follow one another, as no language needs.

    Characters without a width between them do not part them: all marks are drawn on one letter.
    """
    run = 0
    for sign in text:
        if _is_mark(sign) and not _is_selector(sign):
            run += 1
        elif run and not _has_no_width(sign):
            run = 0
        if run > _MARKS_MOST:
            return True
    return False
