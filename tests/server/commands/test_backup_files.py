"""Backup files: complete or absent, private, and validated before a restore."""

import asyncio
import json
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from server.commands.archive import MANIFEST, ArchiveWriter, archived_file
from server.commands.backup import back_up
from server.commands.doctor import examine
from server.commands.restore import restore
from server.database.engine import create_engine
from server.errors import StartRefused
from server.media.storage.local import LocalStorage
from server.settings import PROJECT, Settings
from tests.server.community.builders import add_image, add_members

pytestmark = pytest.mark.anyio

Manifest = dict[str, Any]
NAME = "avatar-url/11111111-1111/avatar.png"


@pytest.fixture
def source(settings: Settings, tmp_path: Path, migrated_file: Path) -> Settings:
    """Returns the settings of a migrated installation to back up."""
    source = replace(
        settings,
        data_dir=tmp_path / "source",
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'source' / 'chanoki.sqlite3'}",
    )
    source.data_dir.mkdir()
    copyfile(migrated_file, source.data_dir / "chanoki.sqlite3")
    return source


@pytest.fixture
def target(settings: Settings, tmp_path: Path) -> Settings:
    """Returns the settings of an empty installation to restore into."""
    return replace(
        settings,
        data_dir=tmp_path / "target",
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'target' / 'chanoki.sqlite3'}",
    )


async def store_picture(source: Settings, size: int) -> None:
    """Stores a picture of 256 times `size` bytes."""
    bucket, _, name = NAME.partition("/")
    assert bucket == "avatar-url"
    storage = LocalStorage(source.data_dir / "media")
    await storage.put("avatar-url", name, data=bytes(range(256)) * size, media_type="image/png")


def rewrite(file: Path, change: Callable[[Manifest, dict[str, bytes]], None]) -> None:
    """Writes the file again with changed content and manifest.

    `change` gets the manifest and the other entries by name.
    """
    with zipfile.ZipFile(file) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    manifest = json.loads(members.pop(MANIFEST))
    change(manifest, members)
    with zipfile.ZipFile(file, "w") as written:
        for name, data in {**members, MANIFEST: json.dumps(manifest).encode()}.items():
            written.writestr(name, data)


def manifest_entry(data: bytes) -> dict[str, object]:
    """Returns the manifest's entry of a file with this content."""
    made = archived_file(data)
    return {"count": made.count, "sha256": made.sha256}


def test_backup_file_is_readable_by_its_owner_only(source: Settings, tmp_path: Path) -> None:
    file = tmp_path / "chanoki.zip"
    (tmp_path / "chanoki.zip.part").write_bytes(b"what was broken off" * 100_000)
    (tmp_path / "chanoki.zip.part").chmod(0o644)

    back_up(source, file)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not (tmp_path / "chanoki.zip.part").exists()
    assert zipfile.ZipFile(file).testzip() is None


