"""Deleted content is in no file of an SQLite database."""

from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncSession

from server.database.dialects import empty_write_ahead_log
from server.database.engine import create_engine

pytestmark = pytest.mark.anyio

# Long enough to fill several pages, which a deletion frees as a whole.
SECRET = "a sentence that its author deleted; " * 1000


async def test_deleted_text_is_overwritten_whatever_the_default_of_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "site.sqlite3"
    engine = create_engine(f"sqlite+aiosqlite:///{file}")

    # Some systems compile SQLite so that it overwrites by itself.
    @sa.event.listens_for(engine.sync_engine, "connect", insert=True)
    def overwrite_nothing(connection: sa.engine.interfaces.DBAPIConnection, _: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA secure_delete=OFF")
        cursor.close()

    async with engine.begin() as connection:
        await connection.execute(sa.text("CREATE TABLE leaves (content TEXT)"))
        insert = sa.text("INSERT INTO leaves VALUES (:content), ('stays')")
        await connection.execute(insert, {"content": SECRET})
    async with AsyncSession(engine) as session:
        await empty_write_ahead_log(session)
    assert b"its author deleted" in file.read_bytes()

    async with engine.begin() as connection:
        await connection.execute(sa.text("DELETE FROM leaves WHERE content != 'stays'"))
    async with AsyncSession(engine) as session:
        await empty_write_ahead_log(session)

    left = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"stays" in left
    assert b"its author deleted" not in left
    await engine.dispose()
