"""Rows of a first sign-in: made once a process by the site's own code, then copied."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.accounts.profiles.tables import MemberName, Profile
from server.accounts.sessions.actions.sessions import SignInContext, open_session
from server.accounts.sessions.claims import Identity
from server.accounts.sessions.tables import Account, Session
from server.accounts.sessions.tokens import hash_of
from server.database.engine import create_sessions
from server.database.transaction import transaction

# In the order of their foreign keys, with the column of the member's id.
TABLES: Mapping[Any, str] = {
    Account.__table__: "id",
    Profile.__table__: "id",
    Session.__table__: "account_id",
    MemberName.__table__: "member_id",
}

Row = dict[str, Any]


class MemberSession(NamedTuple):
    """A session that was opened for a member."""

    token: str
    id: str
    member_id: str
    is_suspended: bool


class FirstSession(NamedTuple):
    """A member's first session, with all rows that it wrote."""

    session: MemberSession
    rows: Mapping[Any, list[Row]]


# By kind of database, identity and moment.
_first: dict[tuple[str, Identity, datetime], FirstSession] = {}


async def open_member_session(
    engine: AsyncEngine, identity: Identity, *, user_agent: str, now: datetime
) -> MemberSession:
    """Signs a member in, as the site does after the provider's answer.

    The first sign-in of a member at a moment writes the same rows in every database.
    """
    key = engine.dialect.name, identity, now
    if key in _first:
        try:
            async with engine.begin() as connection:
                await _copy(connection, _first[key].rows)
        except sa.exc.IntegrityError:
            # The member of this test has signed in before.
            pass
        else:
            return _first[key].session
    visit = SignInContext(user_agent, previous_token=None, language=None)
    async with transaction(create_sessions(engine)) as opened:
        session = await open_session(opened, identity, visit=visit, now=now)
    async with engine.connect() as connection:
        hashed = hash_of(session.token)
        stored = sa.select(Session.id, Session.account_id).where(Session.token_hash == hashed)
        found = (await connection.execute(stored)).one()
        done = MemberSession(session.token, found.id, found.account_id, session.is_suspended)
        rows = await _rows_of(connection, done.member_id)
    [account] = rows[Account.__table__]
    if len(rows[Session.__table__]) == 1 and account["created_at"] == now:
        _first[key] = FirstSession(done, rows)
    return done


async def _copy(connection: AsyncConnection, rows: Mapping[Any, list[Row]]) -> None:
    """Inserts the rows; raises IntegrityError if the member is there."""
    for table, values in rows.items():
        if values:
            await connection.execute(sa.insert(table), values)


async def _rows_of(connection: AsyncConnection, member_id: str) -> dict[Any, list[Row]]:
    """Returns the rows of a member in all tables that a sign-in writes."""
    return {
        table: [
            dict(row)
            for row in (
                await connection.execute(sa.select(table).where(table.c[column] == member_id))
            ).mappings()
        ]
        for table, column in TABLES.items()
    }
