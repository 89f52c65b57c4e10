"""Checks before a host starts: the database is intact, and compatible with the code."""

import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.commands.doctor import examine
from server.commands.migrate import bring_up_to_date, migrate_database
from server.commands.readiness import check_database, check_integrity
from server.community.actions.samples import insert_sample_posts
from server.database.engine import create_engine, create_sessions
from server.database.migrate import migrate
from server.errors import StartRefused
from server.settings import PROJECT, Settings
from server.values import Environment
from tests.made_up_revisions import write_revisions
from tests.running_site import free_port
from tests.server.community.builders import add_members
from tests.server.conftest import START

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

PAGE = 4096
MAKE_POTS = 'op.create_table("pots", sa.Column("id", sa.Integer(), primary_key=True))'


async def run_start_checks(
    settings: Settings, *, environment: Environment = "production"
) -> list[str]:
    """Runs the database checks of a host's start and returns their messages."""
    messages: list[str] = []
    await check_database(replace(settings, environment=environment), messages.append)
    if environment == "development":
        await migrate_database(settings.database_url)
    return messages


def database_file_of(settings: Settings) -> Path:
    return Path(sa.make_url(settings.database_url).database or "")


@pytest.fixture
async def installed(settings: Settings, database: AsyncEngine) -> Settings:
    """Returns the settings of an empty database, of each kind that the file is marked with."""
    address = database.url.render_as_string(hide_password=False)
    return replace(settings, database_url=address)


@pytest.fixture(scope="module")
async def file_of_posts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns a database file with posts on more than 100 pages, and an empty write-ahead log."""
    file = tmp_path_factory.mktemp("posts") / "chanoki.sqlite3"
    engine = create_engine(f"sqlite+aiosqlite:///{file}")
    await migrate(engine)
    members = [member.id for member in await add_members(engine, 5)]
    await insert_sample_posts(create_sessions(engine), members, count=300, now=START)
    await engine.dispose()
    assert file.stat().st_size > 100 * PAGE
    return file


@pytest.fixture
def filled(settings: Settings, file_of_posts: Path) -> Settings:
    """Returns the settings of a database file with posts."""
    copyfile(file_of_posts, database_file_of(settings))
    return settings


async def test_compatible_database_causes_no_message(installed: Settings) -> None:
    assert await run_start_checks(installed) == []


@pytest.mark.parametrize("revision", [None, "0002"])
async def test_production_host_refuses_to_start_before_the_migration(
    settings: Settings, empty_database: AsyncEngine, revision: str | None
) -> None:
    if revision:
        await migrate(empty_database, revision)
    address = empty_database.url.render_as_string(hide_password=False)

    with pytest.raises(StartRefused, match=r"run `./chanoki migrate`"):
        await run_start_checks(replace(settings, database_url=address))


@pytest.mark.parametrize("environment", ["production", "development"])
async def test_host_starts_on_a_newer_database_with_added_tables_only(
    installed: Settings, database: AsyncEngine, tmp_path: Path, environment: Environment
) -> None:
    await migrate(database, versions=write_revisions(tmp_path / "steps", [MAKE_POTS]))

    messages = await run_start_checks(installed, environment=environment)

    assert [("newer than this code" in one) for one in messages] == [True] * (
        environment == "production"
    )


@pytest.mark.parametrize("environment", ["production", "development"])
async def test_host_refuses_to_start_on_a_database_that_needs_newer_code(
    installed: Settings, database: AsyncEngine, tmp_path: Path, environment: Environment
) -> None:
    await migrate(
        database, versions=write_revisions(tmp_path / "steps", [MAKE_POTS], ending="_needs_0999")
    )

    with pytest.raises(StartRefused, match=r"needs code of 0999 or newer.*Update this host"):
        await run_start_checks(installed, environment=environment)
    with pytest.raises(StartRefused, match="needs code of 0999"):
        await migrate_database(installed.database_url)


async def test_host_refuses_to_start_on_a_foreign_database(
    installed: Settings, database: AsyncEngine
) -> None:
    async with database.begin() as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = 'ae1027a6'"))

    environments: tuple[Environment, ...] = ("production", "development")
    for environment in environments:
        with pytest.raises(StartRefused, match="none of this site's"):
            await run_start_checks(installed, environment=environment)


async def test_host_starts_while_the_database_is_unreachable(settings: Settings) -> None:
    absent = replace(settings, database_url="postgresql+asyncpg://tea@127.0.0.1:1/x")

    messages = await run_start_checks(absent)

    assert "away" in messages[-1]


@pytest.mark.parametrize("seed", range(24))
async def test_database_file_with_4_kb_overwritten_is_refused(filled: Settings, seed: int) -> None:
    chance = random.Random(seed)
    file = database_file_of(filled)
    whole = bytearray(file.read_bytes())
    at = chance.randrange(len(whole) // PAGE - 1) * PAGE if seed % 2 else 0
    at = at or chance.randrange(len(whole) - 2 * PAGE)
    whole[at : at + PAGE] = bytes(PAGE) if seed % 3 else chance.randbytes(PAGE)
    file.write_bytes(whole)

    environments: tuple[Environment, ...] = ("production", "development")
    for environment in environments:
        with pytest.raises(StartRefused, match=r"damaged.*`./chanoki restore FILE`"):
            await run_start_checks(filled, environment=environment)

    assert file.read_bytes() == whole


@pytest.mark.parametrize("left", [100, 5000, 0.5, 0.99])
async def test_truncated_database_file_is_refused(filled: Settings, left: float) -> None:
    file = database_file_of(filled)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(left if left > 1 else left * len(whole))])

    with pytest.raises(StartRefused, match="damaged"):
        await run_start_checks(filled)


@pytest.mark.fault
def test_doctor_and_serve_report_a_damaged_database_file(
    settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    bring_up_to_date(settings)
    file = database_file_of(settings)
    whole = bytearray(file.read_bytes())
    whole[PAGE : 2 * PAGE] = bytes(PAGE)
    file.write_bytes(whole)

    examine(settings)
    ran = subprocess.run(
        [sys.executable, "-m", "server", "serve"],
        cwd=PROJECT,
        env={"PORT": str(free_port()), "DATA_DIR": str(settings.data_dir)},
        capture_output=True,
        text=True,
        check=False,
    )

    output = capsys.readouterr().out
    assert "FAIL database: the database" in output
    assert "`./chanoki restore FILE`" in output
    assert ran.returncode == 1
    assert "`./chanoki restore FILE`" in ran.stderr
    assert "Traceback" not in ran.stderr


async def test_integrity_check_stops_at_its_time_limit(filled: Settings) -> None:
    assert await check_integrity(filled, limit_s=0) is False
    assert await check_integrity(filled, limit_s=10) is True

    engine = create_engine(filled.database_url)
    async with engine.connect() as connection:
        assert (await connection.execute(sa.text("SELECT count(*) FROM posts"))).scalar_one()
    await engine.dispose()
