"""Request and response bodies of profiles."""

from datetime import datetime

import msgspec

from server.contracts.routes import Language
from server.web.viewer import Role


class CurrentMember(msgspec.Struct, frozen=True):
    """Current user of the specification, as JSON; sent to that member only."""

    id: str
    language: Language
    display_name: str
    email: str | None
    bio: str | None
    favorite_tea_type: str | None
    favorite_tea_variety: str | None
    avatar_url: str | None
    created_at: datetime
    updated_at: datetime
    joined_at: datetime
    posts_count: int
    liked_count: int
    role: Role | None


class PublicProfile(msgspec.Struct, frozen=True):
    """Public view of a member, without the e-mail address or any part of it."""

    id: str
    display_name: str
    bio: str | None
    avatar_url: str | None
    favorite_tea_type: str | None
    favorite_tea_variety: str | None
    joined_at: datetime
    posts_count: int


class ProfileChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """New values of all profile fields; an omitted field is cleared."""

    display_name: str
    language: Language
    bio: str | None = None
    favorite_tea_type: str | None = None
    favorite_tea_variety: str | None = None


class WelcomeAnswer(msgspec.Struct, frozen=True):
    """Form of the welcome.

    `member` is the id of the member who was shown it, `back` the next page.
    """

    member: str
    language: Language
    back: str = ""
    favorite_tea_type: str | None = None
    # Sent by the button that leaves without saving.
    skip: str | None = None


class NoticeForm(msgspec.Struct, frozen=True):
    """Form that dismisses the notice; `back` is the page that it was on."""

    member: str
    back: str = ""


class LanguageForm(msgspec.Struct, frozen=True):
    """Form of the language switch; `back` is the page that it leads to."""

    member: str
    language: Language
    back: str = ""


class LanguageChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The member's language."""

    language: Language