def test_backup_is_refused_while_another_process_writes_the_file(
    source: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "chanoki.zip"

    with ArchiveWriter(file), pytest.raises(StartRefused, match="another process"):
        back_up(source, file)

    assert not file.exists()


async def test_backup_restore_and_doctor_report_files_that_rows_name_and_the_store_lacks(
    source: Settings, target: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    engine = create_engine(source.database_url)
    [member] = await add_members(engine, 1)
    await add_image(engine, member.id)
    await engine.dispose()
    file = tmp_path / "chanoki.zip"

    codes = [
        await asyncio.to_thread(back_up, source, file),
        await asyncio.to_thread(restore, target, file),
        await asyncio.to_thread(examine, target),
    ]

    assert codes == [1, 1, 1]
    told = [line for line in capsys.readouterr().out.splitlines() if "are missing" in line]
    assert len(told) == 3
    assert all(f"post-images/{member.id}/" in line and "DATA_DIR" in line for line in told)


@pytest.mark.fault
async def test_backup_leaves_no_partial_file_when_the_disk_is_full(
    source: Settings, tmp_path: Path
) -> None:
    await store_picture(source, 4000)
    file = tmp_path / "out" / "chanoki.zip"
    file.parent.mkdir()

    bounded = ["/bin/sh", "-c", 'ulimit -f 1000; exec "$@"', "sh"]
    ran = subprocess.run(
        [*bounded, sys.executable, "-m", "server", "backup", str(file)],
        cwd=PROJECT,
        env={"DATA_DIR": str(source.data_dir), "DATABASE_URL": source.database_url},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 1
    assert "the backup can't be made: " in ran.stderr
    assert "Traceback" not in ran.stderr
    assert list(file.parent.iterdir()) == []


@pytest.mark.parametrize("left", [0, 10, 0.5, 0.95])
async def test_restore_refuses_a_truncated_file(
    source: Settings, target: Settings, tmp_path: Path, left: float
) -> None:
    await store_picture(source, 10)
    file = tmp_path / "chanoki.zip"
    back = await run_in_thread(back_up, source, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(left * len(whole)) if left < 1 else int(left)])

    with pytest.raises(StartRefused, match=r"is not a backup|is damaged"):
        await run_in_thread(restore, target, file)

    assert back == 0
    assert not target.data_dir.exists()


@pytest.mark.parametrize(
    "name",
    [
        "avatar-url/../../../outside.png",
        "avatar-url/../x/outside.png",
        "../avatar-url/x/outside.png",
        "/avatar-url/x/outside.png",
        "avatar-url/x/.hidden",
        "avatar-url/x\\..\\outside.png",
        "cards/x/outside.png",
    ],
)
async def test_restore_refuses_a_media_name_outside_the_buckets(
    source: Settings, target: Settings, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "chanoki.zip"
    await run_in_thread(back_up, source, file)

    def add(manifest: Manifest, members: dict[str, bytes]) -> None:
        members[f"media/{name}"] = b"x"
        manifest["media"][name] = manifest_entry(b"x")

    rewrite(file, add)
    with pytest.raises(StartRefused, match=r"not made by this site|no bucket of the site"):
        await run_in_thread(restore, target, file)

    assert not target.data_dir.exists()
    assert not list(tmp_path.rglob("outside.png"))


@pytest.mark.parametrize("table", ["../posts", "alembic_version", "sqlite_master"])
async def test_restore_refuses_an_unknown_table(
    source: Settings, target: Settings, tmp_path: Path, table: str
) -> None:
    file = tmp_path / "chanoki.zip"
    await run_in_thread(back_up, source, file)

    def add(manifest: Manifest, members: dict[str, bytes]) -> None:
        line = b'{"version_num":"0001"}\n'
        members[f"tables/{table}.jsonl"] = line
        manifest["tables"][table] = {**manifest_entry(line), "count": 1}

    rewrite(file, add)
    with pytest.raises(StartRefused, match=r"not made by this site|which this site does not have"):
        await run_in_thread(restore, target, file)


async def test_restore_refuses_a_file_that_the_manifest_does_not_list(
    source: Settings, target: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "chanoki.zip"
    await run_in_thread(back_up, source, file)

    rewrite(file, lambda _manifest, members: members.update({"media/more": b"x"}))
    with pytest.raises(StartRefused, match="was changed"):
        await run_in_thread(restore, target, file)


async def test_restore_refuses_a_changed_row(
    source: Settings, target: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "chanoki.zip"
    await run_in_thread(back_up, source, file)

    def change(_manifest: Manifest, members: dict[str, bytes]) -> None:
        members["tables/posts.jsonl"] = b'{"id":1}\n'

    rewrite(file, change)
    with pytest.raises(StartRefused, match=r"posts.jsonl is not what was stored"):
        await run_in_thread(restore, target, file)


async def test_restore_rolls_back_when_rows_violate_a_constraint(
    source: Settings, target: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "chanoki.zip"
    await run_in_thread(back_up, source, file)

    def change(manifest: Manifest, members: dict[str, bytes]) -> None:
        removed_post = b'{"id":7,"removed_at":"2026-03-03T00:00:00Z"}\n'
        orphan = (
            b'{"user_id":"nobody","key":"x","post_id":null,"created_at":"2026-03-03T00:00:00Z"}\n'
        )
        for table, line in (("removed_posts", removed_post), ("idempotency_keys", orphan)):
            members[f"tables/{table}.jsonl"] = line
            manifest["tables"][table] = {**manifest_entry(line), "count": 1}

    rewrite(file, change)
    with pytest.raises(StartRefused, match="can't be restored"):
        await run_in_thread(restore, target, file)
    rewrite(file, empty_filled_tables)

    assert await run_in_thread(restore, target, file) == 0


def empty_filled_tables(manifest: Manifest, members: dict[str, bytes]) -> None:
    """Empties the tables that the test above filled in the backup."""
    for table in ("removed_posts", "idempotency_keys"):
        members[f"tables/{table}.jsonl"] = b""
        manifest["tables"][table] = manifest_entry(b"")


async def run_in_thread(
    command: Callable[[Settings, Path], int], settings: Settings, file: Path
) -> int:
    return await asyncio.to_thread(command, settings, file)
