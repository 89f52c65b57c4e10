"""Every operation and every form, requested in every role: expected status and stored rows.

The rows come from the running application, so a new handler without a row fails.
"""

import re
from collections.abc import Awaitable, Callable

import httpx
import pytest
import sqlalchemy as sa

from server.moderation.tables import Appeal, ModerationEntry, Report
from server.web.rate_limits.rates import MemoryRates
from tests.conftest import ORIGIN
from tests.server.access_matrix import FILE, render
from tests.server.community.builders import add_members
from tests.server.members import Browser, Place
from tests.server.operations import (
    CHANGES,
    MAKERS,
    TABLE,
    UNDESCRIBED,
    changes_of,
    dump_site,
    grant_role,
    prepare_path,
    send_request,
)
from tests.server.roles import (
    AUTHOR,
    EXPECTED_FORMS,
    FORM_FILE,
    FORMS,
    ROLES,
    Role,
    become,
    browser_of,
    ensure_signed_in,
    form_changes,
    form_status_for,
    status_for,
)

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def no_rate_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switches rate limits off: one member makes more changes here than a minute allows."""
    monkeypatch.setattr(MemoryRates, "take_now", lambda *_: 0)


async def test_every_change_of_the_application_has_a_row(place: Place) -> None:
    of_app = changes_of(place.app)

    assert of_app == {*CHANGES, *UNDESCRIBED}, "add it to access_rules.toml"
    assert set(FORMS) == EXPECTED_FORMS, f"add the form to {FORM_FILE.name}"


def test_table_for_readers_is_up_to_date() -> None:
    hint = "run make contracts"

    assert FILE.read_text(encoding="utf-8") == render(), hint


@pytest.mark.parametrize("role", ROLES)
async def test_role_gets_the_status_of_the_table_and_refusals_store_nothing(
    place: Place, hana: Browser, role: Role
) -> None:
    async with browser_of(place, role, author=hana) as reader:
        found = []
        for before, name in zip([None, *TABLE], TABLE, strict=False):
            if before is None or (before in CHANGES and status_for(TABLE[before], role) < 400):
                await restore_sign_ins(place, hana, reader, role)
            found.append(await try_operation(place, hana, reader, role=role, name=name))

    assert [one for one in found if one] == []


async def restore_sign_ins(place: Place, hana: Browser, reader: Browser, role: Role) -> None:
    """Signs author and reader in again and restores the role, since a change may end them."""
    await sign_in_author(place, hana)
    await become(place, reader, role, author=hana)


async def try_operation(
    place: Place, hana: Browser, reader: Browser, *, role: Role, name: str
) -> str | None:
    """Returns what is wrong with the answer to the role, or None."""
    expected = status_for(TABLE[name], role)
    path = await prepare_path(name, hana, place)
    # What readings store is tested in test_reading_rules.py.
    is_refused_change = name in CHANGES and expected >= 400
    before = await dump_site(place) if is_refused_change else ""
    answer = await send_request(reader, name, path)
    if answer.status_code != expected:
        return f"{name}: {answer.status_code} instead of {expected}"
    if is_refused_change and await dump_site(place) != before:
        return f"{name}: was refused, but stored something"
    if name not in CHANGES and "cache-control" not in answer.headers:
        return f"{name}: has no cache-control header"
    names_suspension = role != "suspended" or name not in CHANGES or "app.suspended" in answer.text
    return None if names_suspension else f"{name}: does not name the suspension: {answer.text}"


@pytest.mark.parametrize("role", ["moderator", "administrator"])
async def test_role_gets_the_status_of_the_table_for_things_of_its_own(
    place: Place, hana: Browser, role: Role
) -> None:
    found = [
        await try_own_thing(place, hana, role=role, name=name)
        for name in TABLE
        if has_role_status(name)
    ]

    assert len(found) >= 10
    assert [one for one in found if one] == []


def has_role_status(name: str) -> bool:
    """Returns whether the table has a status of its own for moderators or administrators."""
    return TABLE[name].moderator is not None or TABLE[name].administrator is not None


async def try_own_thing(place: Place, hana: Browser, *, role: Role, name: str) -> str | None:
    """Returns what is wrong with the answer to the role as owner of the thing, or None."""
    row = TABLE[name]
    # A role without a column gets the status of the owner here, not that of other members.
    expected = status_for(row._replace(other=row.owner), role)
    await sign_in_author(place, hana)
    path = await prepare_path(name, hana, place)
    await grant_role(place, hana, role)
    answer = await send_request(hana, name, path)
    wrong = answer.status_code != expected
    return f"{name}: {answer.status_code} instead of {expected}" if wrong else None


@pytest.mark.parametrize("role", ROLES)
async def test_form_of_a_role_gets_the_status_of_the_table_and_stores_what_it_may(
    place: Place, hana: Browser, role: Role
) -> None:
    async with browser_of(place, role, author=hana) as reader:
        found = []
        for before, name in zip([None, *FORMS], FORMS, strict=False):
            if before is None or form_changes(FORMS[before], role):
                await restore_sign_ins(place, hana, reader, role)
            found.append(await try_form(place, hana, reader, role=role, name=name))

    assert [one for one in found if one] == []


async def try_form(
    place: Place, hana: Browser, reader: Browser, *, role: Role, name: str
) -> str | None:
    """Returns what is wrong with the answer to the role's form, or None."""
    row = FORMS[name]
    id = await FORM_MAKERS[row.of](reader, hana, place) if row.of else ""
    before = await dump_site(place)
    answer = await send_form(reader, name, id)
    if answer.status_code != form_status_for(row, role):
        return f"{name}: {answer.status_code} instead of {form_status_for(row, role)}"
    if (await dump_site(place) != before) is not form_changes(row, role):
        stores = "something" if form_changes(row, role) else "nothing"
        return f"{name}: led to {answer.headers.get('location')}, but should store {stores}"
    return None


