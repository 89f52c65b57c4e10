"""A member's account as a whole: everything of it to take along, and its end."""

from asyncio import to_thread
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import IO, Literal, Protocol, cast

import msgspec
from litestar import Response, delete, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody
from litestar.response import Stream

from server.accounts.profiles.queries import get_current_member
from server.accounts.sessions.actions.sessions import remove_account
from server.accounts.sessions.endpoints.session import (
    NOT_KEPT,
    SessionDependencies,
    required,
    signed_out,
)
from server.accounts.sessions.export import Contributions, ExportArchive, ExportData
from server.accounts.sessions.queries import find_account, list_sessions
from server.accounts.sessions.schemas import AccountRemoval
from server.accounts.sessions.write_guard import take
from server.contracts.routes import Language
from server.contracts.texts import normalise
from server.database.engine import Reading
from server.database.transaction import Transaction, transaction
from server.errors import Refusal
from server.media.storage.interface import Bucket, Storage, StorageFailure
from server.media.uploads.queries import names_of_member
from server.media.uploads.turns import Turns
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rate
from server.web.viewer import Member, members_only

EXPORTS = Rate("exports", 20, 3600)
AVATARS: Bucket = "avatar-url"
PICTURES: Bucket = "post-images"
PIECE_BYTES = 256 * 1024
ZIP = "application/zip"


class MemberData(Protocol):
    """What a member has in a room beside this one."""

    async def contributions(self, session: Reading, member: Member) -> Contributions: ...

    async def remove(
        self, opened: Transaction, member: Member, *, posts: Literal["remove", "keep"]
    ) -> None: ...


class DeleteCards(Protocol):
    """Takes the cards of a member's page away; raises StorageFailure when the store is away."""

    async def __call__(self, member_id: str, /) -> None: ...


@dataclass(frozen=True, slots=True)
class AccountDependencies:
    """What the account's endpoints need."""

    sessions: SessionDependencies
    storage: Storage
    turns: Turns
    member_data: MemberData
    delete_cards: DeleteCards
    site_names: Mapping[Language, str]


def account_handlers(parts: AccountDependencies) -> list[HTTPRouteHandler]:
    @get(
        "/api/account/export",
        operation_id="exportAccount",
        summary="Everything of the member as a ZIP",
        media_type=ZIP,
        guards=[members_only()],
    )
    async def export(request: AnyRequest) -> Response[bytes]:
        await take(parts.sessions.rates, EXPORTS, who=required(request).member.id)
        archive, length = await _packed(parts, request)
        headers = {
            **NOT_KEPT,
            "content-disposition": 'attachment; filename="chanoki.zip"',
            "content-length": str(length),
        }
        sent = Stream(_pieces(archive), media_type=ZIP, headers=headers)
        return cast("Response[bytes]", sent)

    @delete(
        "/api/account",
        operation_id="deleteAccount",
        summary="Remove the account and everything of it",
        guards=[members_only()],
        status_code=204,
    )
    async def remove(request: AnyRequest, data: JSONBody[AccountRemoval]) -> Response[None]:
        await _remove(parts, required(request).member, removal=data)
        return signed_out(parts.sessions.cookies)

    return [export, remove]


async def _packed(parts: AccountDependencies, request: AnyRequest) -> tuple[IO[bytes], int]:
    member = required(request).member
    data, pictures = await _belongings(parts, request)
    parcel = await to_thread(ExportArchive)
    try:
        avatars = await parts.storage.names_of(AVATARS, member.id)
        await _add_pictures(parcel, parts.storage, AVATARS, names=avatars)
        await _add_pictures(parcel, parts.storage, PICTURES, names=pictures)
        return await to_thread(parcel.close_with, data, parts.site_names)
    except BaseException as error:
        parcel.drop()
        if isinstance(error, StorageFailure):
            raise Refusal("app.unavailable", 503, params={"seconds": 5}) from error
        raise


async def _add_pictures(
    parcel: ExportArchive, storage: Storage, bucket: Bucket, *, names: list[str]
) -> None:
    for name in names:
        data = await storage.get(bucket, name)
        if data is not None:
            await to_thread(parcel.add_picture, f"{bucket}/{name.rpartition('/')[2]}", data)


async def _pieces(archive: IO[bytes]) -> AsyncIterator[bytes]:
    with archive:
        while piece := await to_thread(archive.read, PIECE_BYTES):
            yield piece


async def _belongings(
    parts: AccountDependencies, request: AnyRequest
) -> tuple[ExportData, list[str]]:
    """And the names of the pictures of posts."""
    session, now = required(request), parts.sessions.now()
    async with transaction(parts.sessions.database) as opened:
        member = await get_current_member(
            opened.session, session.member, now=now, count=parts.sessions.count
        )
        entries = await list_sessions(
            opened.session, session.member, current=session.session_id, now=now
        )
        account = await find_account(opened.session, session.member)
        contributions = await parts.member_data.contributions(opened.session, session.member)
        pictures = await names_of_member(opened.session, session.member.id)
    # The specification's current user tells the time of the last change for that of the first.
    member = msgspec.structs.replace(member, created_at=member.joined_at)
    return ExportData(member, account, entries, contributions), pictures


async def _remove(parts: AccountDependencies, member: Member, *, removal: AccountRemoval) -> None:
    if normalise(removal.confirmation) != normalise(member.display_name):
        raise Refusal("profileEdit.errors.confirmationMismatch", 422)
    try:
        # An upload that is under way must not leave its picture behind.
        async with (
            parts.turns.of(member.id),
            transaction(parts.sessions.database) as opened,
        ):
            await parts.member_data.remove(opened, member, posts=removal.posts)
            await remove_account(opened, member)
            # Before the commit: when a picture can't be removed, nothing is, and it is said.
            await _remove_avatars(parts.storage, member)
            await parts.delete_cards(member.id)
    except StorageFailure as error:
        raise Refusal("app.unavailable", 503, params={"seconds": 5}) from error


async def _remove_avatars(storage: Storage, member: Member) -> None:
    for name in await storage.names_of(AVATARS, member.id):
        await storage.delete(AVATARS, name)
