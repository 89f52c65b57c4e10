"""Names that a comment mentions: `@` and the name, which may have spaces."""

import re
from collections.abc import Iterator

# Further mentions of a comment are plain text.
MENTIONS_MOST = 5
# Words that a name may have.
WORDS_MOST = 4
# An address of e-mail is no mention.
_MARK = re.compile(r"(?<![\w@.])@(?=\S)")
# What may follow a name without a space.
_ENDS = "、。，．,.!?！？:：;；)）」』】さん様"


def names_in(content: str) -> Iterator[tuple[str, ...]]:
    """Yields for each mention the names that it may be, the longest first."""
    for number, mark in enumerate(_MARK.finditer(content)):
        if number == MENTIONS_MOST:
            return
        line = content[mark.end() :].partition("\n")[0]
        words = line.split(" ")[:WORDS_MOST]
        found = [" ".join(words[:count]) for count in range(len(words), 0, -1)]
        yield tuple(
            dict.fromkeys(name for one in found for name in (one, one.rstrip(_ENDS)) if name)
        )
