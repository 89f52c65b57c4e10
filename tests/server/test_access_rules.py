"""Every operation for visitors, owners and other members, and every change from other sites."""

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from server.database.declarative import Base
from tests.conftest import ORIGIN
from tests.server.members import Browser, Place
from tests.server.operations import (
    CHANGES,
    FILE,
    TABLE,
    UNDESCRIBED,
    api_description,
    changes_of,
    described_operations,
    dump_site,
    grant_role,
    prepare_path,
    send_request,
)

pytestmark = pytest.mark.anyio

HINT = f"add to {FILE.name} the statuses for visitors, the owner and other members of"

# Media types that a form of another site, or a careless script, could send.
FOREIGN_TYPES = ("text/plain", "application/x-www-form-urlencoded", "application/xml", "x")

CROSS_SITE: tuple[dict[str, str], ...] = (
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "cross-site", "origin": ""},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "none"},
    {"sec-fetch-site": "same-origin", "origin": "https://evil.example"},
    {"sec-fetch-site": "same-origin", "origin": "null"},
    {"sec-fetch-site": "", "origin": "null"},
    {"sec-fetch-site": "", "origin": ""},
    {"sec-fetch-site": "", "origin": f"{ORIGIN}.evil.example"},
    {"sec-fetch-site": "", "origin": ORIGIN.replace("http:", "https:")},
    {"sec-fetch-site": "", "origin": "http://localhost:9999"},
    {"sec-fetch-site": "", "origin": f"{ORIGIN}/"},
    {"x-csrf-token": ""},
    {"x-csrf-token": "A" * 43},
    {"x-member-id": ""},
)

# Uploads with the CSRF token of another member are refused with a code of their own.
MISMATCHES = {"upload.idMismatch", "profileEdit.errors.idMismatch"}
FORBIDDEN = {"app.forbidden", "app.anotherMember", *MISMATCHES}

# Fields that no request may set: all columns of the tables, the most sensitive ones first.
_FIRST = ("id", "user_id", "account_id", "likes", "created_at", "email", "avatar_url", "issuer")
_ALL = sorted({column.name for table in Base.metadata.sorted_tables for column in table.columns})
COLUMNS = list(dict.fromkeys([*_FIRST, *_ALL]))
# Fewer requests than every rate limit.
COLUMNS_TRIED = 25

BROKEN_BODIES: tuple[bytes, ...] = (
    b"",
    b"{",
    b"null",
    b"[]",
    b'"x"',
    b"0",
    b"NaN",
    b"\xff\xfe",
    b"\x00",
    b"[" * 50_000,
    b'{"a":' * 5_000 + b"1" + b"}" * 5_000,
    b"1" * 400_000,
    b"{}" * 3,
    b'{"\\ud800": 1}',
    b'{"content": null, "language": null, "display_name": null, "confirmation": null}',
    b'{"content": 1, "language": 1, "display_name": 1, "confirmation": 1}',
    b'{"content": {}, "language": [], "display_name": true, "confirmation": 1e400}',
    b'{"content": "\\u0000", "category": "question", "language": "en", "display_name": "\\u0000"}',
    b'{"content": "\\ud800", "category": "question", "language": "en", "display_name": "\\ud800"}',
    b'{"language": "fr", "display_name": "x", "content": "x", "category": "question"}',
)


@pytest.fixture
async def signed_out_browser(place: Place) -> AsyncIterator[Browser]:
    """Yields a browser that still has the token of a session that was signed out."""
    async with place.browser("198.51.100.1") as browser:
        await place.sign_in(browser, "development-alex")
        token = browser.token
        await browser.change("DELETE", "/api/session")
        browser.token = token or ""
        yield browser


@pytest.fixture
async def deleted_member(place: Place) -> AsyncIterator[Browser]:
    """Yields a browser that still has the session token of a deleted account."""
    async with place.browser("198.51.100.2") as browser:
        await place.sign_in(browser, "development-nameless")
        token = browser.token
        removal = {"confirmation": "first.flush", "posts": "remove"}
        answer = await browser.change("DELETE", "/api/account", json=removal)
        assert answer.status_code == 204
        browser.token = token or ""
        yield browser


def test_access_table_contains_every_operation() -> None:
    missing = set(described_operations()) - set(TABLE)
    left_over = set(TABLE) - set(described_operations())

    assert not missing, f"{HINT} {', '.join(sorted(missing))}"
    assert not left_over, (
        f"{FILE.name} still has {', '.join(sorted(left_over))}, which does not exist"
    )


def test_operation_with_an_id_names_its_owner() -> None:
    for name, row in TABLE.items():
        assert ("{" in name) == (row.of is not None) == (row.other is not None), f"{HINT} {name}"


