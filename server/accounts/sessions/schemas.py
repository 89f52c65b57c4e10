"""What goes over the wire about sessions and accounts."""

from datetime import datetime
from typing import Literal

import msgspec

from server.accounts.profiles.schemas import CurrentMember


class SessionView(msgspec.Struct, frozen=True):
    """Who is signed in here, and what a change must carry; all null for a visitor."""

    member: CurrentMember | None
    csrf: str | None
    expires_at: datetime | None


class SessionEntry(msgspec.Struct, frozen=True):
    """One of a member's signed-in browsers."""

    id: str
    created_at: datetime
    seen_at: datetime
    device: str
    is_current: bool


class AccountEntry(msgspec.Struct, frozen=True):
    """Who the member is to the provider of the sign-in, and what it called them."""

    issuer: str
    subject: str
    full_name: str | None


class AccountRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A member's last word: their name typed out, and what becomes of their posts."""

    confirmation: str
    posts: Literal["remove", "keep"]
