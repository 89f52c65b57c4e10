"""Handlers of the whole account: its export and its removal."""

from asyncio import to_thread
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import IO, Any, Literal, Protocol, cast
from urllib.parse import urlencode

import msgspec
from litestar import Response, delete, get
from litestar.di import NamedDependency
from litestar.params import JSONBody, SkipValidation

from server.accounts.profiles.queries import get_current_member
from server.accounts.sessions.actions.departures import replace_by_pseudonym, store_waiting_time
from server.accounts.sessions.actions.sessions import remove_account
from server.accounts.sessions.endpoints.session import (
    NOT_KEPT,
    FromSession,
    SessionDependencies,
    signed_out,
)
from server.accounts.sessions.export.archive import Contributions, ExportArchive, ExportData
from server.accounts.sessions.export.slots import ExportSlot, ExportSlots
from server.accounts.sessions.queries import SignedIn, find_account, list_sessions
from server.accounts.sessions.schemas import AccountRemoval
from server.accounts.sessions.write_guard import check_rate
from server.contracts.routes import Language, path_for
from server.contracts.texts import normalise
from server.database.engine import Reading
from server.database.transaction import Transaction, transaction
from server.errors import Refusal
from server.media.storage.interface import Bucket, Storage, StorageFailure
from server.media.uploads.dependencies import MemberLocks
from server.media.uploads.queries import image_names_of_member
from server.web.dependencies import FromMember
from server.web.fetch_metadata import is_from_another_site
from server.web.forms import form_language, login_address, see_other, wait_query
from server.web.problems import AnyRequest, answer_refusal
from server.web.rate_limits.rates import Rate
from server.web.streams import ClosedStream
from server.web.viewer import CHANGE_ENDS_ACCESS, Member, members_only

EXPORTS = Rate("exports", 20, 3600)
AVATARS: Bucket = "avatar-url"
PICTURES: Bucket = "post-images"
CHUNK_BYTES = 256 * 1024
ZIP = "application/zip"
# Value of the account page's `export` by status of the refusal.
EXPORT_REASONS = {409: "running", 429: "wait", 503: "busy"}


class MemberData(Protocol):
    """Adapter to the posts, comments and other content of a member, which `community` stores."""

    async def contributions(self, session: Reading, member: Member) -> Contributions: ...

    async def last_text_at(self, opened: Transaction, member: Member) -> datetime | None: ...

    async def remove(
        self, opened: Transaction, member: Member, *, posts: Literal["remove", "keep"]
    ) -> None: ...


class DeleteCards(Protocol):
    """Deletes the cards of a member's page; raises StorageFailure if the storage is unavailable."""

    async def __call__(self, member_id: str, /) -> None: ...


@dataclass(frozen=True, slots=True)
class AccountDependencies:
    """Dependencies of the account handlers."""

    sessions: SessionDependencies
    storage: Storage
    locks: MemberLocks
    member_data: MemberData
    delete_cards: DeleteCards
    site_names: Mapping[Language, str]
    export_slots: ExportSlots


FromAccount = NamedDependency[SkipValidation[AccountDependencies]]


def _refuse_export(request: AnyRequest, refusal: Refusal) -> Response[Any]:
    """Redirects a followed link to the reason on the account page; others get a problem response.

    The page is in the language of the link; a visitor is redirected to the login instead. A link on
    another site leads to the page without a reason: there the member can start the export.
    """
    if request.headers.get("sec-fetch-dest") != "document":
        return answer_refusal(refusal)
    language = form_language(request)
    page = path_for("account", language)
    if refusal.status == HTTPStatus.FORBIDDEN:
        return see_other(f"{page}#export")
    if refusal.status == HTTPStatus.UNAUTHORIZED:
        return see_other(login_address(language, page, error=""))
    return see_other(f"{page}?{urlencode(export_error_query(refusal))}#export")


def export_error_query(refusal: Refusal) -> dict[str, str]:
    """Returns the query of the page that shows why an export was refused."""
    return {"export": EXPORT_REASONS.get(refusal.status, "busy"), **wait_query(refusal)}


@get(
    "/api/account/export",
    operation_id="exportAccount",
    summary="Everything of the member as a ZIP",
    media_type=ZIP,
    guards=[members_only()],
    exception_handlers={Refusal: _refuse_export},
)
async def export(
    request: AnyRequest, account: FromAccount, session: FromSession
) -> Response[bytes]:
    """Streams the archive of the member's data."""
    slot = await take_export(account, session, request.scope)
    archive, length = await write_member_export(account, session)
    return archive_response(archive, length, slot)


@delete(
    "/api/account",
    operation_id="deleteAccount",
    summary="Remove the account and everything of it",
    guards=[members_only()],
    opt={CHANGE_ENDS_ACCESS: True},
    status_code=204,
)
async def remove(
    data: JSONBody[AccountRemoval], account: FromAccount, member: FromMember
) -> Response[None]:
    await remove_member(account, member, removal=data)
    return signed_out(account.sessions.cookies)


