"""Names that a comment mentions: `@` and the name, which may have spaces."""

import re
from collections.abc import Iterator

# Further mentions of a comment are plain text.
MENTIONS_MOST = 5
# Length of the column of names.
NAME_CHARACTERS = 50
# An address of e-mail is no mention.
_MARK = re.compile(r"(?<![\w@.])@(?=\w)")
# A name ends before a sign, a space or a Japanese title, which has no space before it.
_END = re.compile(r"さん|さま|様|くん|ちゃん|\W|$")


def names_in(content: str) -> Iterator[tuple[str, ...]]:
    """Yields for each mention the names that it may be, the longest first."""
    for number, mark in enumerate(_MARK.finditer(content)):
        if number == MENTIONS_MOST:
            return
        line = content[mark.end() :].partition("\n")[0]
        ends = range(min(len(line), NAME_CHARACTERS), 0, -1)
        found = (line[:end].rstrip() for end in ends if _END.match(line, end))
        yield tuple(dict.fromkeys(found))
