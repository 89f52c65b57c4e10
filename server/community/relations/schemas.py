"""Request and response bodies of muted and blocked members, and of muted words and categories."""

from datetime import datetime
from typing import Literal

import msgspec

from server.community.schemas import Author

RelationKind = Literal["mute", "block"]


class HiddenMember(msgspec.Struct, frozen=True):
    """Member whom the reader mutes or blocks."""

    member: Author
    kind: RelationKind
    created_at: datetime


class HiddenList(msgspec.Struct, frozen=True):
    """What the member mutes and blocks, for the member alone; the newest member first."""

    members: tuple[HiddenMember, ...]
    words: tuple[str, ...]
    categories: tuple[str, ...]
    # The member whom the address names, to mute or block.
    asked: Author | None = None


class RelationChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a member is hidden from now on."""

    kind: RelationKind


class TopicsChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All muted words and categories; those that are left out are muted no longer."""

    words: tuple[str, ...]
    categories: tuple[str, ...]


class HiddenForm(msgspec.Struct, frozen=True):
    """Form of the account page; `member` is the member whose page it was on."""

    member: str
    # Id of a member to mute or block, and which of both.
    hide: str | None = None
    kind: RelationKind = "mute"
    # Id of a member who is hidden no longer; sent by the button of that member.
    show: str | None = None
    # Words, one a line, and categories; saved if no member is named.
    words: str = ""
    categories: list[str] | str = ""
