"""Roles of a client, and the status that each gets for an operation by the tables of rules."""

import tomllib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal, NamedTuple, get_args

import sqlalchemy as sa

from server.accounts.profiles.tables import Profile
from server.accounts.sessions.actions.suspension import suspend
from server.community.relations.actions import hide_member
from server.community.relations.schemas import RelationKind
from server.database.engine import create_sessions
from server.database.transaction import transaction
from server.moderation.rules import Attribution
from server.web.viewer import Member
from tests.server.members import Browser, Place
from tests.server.operations import UNDESCRIBED, Row, grant_role

Role = Literal[
    "visitor",
    "new member",
    "member",
    "author",
    "muted",
    "blocked",
    "suspended",
    "moderator",
    "administrator",
]
ROLES: tuple[Role, ...] = get_args(Role)
FORM_FILE = Path(__file__).with_name("form_rules.toml")
# Handlers that production does not have.
DEVELOPMENT = {"POST /dev/oidc/token"}
# Display name that the request bodies in the tables repeat to confirm an account's deletion.
NAME = "茶畑 はな"
AUTHOR, OTHER = "development-hana", "development-alex"


class FormRow(NamedTuple):
    """Expected statuses of one form by role, the roles that change something, and its fields."""

    nobody: int
    suspended: int
    member: int
    changes: list[str]
    fields: Mapping[str, str]
    moderator: int | None = None
    administrator: int | None = None
    of: str | None = None


def read_forms() -> dict[str, FormRow]:
    """Returns the rows of form_rules.toml by form."""
    found = tomllib.loads(FORM_FILE.read_text(encoding="utf-8"))
    return {name: FormRow(**row) for name, row in found.items()}


FORMS = read_forms()
EXPECTED_FORMS = UNDESCRIBED - DEVELOPMENT


def status_for(row: Row, role: Role) -> int:
    """Returns the expected status of an operation; a role without a column gets that of members."""
    other = row.owner if row.other is None else row.other
    moderator = other if row.moderator is None else row.moderator
    statuses: dict[Role, int | None] = {
        "visitor": row.nobody,
        "suspended": row.suspended,
        "author": row.owner,
        "blocked": row.blocked,
        "moderator": moderator,
        "administrator": moderator if row.administrator is None else row.administrator,
    }
    return statuses.get(role) or other


def form_status_for(row: FormRow, role: Role) -> int:
    """Returns the expected status of a form; a role without a column gets that of members."""
    moderator = row.moderator or row.member
    statuses: dict[Role, int] = {
        "visitor": row.nobody,
        "suspended": row.suspended,
        "moderator": moderator,
        "administrator": row.administrator or moderator,
    }
    return statuses.get(role, row.member)


def form_changes(row: FormRow, role: Role) -> bool:
    """Returns whether the form stores something when this role sends it."""
    named = {"visitor": "nobody"}.get(role, role)
    member_roles = {"new member", "member", "author", "muted", "blocked"}
    return ("member" if named in member_roles else named) in row.changes


@asynccontextmanager
async def browser_of(place: Place, role: Role, *, author: Browser) -> AsyncIterator[Browser]:
    """Yields the browser of a role before its sign-in; for the author, the author's own."""
    if role == "author":
        yield author
        return
    async with place.browser("198.51.100.7") as browser:
        yield browser


async def become(place: Place, browser: Browser, role: Role, *, author: Browser) -> None:
    """Signs the browser in as a member who has this role towards the author.

    A visitor stays signed out.
    """
    if role == "visitor":
        return
    if role == "suspended":
        await _suspend_once(place, browser)
        return
    await ensure_signed_in(place, browser, AUTHOR if role == "author" else OTHER)
    if role != "new member":
        await place.make_established(browser)
    if role in {"moderator", "administrator"}:
        await grant_role(place, browser, role)
    if role in {"muted", "blocked"}:
        kind: RelationKind = "mute" if role == "muted" else "block"
        hider = Member(id=author.member_id, display_name=NAME, language="ja")
        async with transaction(create_sessions(place.engine)) as opened:
            await hide_member(
                opened, hider, other_id=browser.member_id, kind=kind, now=place.moment()
            )


async def ensure_signed_in(place: Place, browser: Browser, subject: str) -> None:
    """Signs the browser in again if an operation has ended its session; sets the member's name."""
    if (await browser.read_session())["member"] is None:
        await place.sign_in(browser, subject)
    async with place.engine.begin() as connection:
        rename = sa.update(Profile).where(Profile.id == browser.member_id)
        await connection.execute(rename.values(display_name=NAME))


async def _suspend_once(place: Place, browser: Browser) -> None:
    """Suspends the browser's member, unless that was done before."""
    if browser.token is not None:
        return
    await place.sign_in(browser, OTHER)
    member_id, now = browser.member_id, place.moment()
    async with transaction(create_sessions(place.engine)) as opened:
        await suspend(opened, Attribution("Mori", "spam"), member_id=member_id, until=None, now=now)
    # A suspended member is a visitor to the pages that are loaded from now on.
    await browser.read_session()
