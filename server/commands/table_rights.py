"""Rights of the role in DATABASE_URL on the rows of the site's tables."""

import sqlalchemy as sa

from server.database.declarative import Base
from server.database.dialects import is_sqlite
from server.database.engine import open_engine
from server.errors import StartRefused
from server.settings import Settings

# Tables that another role created are closed, unless that role granted the rights.
_CLOSED_TABLES = sa.text(
    "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename IN :names"
    " AND NOT (has_table_privilege(quote_ident(tablename), 'SELECT')"
    " AND has_table_privilege(quote_ident(tablename), 'INSERT')"
    " AND has_table_privilege(quote_ident(tablename), 'UPDATE')"
    " AND has_table_privilege(quote_ident(tablename), 'DELETE')) ORDER BY tablename"
).bindparams(sa.bindparam("names", expanding=True))


async def check_rights(settings: Settings) -> str:
    """Returns a finding about the role; raises StartRefused if tables are closed to it."""
    engine = open_engine(settings.database_url)
    try:
        if is_sqlite(engine.dialect):
            return "SQLite has no roles."
        names = {"names": list(Base.metadata.tables)}
        async with engine.connect() as connection:
            closed = list(await connection.scalars(_CLOSED_TABLES, names))
    finally:
        await engine.dispose()
    if closed:
        raise StartRefused(
            f"the role in DATABASE_URL may not read or change {', '.join(closed)}. Migrate as the "
            "owner of the other tables, or grant it the rights of server/database/site_role.sql."
        )
    return "it may read and change the rows of every table."
