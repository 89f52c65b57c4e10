"""Handlers of profiles."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from litestar import Response, get, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, SkipValidation

from server.accounts.profiles.actions import save_language, save_profile
from server.accounts.profiles.queries import (
    CheckReach,
    CountContributions,
    get_own_profile,
    get_public_profile,
)
from server.accounts.profiles.rules import ReservedNames, checked_profile
from server.accounts.profiles.schemas import (
    CurrentMember,
    LanguageChange,
    ProfileChange,
    PublicProfile,
)
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.web.dependencies import FromMember, FromViewer
from server.web.rate_limits.rates import Rate
from server.web.viewer import members_only

PRIVATE = {"cache-control": "private, no-store"}
PUBLIC = {"cache-control": "no-cache", "vary": "cookie"}
# Changes of what others see of a profile: each refuses a moderator's decision on the earlier one,
# and purges the pages with the member's name.
SAVES = Rate("saves of profiles", 20, 3600)


@dataclass(frozen=True, slots=True)
class ProfileDependencies:
    """Dependencies of the profile handlers."""

    database: Sessions
    now: Clock
    count: CountContributions
    reserved: ReservedNames
    check_reach: CheckReach
    # Counts a save of the member with this id by SAVES; raises Refusal 429 above it.
    count_save: Callable[[str], Awaitable[None]]


FromProfiles = NamedDependency[SkipValidation[ProfileDependencies]]


@get(
    "/api/profiles/me",
    operation_id="getMyProfile",
    summary="The member's own profile",
    guards=[members_only()],
)
async def get_own(profiles: FromProfiles, member: FromMember) -> Response[CurrentMember]:
    async with transaction(profiles.database) as opened:
        view = await get_own_profile(opened.session, member, count=profiles.count)
    return Response(view, headers=PRIVATE)


@get("/api/profiles/{id:str}", operation_id="getProfile", summary="What all may see of a member")
async def get_public(
    id: FromPath[str], profiles: FromProfiles, viewer: FromViewer
) -> Response[PublicProfile]:
    async with transaction(profiles.database) as opened:
        await profiles.check_reach(opened.session, viewer, id)
        view = await get_public_profile(opened.session, id, count=profiles.count)
    return Response(view, headers=PRIVATE if viewer.is_member else PUBLIC)


@put(
    "/api/profiles/me",
    operation_id="putMyProfile",
    summary="Change the member's own profile",
    guards=[members_only()],
)
async def put_own(
    data: JSONBody[ProfileChange], profiles: FromProfiles, member: FromMember
) -> Response[CurrentMember]:
    change, now = checked_profile(data, profiles.reserved), profiles.now()
    await profiles.count_save(member.id)
    async with transaction(profiles.database) as opened:
        view = await save_profile(opened, member, change=change, now=now, count=profiles.count)
    return Response(view, headers=PRIVATE)


@put(
    "/api/profiles/me/language",
    operation_id="putMyLanguage",
    summary="Change the language alone",
    guards=[members_only()],
)
async def put_language(
    data: JSONBody[LanguageChange], profiles: FromProfiles, member: FromMember
) -> Response[CurrentMember]:
    language, count = data.language, profiles.count
    async with transaction(profiles.database) as opened:
        view = await save_language(opened, member, language=language, count=count)
    return Response(view, headers=PRIVATE)


HANDLERS = (get_own, get_public, put_own, put_language)
