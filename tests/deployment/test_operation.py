"""Tests of the commands in the deployment's README, and of a restore with PostgreSQL's roles."""

import asyncio
import re
import shlex
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest
import sqlalchemy as sa

from server.commands.arguments import WITH_FILE, read_arguments
from server.commands.backup import back_up
from server.commands.restore import restore
from server.community.tables import Post
from server.database.declarative import Base
from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.database.migrate import migrate
from server.errors import StartRefused
from server.media.storage.local import LocalStorage
from server.settings import Settings
from tests.architecture.source_tree import PROJECT
from tests.deployment.test_compose import COMPOSE, SERVICES
from tests.server.community.builders import add_post
from tests.server.database.site_role import ROLE, database_with_role, role_url

README = (PROJECT / "deployment" / "README.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line) for line in re.findall(r"^    (.+)$", README, re.MULTILINE)]
PICTURE = "leaf/avatar.png"


class Run(NamedTuple):
    """Command `docker compose run` of the README."""

    service: str
    volume: str | None
    command: list[str]


def runs() -> list[Run]:
    """Returns the `docker compose run` commands, whose only option with a value is `-v`."""
    found = []
    for words in COMMANDS:
        if words[:3] != ["docker", "compose", "run"]:
            continue
        volume = words[words.index("-v") + 1] if "-v" in words else None
        service = next(word for word in words[3:] if word[0] != "-" and word != volume)
        found.append(Run(service, volume, words[words.index(service) + 1 :]))
    return found


def test_old_backups_are_deleted_where_backups_are_written() -> None:
    [folder] = [words[-1] for words in COMMANDS if words[:2] == ["sudo", "install"]]
    [deletion] = [words for words in COMMANDS if "-delete" in words]

    assert deletion[:3] == ["sudo", "find", folder]
    assert deletion[3:5] == ["-name", "*.zip"]
    [backup] = [run.command[-1] for run in runs() if "backup" in run.command]
    assert backup.startswith(f"/{folder}/") and backup.endswith(".zip")


def test_commands_name_services_and_volumes_of_the_compose_file() -> None:
    executed = [words[3] for words in COMMANDS if words[:3] == ["docker", "compose", "exec"]]
    removed = [words[3:] for words in COMMANDS if words[:3] == ["docker", "volume", "rm"]]

    assert {run.service for run in runs()} | set(executed) <= set(SERVICES)
    assert removed == [[f"{COMPOSE['name']}_rows", f"{COMPOSE['name']}_pictures"]]
    assert {"rows", "pictures"} <= set(COMPOSE["volumes"])


def test_backups_are_written_to_a_folder_outside_of_the_container() -> None:
    commands = {
        arguments.command: (run, arguments.file)
        for run in runs()
        if run.command[:3] == ["python", "-m", "server"]
        and (arguments := read_arguments(run.command[3:])).command in WITH_FILE
    }

    assert set(commands) == {"backup", "restore"}
    for run, file in commands.values():
        assert run.volume is not None
        assert str(file.parent) == run.volume.split(":")[1]
    owner = next(words for words in COMMANDS if words[:2] == ["sudo", "install"])
    user = (PROJECT / "Dockerfile").read_text(encoding="utf-8").partition("USER ")[2]
    assert owner[owner.index("-o") + 1] == user.partition(":")[0]


def test_restore_runs_in_the_service_whose_role_owns_the_tables() -> None:
    (service,) = {run.service for run in runs() if "restore" in run.command}
    address = SERVICES[service]["environment"]["DATABASE_URL"]

    assert f"//{SERVICES['database']['environment']['POSTGRES_USER']}:" in address
    assert f"//{ROLE}:" in SERVICES["site"]["environment"]["DATABASE_URL"]


@pytest.fixture
async def owner(postgresql: str) -> AsyncIterator[sa.URL]:
    """Owner's URL of a migrated database, which also has the role of the hosts."""
    async with database_with_role(postgresql) as url:
        engine = create_engine(url.render_as_string(hide_password=False), LONG_WORK)
        await migrate(engine)
        await engine.dispose()
        yield url


async def drop_tables(owner: sa.URL) -> None:
    """Drops all tables, as in the database of a new volume."""
    engine = create_engine(owner.render_as_string(hide_password=False))
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.execute(sa.text("DROP TABLE alembic_version"))
    await engine.dispose()


@pytest.mark.anyio
@pytest.mark.parametrize("is_migrated", [False, True])
async def test_host_role_makes_a_backup_and_only_the_owner_restores_it(
    settings: Settings, owner: sa.URL, tmp_path: Path, *, is_migrated: bool
) -> None:
    site = replace(settings, database_url=role_url(owner), data_dir=tmp_path / "site")
    engine = create_engine(site.database_url)
    post = await add_post(engine)
    media = LocalStorage(site.data_dir / "media")
    await media.put("avatar-url", PICTURE, data=b"leaf", media_type="image/png")
    file = tmp_path / "chanoki.zip"
    await asyncio.to_thread(back_up, site, file)
    await engine.dispose()
    await drop_tables(owner)
    empty = replace(site, data_dir=tmp_path / "empty")
    by_owner = replace(empty, database_url=owner.render_as_string(hide_password=False))
    if is_migrated:
        migrating = create_engine(by_owner.database_url, LONG_WORK)
        await migrate(migrating)
        await migrating.dispose()

    with pytest.raises(StartRefused, match="with the DATABASE_URL of the owner"):
        await asyncio.to_thread(restore, empty, file)
    await asyncio.to_thread(restore, by_owner, file)

    async with create_engine(empty.database_url).connect() as connection:
        restored = await connection.execute(sa.select(Post.id))
        assert list(restored.scalars()) == [post]
    assert await LocalStorage(empty.data_dir / "media").get("avatar-url", PICTURE) == b"leaf"