async def sign_in_author(place: Place, hana: Browser) -> None:
    """Signs the author in again; the previous operation may have ended session or account."""
    await ensure_signed_in(place, hana, AUTHOR)
    await place.make_established(hana)


async def send_form(browser: Browser, name: str, id: str) -> httpx.Response:
    """Sends the form as a browser without scripts does."""
    values = {"member": browser.member_id, "id": id}
    fields = {field: value.format(**values) for field, value in FORMS[name].fields.items()}
    headers = {"sec-fetch-site": "same-origin", "origin": ORIGIN, "accept": "text/html"}
    path = re.sub(r"{\w+}", id, name.split()[1])
    return await browser.http.post(path, data=fields, headers=headers)


async def _reported_subject(_reader: Browser, author: Browser, place: Place) -> str:
    """Inserts a report on a third member and returns the subject."""
    [third] = await add_members(place.engine, 1)
    report = {
        "subject": f"member:{third.id}",
        "open_key": third.id,
        "member_id": third.id,
        "reason": "spam",
        "created_at": place.moment(),
    }
    async with place.engine.begin() as connection:
        await connection.execute(sa.insert(Report).values(report))
    return f"member:{third.id}"


async def _warning_of(member_id: str, place: Place) -> str:
    """Inserts a warning of this member and returns its id."""
    values = {"created_at": place.moment(), "made_by": "Mori", "action": "warn", "details": {}}
    about = {"subject_kind": "member", "member_id": member_id or None, "reason": "spam"}
    insert = sa.insert(ModerationEntry).values(values | about).returning(ModerationEntry.id)
    async with place.engine.begin() as connection:
        return str(await connection.scalar(insert))


async def _own_decision(reader: Browser, _author: Browser, place: Place) -> str:
    return await _warning_of(reader.member_id, place)


async def _appealed_entry(_reader: Browser, _author: Browser, place: Place) -> str:
    """Inserts an appeal of a third member and returns the id of the log entry."""
    [third] = await add_members(place.engine, 1)
    entry = await _warning_of(third.id, place)
    row = {"entry_id": int(entry), "member_id": third.id, "note": "?", "created_at": place.moment()}
    async with place.engine.begin() as connection:
        await connection.execute(sa.insert(Appeal).values(row))
    return entry


def _of_author(kind: str) -> Callable[[Browser, Browser, Place], Awaitable[str]]:
    """Returns a function that creates this kind of thing as the author."""

    async def make(_reader: Browser, author: Browser, place: Place) -> str:
        return await MAKERS[kind](author, place)

    return make


FORM_MAKERS: dict[str, Callable[[Browser, Browser, Place], Awaitable[str]]] = {
    **{kind: _of_author(kind) for kind in MAKERS},
    "reported": _reported_subject,
    "ownDecision": _own_decision,
    "appealed": _appealed_entry,
}