async def test_api_description_contains_every_change_of_the_site(place: Place) -> None:
    missing = changes_of(place.app) - set(TABLE) - UNDESCRIBED

    assert not missing, f"{HINT} {', '.join(sorted(missing))}"


async def test_visitor_gets_the_status_of_the_table_and_changes_nothing(
    place: Place,
    visitor: Browser,
    hana: Browser,
    signed_out_browser: Browser,
    deleted_member: Browser,
) -> None:
    clients = {"visitor": visitor, "signed out": signed_out_browser, "deleted": deleted_member}
    wrong = []
    for name, row in TABLE.items():
        path = await prepare_path(name, hana, place)
        before = await dump_site(place)
        for client, browser in clients.items():
            got = (await send_request(browser, name, path)).status_code
            if got != row.nobody:
                wrong.append(f"{name} for {client}: {got} instead of {row.nobody}")
        if await dump_site(place) != before:
            wrong.append(f"{name} stored something without a session")

    assert not wrong


async def grant_needed_role(place: Place, browser: Browser, name: str) -> None:
    """Makes the member an administrator or a moderator if the operation needs one."""
    if TABLE[name].administrator is not None:
        await grant_role(place, browser, "administrator")
    elif TABLE[name].moderator is not None:
        await grant_role(place, browser)


async def test_cross_site_change_is_refused_with_403(
    place: Place, hana: Browser, alex: Browser
) -> None:
    wrong = []
    for name in CHANGES:
        path = await prepare_path(name, hana, place)
        before = await dump_site(place)
        for headers in (*CROSS_SITE, {"x-csrf-token": alex.csrf}, {"x-member-id": alex.member_id}):
            got = await send_request(hana, name, path, headers=headers)
            if got.status_code != 403 or got.json()["code"] not in FORBIDDEN:
                wrong.append(f"{name} with {headers}: {got.status_code}")
        if await dump_site(place) != before:
            wrong.append(f"{name} stored something for another site")

    assert not wrong


async def test_change_of_another_media_type_is_refused_with_415(
    place: Place, hana: Browser
) -> None:
    wrong = []
    for name in CHANGES:
        path, expected = await prepare_path(name, hana, place), TABLE[name].media_type
        before = await dump_site(place)
        others = {"multipart/form-data; boundary=x", "application/json"}
        foreign = [*FOREIGN_TYPES, *(kind for kind in others if not kind.startswith(expected))]
        for kind in foreign:
            headers = {"content-type": kind}
            got = await send_request(
                hana, name, path, content=b'{"language": "en"}', headers=headers
            )
            if got.status_code != 415:
                wrong.append(f"{name} as {kind}: {got.status_code}")
        if await dump_site(place) != before:
            wrong.append(f"{name} stored something of another media type")

    assert not wrong


@pytest.mark.parametrize("name", [name for name in CHANGES if TABLE[name].body])
async def test_unknown_or_protected_field_is_refused_with_400(
    place: Place, hana: Browser, name: str
) -> None:
    path = await prepare_path(name, hana, place)
    await grant_needed_role(place, hana, name)
    operation = described_operations()[name]["requestBody"]["content"]["application/json"]["schema"]
    allowed = fields_in(operation)
    before = await dump_site(place)

    for column in [column for column in COLUMNS if column not in allowed][:COLUMNS_TRIED]:
        got = await send_request(hana, name, path, **with_field(name, column))
        assert got.status_code == 400, f"{name} takes {column}: {got.text}"

    assert await dump_site(place) == before


def fields_in(schema: dict[str, Any]) -> set[str]:
    """Returns the names of a schema's fields."""
    shapes = api_description()["components"]["schemas"]
    return set(shapes[schema["$ref"].rpartition("/")[2]]["properties"])


def with_field(name: str, column: str) -> dict[str, Any]:
    """Returns the request options of an operation's body with an additional field."""
    content = json.dumps({**(TABLE[name].body or {}), column: "x"}).encode()
    return {"content": content, "headers": {"content-type": "application/json"}}


@pytest.mark.parametrize("name", [name for name in CHANGES if TABLE[name].body])
async def test_broken_json_body_answers_4xx_and_changes_nothing(
    place: Place, hana: Browser, name: str
) -> None:
    path = await prepare_path(name, hana, place)
    await grant_needed_role(place, hana, name)
    before = await dump_site(place)

    for content in BROKEN_BODIES:
        headers = {"content-type": "application/json"}
        got = await send_request(hana, name, path, content=content, headers=headers)
        assert got.status_code in (400, 413, 422), f"{content[:40]!r}: {got.status_code} {got.text}"

    assert await dump_site(place) == before


async def test_change_without_fetch_metadata_is_accepted_by_its_origin(hana: Browser) -> None:
    answer = await hana.change(
        "PUT", "/api/profiles/me/language", json={"language": "en"}, headers={"sec-fetch-site": ""}
    )

    assert answer.status_code == 200
