"""What a revision's name states: its position, and which code can run with it."""

import re
from enum import Enum

# `0007` adds: code of every earlier revision keeps running. `0008_needs_0007` removes what
# code before 0007 reads; every later name repeats it until it states more.
NAME = re.compile(r"([0-9]{4})(?:_needs_([0-9]{4}))?")


class Standing(Enum):
    """How a database stands to the code that looks at it."""

    OLDER = "the code needs more than the database has"
    SAME = "they fit"
    NEWER = "the database has more than the code knows, and the code can do without"
    TOO_NEW = "the database has lost what the code asks for"
    FOREIGN = "the database is not one of this site"


def number_of(revision: str | None) -> int:
    """The number of a revision from 1; 0 for an empty database, below for a foreign one."""
    named = NAME.fullmatch(revision) if revision else None
    if named is None:
        return -1 if revision else 0
    return int(named[1])


def oldest_code_of(revision: str) -> int:
    """The oldest revision whose code can run with a database at this one."""
    named = NAME.fullmatch(revision)
    return int(named[2] or 0) if named else 0


def standing(stored: str | None, newest: str) -> Standing:
    ours, theirs = number_of(newest), number_of(stored)
    if stored is None or 0 < theirs < ours:
        return Standing.OLDER
    if theirs <= 0:
        return Standing.FOREIGN
    if theirs == ours:
        return Standing.SAME if stored == newest else Standing.FOREIGN
    return Standing.NEWER if oldest_code_of(stored) <= ours else Standing.TOO_NEW
