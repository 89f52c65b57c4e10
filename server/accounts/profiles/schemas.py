"""What goes over the wire about a member: to themself, and to everybody else."""

from datetime import datetime

import msgspec

from server.contracts.routes import Language


class CurrentMember(msgspec.Struct, frozen=True):
    """The specification's current user; nobody but the member ever gets it."""

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


class PublicProfile(msgspec.Struct, frozen=True):
    """What everybody may see of a member: never the e-mail, nor any part of it."""

    id: str
    display_name: str
    bio: str | None
    avatar_url: str | None
    favorite_tea_type: str | None
    favorite_tea_variety: str | None
    joined_at: datetime
    posts_count: int


class ProfileChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A profile as its member wants it; nothing that is left out is kept."""

    display_name: str
    language: Language
    bio: str | None = None
    favorite_tea_type: str | None = None
    favorite_tea_variety: str | None = None


class LanguageChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The language in which a member wants to read."""

    language: Language
