"""Names that a post or comment mentions: `@` and the name, which may have spaces."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

# Further mentions of a text are plain text.
MENTIONS_MOST = 5
# Length of the column of names.
NAME_CHARACTERS = 50
# An address of e-mail is no mention.
_MARK = re.compile(r"(?<![\w@.])@(?=\w)")
# A name ends before a sign, a space or a Japanese title, which has no space before it.
_END = re.compile(r"さん|さま|様|くん|ちゃん|\W|$")
# Web address with a path, in which `client/language/links.ts` finds no mention.
_ADDRESS = re.compile(r"https?://[\w.-]+(?::\d+)?[/?#][A-Za-z0-9_\-.~:/?#\[\]@!$&'()*+,;=%]*", re.I)
_JOINER = "\u200d"


class Mark(NamedTuple):
    """Mention in a text: the index of its `@` in characters, and the names that may follow it.

    As names may have spaces, these are several: the longest first.
    """

    at: int
    names: tuple[str, ...]


def utf16_length(text: str) -> int:
    """Returns the number of UTF-16 code units of a text, the unit in which browsers count."""
    return len(text.encode("utf-16-le")) // 2


def marks_in(content: str) -> Iterator[Mark]:
    """Yields the first mentions of a text, at most MENTIONS_MOST, none inside web addresses.

    Whether a member has one of the names is not looked up here.
    """
    addresses = [address.span() for address in _ADDRESS.finditer(content)]
    places = (mark.start() for mark in _MARK.finditer(content))
    outside = (at for at in places if not any(start < at < end for start, end in addresses))
    for at in islice(outside, MENTIONS_MOST):
        line = content[at + 1 :].partition("\n")[0]
        ends = range(min(len(line), NAME_CHARACTERS), 0, -1)
        found = (line[:end].rstrip() for end in ends if _is_end(line, end))
        yield Mark(at, tuple(dict.fromkeys(found)))


def _is_end(line: str, end: int) -> bool:
    """Returns whether a name may end before the character at index `end` of a line.

    A name does not end before a combining mark or the rest of an emoji.
    """
    after = line[end : end + 1]
    is_mark = after != "" and unicodedata.category(after).startswith("M")
    is_part = is_mark or after == _JOINER or "\U0001f3fb" <= after <= "\U0001f3ff"
    return not is_part and _END.match(line, end) is not None
