"""The one file itself: whole or not there, for its owner alone, and believed in nothing."""

import asyncio
import json
import stat
import subprocess
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.commands.archive import MANIFEST, ArchiveWriter, part_of
from server.commands.backup import back_up
from server.commands.migrate import bring_up_to_date
from server.commands.restore import restore
from server.errors import StartRefused
from server.media.storage.local import LocalStorage
from server.settings import PROJECT, Settings

pytestmark = pytest.mark.anyio

Manifest = dict[str, Any]
NAME = "avatar-url/11111111-1111/avatar.png"


@pytest.fixture
def home(settings: Settings, tmp_path: Path) -> Settings:
    home = replace(
        settings,
        data_dir=tmp_path / "home",
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'home' / 'chanoki.sqlite3'}",
    )
    bring_up_to_date(home)
    return home


@pytest.fixture
def place(settings: Settings, tmp_path: Path) -> Settings:
    return replace(
        settings,
        data_dir=tmp_path / "place",
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'place' / 'chanoki.sqlite3'}",
    )


async def store_picture(home: Settings, size: int) -> None:
    bucket, _, name = NAME.partition("/")
    assert bucket == "avatar-url"
    storage = LocalStorage(home.data_dir / "media")
    await storage.put("avatar-url", name, data=bytes(range(256)) * size, media_type="image/png")


def rewritten(file: Path, change: Callable[[Manifest, dict[str, bytes]], None]) -> None:
    """The same file, with a manifest that agrees with its changed content."""
    with zipfile.ZipFile(file) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    manifest = json.loads(members.pop(MANIFEST))
    change(manifest, members)
    with zipfile.ZipFile(file, "w") as written:
        for name, data in {**members, MANIFEST: json.dumps(manifest).encode()}.items():
            written.writestr(name, data)


def part(data: bytes) -> dict[str, object]:
    made = part_of(data)
    return {"count": made.count, "sha256": made.sha256}


def test_only_its_owner_can_read_it(home: Settings, tmp_path: Path) -> None:
    file = tmp_path / "chanoki.zip"
    (tmp_path / "chanoki.zip.part").write_bytes(b"what was broken off" * 100_000)
    (tmp_path / "chanoki.zip.part").chmod(0o644)

    back_up(home, file)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not (tmp_path / "chanoki.zip.part").exists()
    assert zipfile.ZipFile(file).testzip() is None


def test_two_do_not_write_one_file(home: Settings, tmp_path: Path) -> None:
    file = tmp_path / "chanoki.zip"

    with ArchiveWriter(file), pytest.raises(StartRefused, match="another process"):
        back_up(home, file)

    assert not file.exists()


async def test_a_disk_that_is_full_leaves_no_half_file(home: Settings, tmp_path: Path) -> None:
    await store_picture(home, 4000)
    file = tmp_path / "out" / "chanoki.zip"
    file.parent.mkdir()

    bounded = ["/bin/sh", "-c", 'ulimit -f 1000; exec "$@"', "sh"]
    ran = subprocess.run(
        [*bounded, sys.executable, "-m", "server", "backup", str(file)],
        cwd=PROJECT,
        env={"DATA_DIR": str(home.data_dir), "DATABASE_URL": home.database_url},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 1
    assert "the backup can't be made: " in ran.stderr
    assert "Traceback" not in ran.stderr
    assert list(file.parent.iterdir()) == []


@pytest.mark.parametrize("left", [0, 10, 0.5, 0.95])
async def test_a_file_that_was_cut_off_is_refused(
    home: Settings, place: Settings, tmp_path: Path, left: float
) -> None:
    await store_picture(home, 10)
    file = tmp_path / "chanoki.zip"
    back = await run(back_up, home, file)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(left * len(whole)) if left < 1 else int(left)])

    with pytest.raises(StartRefused, match=r"is not a backup|is damaged"):
        await run(restore, place, file)

    assert back == 0
    assert not place.data_dir.exists()


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
async def test_a_picture_with_another_place_in_mind_is_refused(
    home: Settings, place: Settings, tmp_path: Path, name: str
) -> None:
    file = tmp_path / "chanoki.zip"
    await run(back_up, home, file)

    def add(manifest: Manifest, members: dict[str, bytes]) -> None:
        members[f"media/{name}"] = b"x"
        manifest["media"][name] = part(b"x")

    rewritten(file, add)
    with pytest.raises(StartRefused, match=r"not made by this site|no bucket of the site"):
        await run(restore, place, file)

    assert not place.data_dir.exists()
    assert not list(tmp_path.rglob("outside.png"))


@pytest.mark.parametrize("table", ["../posts", "alembic_version", "sqlite_master"])
async def test_a_table_that_the_site_has_not_is_refused(
    home: Settings, place: Settings, tmp_path: Path, table: str
) -> None:
    file = tmp_path / "chanoki.zip"
    await run(back_up, home, file)

    def add(manifest: Manifest, members: dict[str, bytes]) -> None:
        line = b'{"version_num":"0001"}\n'
        members[f"tables/{table}.jsonl"] = line
        manifest["tables"][table] = {**part(line), "count": 1}

    rewritten(file, add)
    with pytest.raises(StartRefused, match=r"not made by this site|which the site has not"):
        await run(restore, place, file)


async def test_what_the_manifest_does_not_tell_of_is_refused(
    home: Settings, place: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "chanoki.zip"
    await run(back_up, home, file)

    rewritten(file, lambda _manifest, members: members.update({"media/more": b"x"}))
    with pytest.raises(StartRefused, match="was changed"):
        await run(restore, place, file)


async def test_a_changed_row_is_refused(home: Settings, place: Settings, tmp_path: Path) -> None:
    file = tmp_path / "chanoki.zip"
    await run(back_up, home, file)

    def change(_manifest: Manifest, members: dict[str, bytes]) -> None:
        members["tables/posts.jsonl"] = b'{"id":1}\n'

    rewritten(file, change)
    with pytest.raises(StartRefused, match=r"posts.jsonl is not what was stored"):
        await run(restore, place, file)


async def test_rows_that_do_not_fit_leave_the_database_empty(
    home: Settings, place: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "chanoki.zip"
    await run(back_up, home, file)

    def change(manifest: Manifest, members: dict[str, bytes]) -> None:
        gone = b'{"id":7,"removed_at":"2026-03-03T00:00:00Z"}\n'
        odd = b'{"user_id":"nobody","key":"x","post_id":null,"created_at":"2026-03-03T00:00:00Z"}\n'
        for table, line in (("removed_posts", gone), ("idempotency_keys", odd)):
            members[f"tables/{table}.jsonl"] = line
            manifest["tables"][table] = {**part(line), "count": 1}

    rewritten(file, change)
    with pytest.raises(StartRefused, match="can't be restored"):
        await run(restore, place, file)
    rewritten(file, change_back)

    assert await run(restore, place, file) == 0


def change_back(manifest: Manifest, members: dict[str, bytes]) -> None:
    for table in ("removed_posts", "idempotency_keys"):
        members[f"tables/{table}.jsonl"] = b""
        manifest["tables"][table] = part(b"")


async def run(command: Callable[[Settings, Path], int], settings: Settings, file: Path) -> int:
    return await asyncio.to_thread(command, settings, file)
