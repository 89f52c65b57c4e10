"""Request and response bodies of sessions and accounts."""

from datetime import datetime
from typing import Literal

import msgspec

from server.accounts.profiles.schemas import CurrentMember
from server.moderation.schemas import OwnDecision


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
    """The member's account at the identity provider, and what the member chose to share."""

    issuer: str
    subject: str
    full_name: str | None
    notice_seen_at: datetime | None = None
    # What the member page shows besides name, picture, bio and posts.
    shares_favourites: bool | None = None
    shares_follows: bool | None = None


class SuspensionView(msgspec.Struct, frozen=True):
    """Suspension as its member sees it: when it ends, and all decisions about the member."""

    member_id: str
    # The name that a removal of the account asks for.
    display_name: str
    # Null without an end.
    until: datetime | None
    # The suspension in force, then the others, newest first.
    decisions: tuple[OwnDecision, ...]
    # Number of older removals that the list leaves out.
    more_removals: int


class SignOutForm(msgspec.Struct, frozen=True):
    """Form that signs out of this browser; `member` is the id of the member on its page."""

    member: str


class RemovalForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Removal of the account as the form of the suspension's page sends it."""

    # Id of the member whose page it was.
    member: str
    confirmation: str = ""
    posts: Literal["remove", "keep"] = "remove"
    language: str = "en"


class PageForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Form that names only the member and the language of its page."""

    # Id of the member whose page it was.
    member: str
    language: str = "en"


class AccountRemoval(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirmation of an account's removal: the typed name, and what happens to the posts."""

    confirmation: str
    posts: Literal["remove", "keep"]
