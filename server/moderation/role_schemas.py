"""Request and response bodies of roles, for administrators."""

from typing import Literal

import msgspec


class RoleHolder(msgspec.Struct, frozen=True):
    """Member with a role, as administrators see them."""

    id: str
    display_name: str
    role: str


class RoleList(msgspec.Struct, frozen=True):
    """All members with a role: administrators first, then by name."""

    holders: tuple[RoleHolder, ...]


class RoleChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """New role of a member, or none; the member reads the reason."""

    # Id of the member, or the address of their page.
    subject: str
    role: Literal["moderator", "administrator"] | None
    reason: str


class RoleForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Change of a role as the form of the administrators' page sends it."""

    # Id of the administrator whose page it was.
    member: str
    subject: str
    role: Literal["moderator", "administrator", "none"]
    reason: str = ""
    language: str = "en"
