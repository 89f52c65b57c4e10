"""Rules of the parts of a profile that a reset empties: chosen, filled, and logged ones."""

from collections.abc import Collection, Mapping
from typing import get_args

from server.errors import Refusal
from server.moderation.schemas import ProfilePart

PROFILE_PARTS: tuple[ProfilePart, ...] = get_args(ProfilePart)


def checked_parts(given: Collection[str]) -> tuple[ProfilePart, ...]:
    """Returns parts of a profile in their order; raises Refusal 422 for none or an unknown one."""
    if not given or not set(given) <= set(PROFILE_PARTS):
        raise Refusal("moderation.errors.parts", 422)
    return tuple(part for part in PROFILE_PARTS if part in given)


def filled_parts(
    *, name: str | None, bio: str | None, picture: str | None
) -> tuple[ProfilePart, ...]:
    """Returns the parts of a profile that are not empty."""
    values: Mapping[ProfilePart, str | None] = {"name": name, "bio": bio, "picture": picture}
    return tuple(part for part, value in values.items() if value)


def logged_parts(details: Mapping[str, str | int | None]) -> tuple[ProfilePart, ...]:
    """Returns the parts in the details of a reset; all for an earlier entry without them."""
    text = details.get("parts")
    known = PROFILE_PARTS if text is None else str(text).split(",")
    return tuple(part for part in PROFILE_PARTS if part in known)
