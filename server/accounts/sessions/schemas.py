"""Request and response bodies of sessions and accounts."""

from datetime import datetime
from typing import Literal

import msgspec

from server.accounts.profiles.schemas import CurrentMember


class SessionView(msgspec.Struct, frozen=True):
    """The signed-in member and the CSRF token of the session; all null for a visitor."""

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
    """The member's account at the identity provider."""

    issuer: str
    subject: str
    full_name: str | None
    notice_seen_at: datetime | None = None


class AccountRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirmation of an account's removal: the typed name, and what happens to the posts."""

    confirmation: str
    posts: Literal["remove", "keep"]
