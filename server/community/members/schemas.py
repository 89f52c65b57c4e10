"""Response bodies of the search for members."""

import msgspec

from server.community.schemas import Author


class MemberCard(msgspec.Struct, frozen=True):
    """Member as the search shows them; favourites only if the member shares them."""

    member: Author
    # Begin of the bio, on one line.
    bio: str | None
    favorite_tea_type: str | None
    favorite_tea_variety: str | None
    posts_count: int
    # Whether the viewer follows the member; false for visitors.
    is_followed: bool


class MemberPage(msgspec.Struct, frozen=True):
    """Members whose name has all words of the search, and the cursor of the next page."""

    members: tuple[MemberCard, ...]
    next: str | None
