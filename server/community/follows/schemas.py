"""Request and response bodies of what a member follows."""

from datetime import datetime
from typing import Literal

import msgspec

FollowKind = Literal["cultivar", "member", "prefecture", "tea-type", "question"]


class Followed(msgspec.Struct, frozen=True):
    """One thing that the member follows."""

    kind: FollowKind
    id: str
    # Name of a member, text of a question; null for the others, which the catalogue names.
    name: str | None
    created_at: datetime


class FollowAsked(msgspec.Struct, frozen=True):
    """Thing that the address of the account page offers to follow."""

    kind: FollowKind
    id: str
    name: str | None


class FollowList(msgspec.Struct, frozen=True):
    """What the member follows, for the member alone; the newest first."""

    follows: tuple[Followed, ...]
    asked: FollowAsked | None = None


class FollowState(msgspec.Struct, frozen=True):
    """Whether the member follows a thing."""

    is_followed: bool


class FollowForm(msgspec.Struct, frozen=True):
    """Form of the account page; `member` is the member whose page it was on.

    Things are written as `kind:id`.
    """

    member: str
    follow: str | None = None
    # Sent by the button that ends a follow.
    unfollow: str | None = None
