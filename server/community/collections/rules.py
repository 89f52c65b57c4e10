"""Rules of collections: which names they may have, and the refusals."""

from server.contracts.limits import LIMITS
from server.contracts.texts import is_blank, may_be_name, normalise
from server.errors import Refusal


def checked_name(text: str) -> str:
    """Returns the name in normal form.

    Raises Refusal 422 for a blank name, one that is too long, and forbidden characters.
    """
    name = " ".join(normalise(text).split())
    if is_blank(name):
        raise Refusal("collections.errors.blank", 422)
    if len(name) > LIMITS.collection_name_characters:
        most = LIMITS.collection_name_characters
        raise Refusal("collections.errors.long", 422, params={"most": most})
    if not may_be_name(name):
        raise Refusal("collections.errors.signs", 422)
    return name


def missing_collection() -> Refusal:
    """Returns Refusal 404 for a collection that does not exist or is hidden."""
    return Refusal("collections.errors.unknown", 404)


def name_taken() -> Refusal:
    """Returns Refusal 422 for a name that another collection of the member has."""
    return Refusal("collections.errors.taken", 422)


def too_many_collections() -> Refusal:
    """Returns Refusal 422 for a member with more collections than allowed."""
    return Refusal("collections.errors.many", 422, params={"most": LIMITS.collections})


def too_many_posts() -> Refusal:
    """Returns Refusal 422 for a collection with more posts than allowed."""
    return Refusal("collections.errors.full", 422, params={"most": LIMITS.collection_posts})