HANDLERS = (export, remove)


async def take_export(
    account: AccountDependencies, session: SignedIn, scope: Mapping[str, Any]
) -> ExportSlot:
    """Counts an export of the member and returns its slot.

    Raises Refusal 403 for a link on another site, which would use up the member's rate, 429 above
    the rate, and as `ExportSlots.take`.
    """
    if is_from_another_site(scope):
        raise Refusal("app.forbidden", 403)
    await check_rate(account.sessions.rates, EXPORTS, key=session.member.id)
    return account.export_slots.take(session.member.id)


def archive_response(archive: IO[bytes], length: int, slot: ExportSlot) -> Response[bytes]:
    """Returns the response that streams an archive of `length` bytes and then frees the slot."""
    headers = {
        **NOT_KEPT,
        "content-disposition": 'attachment; filename="chanoki.zip"',
        "content-length": str(length),
    }
    sent = ClosedStream(_chunks(archive, slot), media_type=ZIP, headers=headers)
    return cast("Response[bytes]", sent)


async def _chunks(archive: IO[bytes], slot: ExportSlot) -> AsyncGenerator[bytes]:
    """Yields the archive and releases the slot at its end, also if the client goes away."""
    try:
        with archive:
            while chunk := await to_thread(archive.read, CHUNK_BYTES):
                yield chunk
    finally:
        slot.release()


async def write_member_export(
    account: AccountDependencies, session: SignedIn
) -> tuple[IO[bytes], int]:
    """Writes the member's export to a temporary file; returns it and its length in bytes.

    Raises Refusal 503 if the storage is unavailable.
    """
    data, pictures = await _export_data(account, session)
    archive = await to_thread(ExportArchive)
    try:
        avatars = await account.storage.names_of(AVATARS, session.member.id)
        await _add_pictures(archive, account.storage, AVATARS, names=avatars)
        await _add_pictures(archive, account.storage, PICTURES, names=pictures)
        return await to_thread(archive.close_with, data, account.site_names)
    except BaseException as error:
        archive.drop()
        if isinstance(error, StorageFailure):
            raise Refusal("app.unavailable", 503, params={"seconds": 5}) from error
        raise


async def _add_pictures(
    archive: ExportArchive, storage: Storage, bucket: Bucket, *, names: list[str]
) -> None:
    """Adds a member's pictures to the export, one at a time."""
    for name in names:
        data = await storage.get(bucket, name)
        if data is not None:
            await to_thread(archive.add_picture, f"{bucket}/{name.rpartition('/')[2]}", data)


async def _export_data(
    account: AccountDependencies, session: SignedIn
) -> tuple[ExportData, list[str]]:
    """Returns the member's data without pictures, and the file names of the posts' pictures."""
    now = account.sessions.now()
    async with transaction(account.sessions.database) as opened:
        member = await get_current_member(
            opened.session, session.member, now=now, count=account.sessions.count
        )
        entries = await list_sessions(
            opened.session, session.member, current=session.session_id, now=now
        )
        entry = await find_account(opened.session, session.member)
        contributions = await account.member_data.contributions(opened.session, session.member)
        pictures = await image_names_of_member(opened.session, session.member.id)
    # `created_at` of CurrentMember holds the last change; the export states the first day.
    member = msgspec.structs.replace(member, created_at=member.joined_at)
    return ExportData(member, entry, entries, contributions), pictures


async def remove_member(
    account: AccountDependencies, member: Member, *, removal: AccountRemoval
) -> None:
    """Removes the account, the member's data, avatars and cards in one transaction.

    Posts stay if the removal says so; `departures.py` has what else stays. Raises Refusal 422 if
    the confirmation is not the name, 503 if the storage is unavailable; files that were deleted
    until then are lost.
    """
    if normalise(removal.confirmation) != normalise(member.display_name):
        raise Refusal("profileEdit.errors.confirmationMismatch", 422)
    try:
        # Waits for an upload in progress, so that its file is removed too.
        async with (
            account.locks.of(member.id),
            transaction(account.sessions.database) as opened,
        ):
            secret, now = account.sessions.secret, account.sessions.now()
            await replace_by_pseudonym(opened, member, secret=secret, now=now)
            last = await account.member_data.last_text_at(opened, member)
            await store_waiting_time(opened, member, last_text_at=last, secret=secret, now=now)
            await account.member_data.remove(opened, member, posts=removal.posts)
            await remove_account(opened, member)
            # Before the commit: if a file cannot be removed, the whole removal fails.
            await _remove_avatars(account.storage, member)
            await account.delete_cards(member.id)
    except StorageFailure as error:
        raise Refusal("app.unavailable", 503, params={"seconds": 5}) from error


async def _remove_avatars(storage: Storage, member: Member) -> None:
    """Deletes a member's avatars, also those of an interrupted upload."""
    for name in await storage.names_of(AVATARS, member.id):
        await storage.delete(AVATARS, name)
    await storage.delete_unfinished(member.id)
