"""Parts of a member's name that searches find: the name, and its suffixes from each word on."""

from server.contracts.folded import fold_text

# Of a folded name; longer ones are found by their beginning.
SUFFIX_MOST = 64
# First character of the East Asian scripts, most of which are written without spaces.
_EAST_ASIAN = "\u2e80"


def suffixes_of(name: str) -> list[str]:
    """Returns the folded name, and its suffix from each further word or East Asian character.

    The folded name is cut to SUFFIX_MOST characters first; empty for an empty name.
    """
    folded = fold_text(name)[:SUFFIX_MOST]
    starts = [at for at in range(1, len(folded)) if _is_start(folded, at)]
    return list(dict.fromkeys([folded, *(folded[at:] for at in starts)])) if folded else []


def _is_start(folded: str, at: int) -> bool:
    """Returns whether a word or an East Asian character begins at this index, which is not 0."""
    sign, before = folded[at], folded[at - 1]
    if not sign.isalnum():
        return False
    return not before.isalnum() or sign >= _EAST_ASIAN or before >= _EAST_ASIAN
