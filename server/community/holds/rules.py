"""Rules that hold a text for review: links, the same text again, a burst, and listed words."""

import re
import unicodedata
from collections.abc import Iterable
from datetime import timedelta
from functools import lru_cache
from hashlib import sha256
from typing import Literal, NamedTuple

from server.contracts.folded import fold_text
from server.contracts.limits import LIMITS
from server.moderation.schemas import HoldRule

Kind = Literal["post", "comment", "edit"]

REPEAT_LIFE = timedelta(hours=LIMITS.repeat_hours)
BURST_LIFE = timedelta(minutes=LIMITS.burst_minutes)
# Rows about members' recent texts are kept for a day at least.
KEPT_FOR = max(REPEAT_LIFE, BURST_LIFE, timedelta(days=1))

_LINK = re.compile(r"https?://(?:www\.)?|(?<![\w.@-])www\.")


class Text(NamedTuple):
    """Texts of a post or comment: its main text, its title, and its other short fields."""

    content: str
    lines: tuple[str, ...] = ()
    title: str = ""

    @property
    def all(self) -> tuple[str, ...]:
        """Returns all texts."""
        return (self.content, self.title, *self.lines)

    @property
    def links(self) -> int:
        """Returns the number of links in all texts, also in full-width letters."""
        return sum(
            len(_LINK.findall(unicodedata.normalize("NFKC", one).casefold())) for one in self.all
        )


EMPTY_TEXT = Text("")


class NewText(NamedTuple):
    """Text of a new post or comment, or of an edit with the text before it."""

    kind: Kind
    text: Text
    before: Text = EMPTY_TEXT


class RecentActivity(NamedTuple):
    """Recent texts of a member: posts and comments in BURST_LIFE, a same text in REPEAT_LIFE."""

    things: int = 0
    is_repeat: bool = False


def hold_rule(
    written: NewText, *, links_most: int | None, recent: RecentActivity, words: Iterable[str]
) -> HoldRule | None:
    """Returns the first rule that holds a text, or None; of an edit only its additions count.

    `links_most` is the member's allowance of links (None: any number), `words` is the operator's
    list in normal form.
    """
    _, text, before = written
    if links_most is not None and text.links > max(links_most, before.links):
        return "links"
    if recent.is_repeat:
        return "repeat"
    if written.kind != "edit" and recent.things >= LIMITS.burst_things:
        return "burst"
    listed = tuple(sorted(words))
    return "word" if _words_in(text, listed) - _words_in(before, listed) else None


def digests_of(text: Text) -> frozenset[str]:
    """Returns the digests of what a member may not send again: content and title.

    Other fields have none: members rightly repeat the name of a shop, a method, or the description
    of a picture.
    """
    return frozenset(filter(None, map(digest_of, (text.content, text.title))))


def digest_of(content: str) -> str | None:
    """Returns the digest of a text's letters and digits, to find the same text again.

    None for fewer than LIMITS.repeat_characters, as members may repeat a short text.
    """
    letters = "".join(filter(str.isalnum, fold_text(content)))
    if len(letters) < LIMITS.repeat_characters:
        return None
    return sha256(letters.encode()).hexdigest()


def _words_in(text: Text, words: tuple[str, ...]) -> set[str]:
    """Returns those of the operator's words that a text contains."""
    pattern = _pattern_of(words)
    if pattern is None:
        return set()
    return {found for one in text.all for found in pattern.findall(fold_text(one))}


@lru_cache(maxsize=8)
def _pattern_of(words: tuple[str, ...]) -> re.Pattern[str] | None:
    """Returns the pattern that finds the words; None without words.

    A Latin letter or digit beside a word makes it another word.
    """
    if not words:
        return None
    # The longest first, as one word may begin with another.
    ordered = sorted(words, key=len, reverse=True)
    return re.compile("|".join(map(_bounded, ordered)))


def _bounded(word: str) -> str:
    """Returns the pattern of one word, with boundaries where it begins or ends in Latin letters."""
    before = "(?<![a-z0-9])" if word[0].isascii() and word[0].isalnum() else ""
    after = "(?![a-z0-9])" if word[-1].isascii() and word[-1].isalnum() else ""
    return f"{before}{re.escape(word)}{after}"
