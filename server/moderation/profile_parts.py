"""Rules of the parts of a profile that a reset empties: chosen, filled, and logged ones."""

from collections.abc import Collection, Mapping, Sequence
from typing import get_args

from server.errors import Refusal
from server.moderation.schemas import ProfilePart

PROFILE_PARTS: tuple[ProfilePart, ...] = get_args(ProfilePart)
# Parts that a reset emptied when log entries did not name them yet.
_EARLIER_PARTS = ("name", "bio", "picture")


def checked_parts(given: Collection[str]) -> tuple[ProfilePart, ...]:
    """Returns parts of a profile in their order; raises Refusal 422 for none or an unknown one."""
    if not given or not set(given) <= set(PROFILE_PARTS):
        raise Refusal("moderation.errors.parts", 422)
    return tuple(part for part in PROFILE_PARTS if part in given)


def filled_parts(
    *, name: str | None, bio: str | None, picture: str | None, collections: Sequence[str] = ()
) -> tuple[ProfilePart, ...]:
    """Returns the parts of a profile that are not empty; `collections` are the shared ones."""
    values: Mapping[ProfilePart, object] = {
        "name": name,
        "bio": bio,
        "picture": picture,
        "collections": collections,
    }
    return tuple(part for part, value in values.items() if value)


def logged_parts(details: Mapping[str, str | int | None]) -> tuple[ProfilePart, ...]:
    """Returns the parts that a logged reset emptied; _EARLIER_PARTS if its entry names none."""
    text = details.get("parts")
    known = _EARLIER_PARTS if text is None else str(text).split(",")
    return tuple(part for part in PROFILE_PARTS if part in known)
