"""Rules of follows: what can be followed, and how it is written in an address."""

from collections.abc import Container, Mapping
from typing import NamedTuple, cast

from server.community.follows.schemas import FollowKind
from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.reference import PREFECTURES, TEA_CATEGORIES
from server.errors import Refusal

# Known ids of each kind of subject, without members and questions.
_KNOWN: Mapping[str, Container[str]] = {
    "cultivar": CULTIVARS,
    "prefecture": PREFECTURES,
    "tea-type": TEA_CATEGORIES,
}

# Most digits of a post's id.
_DIGITS_MOST = 18


class Subject(NamedTuple):
    """Subject to follow: its kind and id; a member or question may not exist."""

    kind: FollowKind
    id: str


def checked_subject(kind: str, id: str, *, member_id: str) -> Subject:
    """Returns a subject that can be followed, whose id has one spelling.

    Raises Refusal 404 for an unknown one, 422 for the follower `member_id`. Whether a member or
    question exists is not checked here.
    """
    is_number = id.isascii() and id.isdigit() and len(id) <= _DIGITS_MOST
    is_known = kind == "member" or id in _KNOWN.get(kind, ()) or (kind == "question" and is_number)
    if not is_known:
        raise unknown_subject()
    if kind == "member" and id == member_id:
        raise Refusal("account.follows.errors.self", 422)
    # Leading zeros are removed, so that a question has one id.
    value = str(int(id)) if kind == "question" else id
    return Subject(cast("FollowKind", kind), value)


def split_subject(written: str) -> tuple[str, str]:
    """Splits `kind:id` of an address or form into kind and id, which is empty without a colon."""
    kind, _, id = written.partition(":")
    return kind, id


def unknown_subject() -> Refusal:
    """Returns Refusal 404 for a subject that cannot be followed."""
    return Refusal("account.follows.errors.unknown", 404)


def too_many_follows() -> Refusal:
    """Returns Refusal 422 for a member who follows more than allowed."""
    return Refusal("account.follows.errors.many", 422, params={"most": LIMITS.follows})
