"""Queries of profiles: the member's own view and the public view."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import NamedTuple, Protocol

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.accounts.profiles.rules import first_name, own_name, public_name
from server.accounts.profiles.schemas import CurrentMember, PublicProfile
from server.accounts.profiles.tables import Profile
from server.contracts.routes import Language
from server.errors import Refusal
from server.moderation.tables import ResetProfile
from server.web.viewer import Member, Viewer

# Code of the specification for a missing profile.
NOT_FOUND = "PGRST116"


class ContributionCounts(NamedTuple):
    """Numbers of a member's posts, and of the posts that the member likes."""

    posts: int
    liked: int


class CountContributions(Protocol):
    """Query of a member's counts, injected because posts belong to a package above this one.

    With `is_own` it counts what the member's own lists show, else what all see.
    """

    async def __call__(
        self, session: AsyncSession, member_id: str, *, is_own: bool
    ) -> ContributionCounts: ...


# Injected for the same reason; raises Refusal 404 for a member whom a block hides from the viewer.
CheckReach = Callable[[AsyncSession, Viewer, str], Awaitable[None]]


async def find_profile(session: AsyncSession, member_id: str) -> Profile | None:
    return await session.get(Profile, member_id)


async def reset_texts(session: AsyncSession, member_id: str) -> list[tuple[str | None, str | None]]:
    """Returns name and bio of each stored reset of the profile; None for a part not reset."""
    columns = sa.select(ResetProfile.display_name, ResetProfile.bio)
    rows = await session.execute(columns.where(ResetProfile.member_id == member_id))
    return [(name, bio) for name, bio in rows]


async def get_own_profile(
    session: AsyncSession, member: Member, *, count: CountContributions
) -> CurrentMember:
    """Returns the member's own profile; raises Refusal 404 if there is none."""
    profile = await find_profile(session, member.id)
    if profile is None:
        raise Refusal(NOT_FOUND, 404)
    return own_view(profile, member, await count(session, member.id, is_own=True))


async def get_current_member(
    session: AsyncSession, member: Member, *, now: datetime, count: CountContributions
) -> CurrentMember:
    """Returns the member's profile, or a view of the account if no profile exists."""
    profile = await find_profile(session, member.id)
    counts = await count(session, member.id, is_own=True)
    if profile is None:
        return _view_without_profile(member, counts, now=now)
    return own_view(profile, member, counts)


async def get_public_profile(
    session: AsyncSession, member_id: str, *, count: CountContributions
) -> PublicProfile:
    """Returns a profile as everybody may see it; raises Refusal 404 if there is none."""
    row = (await session.scalars(sa.select(Profile).where(Profile.id == member_id))).one_or_none()
    if row is None:
        raise Refusal(NOT_FOUND, 404)
    counts = await count(session, member_id, is_own=False)
    return PublicProfile(
        id=row.id,
        display_name=public_name(row.display_name),
        bio=row.bio,
        avatar_url=row.avatar_url,
        favorite_tea_type=row.favorite_tea_type if row.shares_favourites else None,
        favorite_tea_variety=row.favorite_tea_variety if row.shares_favourites else None,
        joined_at=row.created_at,
        posts_count=counts.posts,
    )


def own_view(profile: Profile, member: Member, counts: ContributionCounts) -> CurrentMember:
    """Returns a profile as its member sees it, with the counts.

    `created_at` is the last change, as the specification defines it.
    """
    email = profile.email or member.email
    return CurrentMember(
        id=profile.id,
        language=language_of(profile),
        display_name=own_name(chosen=profile.display_name, email=email),
        email=email,
        bio=profile.bio,
        favorite_tea_type=profile.favorite_tea_type,
        favorite_tea_variety=profile.favorite_tea_variety,
        avatar_url=profile.avatar_url,
        # The specification defines it so; `joined_at` is the date of joining.
        created_at=profile.updated_at,
        updated_at=profile.updated_at,
        joined_at=profile.created_at,
        posts_count=counts.posts,
        liked_count=counts.liked,
        role=member.role,
    )


def language_of(profile: Profile | None) -> Language:
    """Returns the language of a profile; Japanese without one."""
    return "en" if profile is not None and profile.language == "en" else "ja"


def _view_without_profile(
    member: Member, counts: ContributionCounts, *, now: datetime
) -> CurrentMember:
    """Returns the own view of a member who has stored no profile yet."""
    return CurrentMember(
        id=member.id,
        language="ja",
        display_name=first_name(full=member.full_name, email=member.email),
        email=member.email,
        bio=None,
        favorite_tea_type=None,
        favorite_tea_variety=None,
        avatar_url=None,
        created_at=now,
        updated_at=now,
        joined_at=now,
        posts_count=counts.posts,
        liked_count=counts.liked,
        role=member.role,
    )
