"""The verbs of profiles."""

from litestar import Response, get, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, JSONBody

from server.accounts.profiles.actions import save_language, save_profile
from server.accounts.profiles.queries import CountContributions, get_own_profile, get_public_profile
from server.accounts.profiles.rules import ReservedNames, checked
from server.accounts.profiles.schemas import (
    CurrentMember,
    LanguageChange,
    ProfileChange,
    PublicProfile,
)
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction
from server.web.problems import AnyRequest
from server.web.viewer import member_in, members_only

PRIVATE = {"cache-control": "private, no-store"}


def profile_handlers(
    database: Sessions, *, now: Clock, count: CountContributions, reserved: ReservedNames
) -> list[HTTPRouteHandler]:
    writers = _writers(database, now=now, count=count, reserved=reserved)
    return [*_readers(database, count), *writers]


def _readers(database: Sessions, count: CountContributions) -> list[HTTPRouteHandler]:
    @get(
        "/api/profiles/me",
        operation_id="getMyProfile",
        summary="The member's own profile",
        guards=[members_only()],
    )
    async def get_mine(request: AnyRequest) -> Response[CurrentMember]:
        async with transaction(database) as opened:
            member = member_in(request.scope)
            view = await get_own_profile(opened.session, member, count=count)
        return Response(view, headers=PRIVATE)

    @get(
        "/api/profiles/{id:str}", operation_id="getProfile", summary="What all may see of a member"
    )
    async def get_one(id: FromPath[str]) -> Response[PublicProfile]:
        async with transaction(database) as opened:
            view = await get_public_profile(opened.session, id, count=count)
        return Response(view, headers={"cache-control": "no-cache"})

    return [get_mine, get_one]


def _writers(
    database: Sessions, *, now: Clock, count: CountContributions, reserved: ReservedNames
) -> list[HTTPRouteHandler]:
    @put(
        "/api/profiles/me",
        operation_id="putMyProfile",
        summary="Change the member's own profile",
        guards=[members_only()],
    )
    async def put_mine(
        request: AnyRequest, data: JSONBody[ProfileChange]
    ) -> Response[CurrentMember]:
        change = checked(data, reserved)
        async with transaction(database) as opened:
            member = member_in(request.scope)
            view = await save_profile(opened, member, change=change, now=now(), count=count)
        return Response(view, headers=PRIVATE)

    @put(
        "/api/profiles/me/language",
        operation_id="putMyLanguage",
        summary="Change the language alone",
        guards=[members_only()],
    )
    async def put_language(
        request: AnyRequest, data: JSONBody[LanguageChange]
    ) -> Response[CurrentMember]:
        async with transaction(database) as opened:
            member = member_in(request.scope)
            view = await save_language(
                opened, member, language=data.language, now=now(), count=count
            )
        return Response(view, headers=PRIVATE)

    return [put_mine, put_language]
