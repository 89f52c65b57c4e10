"""The moderation log in migrations, in backups, and in the arguments of its command."""

from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.sessions.tables import Account
from server.commands.archive import ArchiveReader
from server.commands.arguments import read_arguments
from server.commands.backup import write_archive
from server.commands.moderate import moderate
from server.community.actions.moderation import remove_post
from server.community.dependencies import CommunityDependencies
from server.database.migrate import downgrade, migrate
from server.moderation.rules import Attribution
from server.settings import Settings
from tests.server.community.builders import add_post, execute, value
from tests.server.conftest import START

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

OLD = ("id", "issuer", "subject", "created_at")
INSERT = f"INSERT INTO accounts ({', '.join(OLD)}) VALUES (:id, 'i', :id, '2026-11-21 04:00:00')"


async def test_migration_suspends_no_member_and_allows_inserts_of_older_code(
    empty_database: AsyncEngine,
) -> None:
    await migrate(empty_database, "0003")
    await execute(empty_database, INSERT, id="before")

    await migrate(empty_database)
    await execute(empty_database, INSERT, id="after")

    suspended = "SELECT COUNT(*) FROM accounts WHERE suspended_at IS NOT NULL"
    assert await value(empty_database, suspended) == 0
    assert await value(empty_database, "SELECT COUNT(*) FROM accounts") == 2


@pytest.mark.parametrize("words", [("log",), ("remove-post", "7", "--reason", "r", "--by", "m")])
def test_command_on_an_older_database_names_the_migrate_command(
    settings: Settings, words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert moderate(settings, read_arguments(["moderate", *words])) == 1

    assert "run `./chanoki migrate`" in capsys.readouterr().err


async def test_undoing_the_migration_keeps_the_members(database: AsyncEngine) -> None:
    await execute(database, INSERT, id="member")

    await downgrade(database, "0003")

    assert await value(database, "SELECT COUNT(*) FROM accounts") == 1


async def test_backup_contains_the_moderation_log_and_the_suspensions(
    settings: Settings, database: AsyncEngine, community: CommunityDependencies, tmp_path: Path
) -> None:
    account = {"id": "a", "issuer": "i", "subject": "a", "created_at": START}
    async with database.begin() as connection:
        row = {**account, "suspended_at": START, "suspension_reason": "advertising"}
        await connection.execute(sa.insert(Account).values(row))
    await remove_post(community, Attribution("Mori", "宣伝"), post_id=await add_post(database))
    address = database.url.render_as_string(hide_password=False)

    path = tmp_path / "site.zip"
    await write_archive(replace(settings, database_url=address), path, kind="backup")

    archive = ArchiveReader(path)
    [line] = archive.lines("moderation_log")
    assert "宣伝" in line.decode()
    [member] = archive.lines("accounts")
    assert b'"suspension_reason":"advertising"' in member


@pytest.mark.parametrize(
    "words",
    [
        ("remove-post", "x", "--reason", "r"),
        ("remove-post", "0", "--reason", "r"),
        ("remove-post", "-7", "--reason", "r"),
        ("remove-post", str(2**63), "--reason", "r"),
        ("remove-post", "7"),
        ("suspend", "id", "--days", "0", "--reason", "r"),
        ("log", "--limit", "0"),
        (),
    ],
)
def test_invalid_arguments_are_refused_with_the_usage(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        read_arguments(["moderate", *words])

    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err
