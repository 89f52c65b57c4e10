"""Sign-ins of tests: the rows of a first one are stored and copied into later databases."""

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

# Tables that a sign-in writes, in the order of their foreign keys; the column of the member's id.
TABLES = {
    Account.__tablename__: "id",
    Profile.__tablename__: "id",
    Session.__tablename__: "account_id",
    MemberName.__tablename__: "member_id",
}

# Values by column, in the types of the database driver.
Row = dict[str, Any]
Rows = Mapping[str, list[Row]]


class MemberSession(NamedTuple):
    """A session that was opened for a member."""

    token: str
    id: str
    member_id: str
    is_suspended: bool


class FirstSession(NamedTuple):
    """A member's first session, with all rows that it wrote."""

    session: MemberSession
    rows: Rows


# By kind of database, identity and time of the sign-in.
_first_sessions: dict[tuple[str, Identity, datetime], FirstSession] = {}


async def open_member_session(
    engine: AsyncEngine, identity: Identity, *, user_agent: str, now: datetime
) -> MemberSession:
    """Opens a session as the site does after the provider's response; registers new members.

    The first sign-in of a member at the same time writes the same rows in each test: from the
    second test on they are copied.
    """
    key = engine.dialect.name, identity, now
    if key in _first_sessions:
        try:
            async with engine.begin() as connection:
                await _copy(connection, _first_sessions[key].rows)
        except sa.exc.IntegrityError:
            # The member has signed in before in this test.
            pass
        else:
            return _first_sessions[key].session
    is_first = key not in _first_sessions and not await _is_known(engine, identity)
    visit = SignInContext(user_agent, previous_token=None, language=None)
    async with transaction(create_sessions(engine)) as opened:
        session = await open_session(opened, identity, visit=visit, now=now)
    async with engine.connect() as connection:
        hashed = hash_of(session.token)
        stored = sa.select(Session.id, Session.account_id).where(Session.token_hash == hashed)
        [(id, member_id)] = await connection.execute(stored)
        done = MemberSession(session.token, id, member_id, session.is_suspended)
        if is_first:
            _first_sessions[key] = FirstSession(done, await _rows_of(connection, member_id))
    return done


async def _is_known(engine: AsyncEngine, identity: Identity) -> bool:
    """Returns whether the identity has an account."""
    found = sa.select(Account.id).where(Account.subject == identity.subject)
    async with engine.connect() as connection:
        return (await connection.execute(found)).first() is not None


async def _copy(connection: AsyncConnection, rows: Rows) -> None:
    """Inserts the rows; raises IntegrityError if the member has an account."""
    for table, values in rows.items():
        if values:
            names = ", ".join(values[0])
            places = ", ".join(f":{name}" for name in values[0])
            # The names are those of the tables' own columns.
            statement = f"INSERT INTO {table} ({names}) VALUES ({places})"
            await connection.execute(sa.text(statement), values)


async def _rows_of(connection: AsyncConnection, member_id: str) -> Rows:
    """Returns the rows of a member in all tables that a sign-in writes."""
    rows = {}
    for table, column in TABLES.items():
        statement = f"SELECT * FROM {table} WHERE {column} = :id"
        found = await connection.execute(sa.text(statement), {"id": member_id})
        rows[table] = [dict(row) for row in found.mappings()]
    return rows
