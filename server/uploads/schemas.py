"""What goes over the wire about uploaded pictures."""

import msgspec


class AvatarView(msgspec.Struct, frozen=True):
    """Where a member's picture is, the version included."""

    avatar_url: str
