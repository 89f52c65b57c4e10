"""Migrates a database to the newest revision, step by step."""

import os
from collections.abc import Sequence
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from server.database.dialects import is_sqlite
from server.database.locks import migration_lock, retry_lock_timeouts
from server.database.revisions import VERSIONS, number_of
from server.errors import StartRefused

SCRIPTS = Path(__file__).parent / "migrations"


def _config(
    connection: Connection | None = None, *, versions: Sequence[Path] = (VERSIONS,)
) -> Config:
    """Returns Alembic's configuration with these folders of revisions and this connection."""
    config = Config()
    folders = os.pathsep.join(str(folder) for folder in versions)
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("version_locations", folders.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    # Earlier revisions are in folders below.
    config.set_main_option("recursive_version_locations", "true")
    config.attributes["connection"] = connection
    return config


def revisions(target: str = "head", *, versions: Sequence[Path] = (VERSIONS,)) -> list[str]:
    """Lists all revisions from the first to the target."""
    history = ScriptDirectory.from_config(_config(versions=versions))
    return [step.revision for step in history.iterate_revisions(target, "base")][::-1]


def _read_revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def migrate(
    engine: AsyncEngine, revision: str = "head", *, versions: Sequence[Path] = (VERSIONS,)
) -> None:
    """Applies the missing steps up to `revision`, each in its own transaction.

    `versions` are the folders of the steps. An interrupted migration continues after the last
    applied step. Raises StartRefused if another host migrates for too long, or, on SQLite, if a
    step leaves rows that refer to missing rows.
    """
    wanted = revisions(revision, versions=versions)
    take_step = _apply_step_in_file if is_sqlite(engine.dialect) else _apply_step_on_server
    async with migration_lock(engine) as connection:
        while await retry_lock_timeouts(lambda: take_step(connection, wanted, versions)):
            pass


async def _apply_step_in_file(
    connection: AsyncConnection, wanted: Sequence[str], versions: Sequence[Path]
) -> bool:
    """Applies the next step to an SQLite file; returns False when no step is missing.

    The file stays locked from reading the revision to the end of the step, so that two hosts do
    not apply one step twice.
    """
    async with connection.begin():
        await connection.exec_driver_sql("BEGIN IMMEDIATE")
        missing = await connection.run_sync(_missing, wanted)
        if missing:
            await connection.run_sync(_upgrade, missing[0], versions)
            await _refuse_orphans(connection)
    return bool(missing)


async def _apply_step_on_server(
    connection: AsyncConnection, wanted: Sequence[str], versions: Sequence[Path]
) -> bool:
    """Applies the next step on PostgreSQL; returns False when no step is missing.

    No transaction stays open around the step, because an index made online refuses one.
    """
    try:
        missing = await connection.run_sync(_missing, wanted)
        await connection.rollback()
        if missing:
            await connection.run_sync(_upgrade, missing[0], versions)
    finally:
        await connection.rollback()
    return bool(missing)


def _missing(connection: Connection, wanted: Sequence[str]) -> list[str]:
    """Returns the wanted steps after the stored revision; none for one of another program."""
    stored = number_of(_read_revision(connection))
    return [] if stored < 0 else [step for step in wanted if number_of(step) > stored]


def _upgrade(connection: Connection, revision: str, versions: Sequence[Path]) -> None:
    """Applies the missing steps up to a revision on this connection."""
    command.upgrade(_config(connection, versions=versions), revision)


async def _refuse_orphans(connection: AsyncConnection) -> None:
    """Raises StartRefused if a row refers to a row that does not exist."""
    if (await connection.execute(sa.text("PRAGMA foreign_key_check"))).first():
        raise StartRefused("a step of the migrations left rows that point at nothing.")


async def downgrade(engine: AsyncEngine, revision: str) -> None:
    """Undoes the steps after `revision`, by their `downgrade`."""
    async with migration_lock(engine) as connection:
        await connection.run_sync(lambda sync: command.downgrade(_config(sync), revision))


async def compare(engine: AsyncEngine) -> None:
    """Raises an error when the tables in the code differ from those of the migrations."""
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.check(_config(sync)))
