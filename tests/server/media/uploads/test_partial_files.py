"""Partial files of a killed process are deleted at the next start and with their member."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from server.database.clock import utc_now
from server.database.engine import create_sessions
from server.media.storage.local import LocalStorage
from server.media.uploads.actions.cleanup import periodic_cleanup
from server.media.uploads.dependencies import MemberLocks, Uploads
from tests.server.encoded_images import SharedImagePool
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

REMOVAL = {"confirmation": "茶畑 はな", "posts": "remove"}
# Stops where the content is written and not yet renamed, as a long write would.
KILLED_UPLOAD = """
import os, signal, sys
from pathlib import Path
from server.media.storage import local
local.os.fsync = lambda _file: os.kill(os.getpid(), signal.SIGKILL)
local._write(Path(sys.argv[1]), b"leaf")
"""


def partial_files(folder: Path) -> list[Path]:
    return sorted(folder.rglob(".*"))


def leave_partial_file(folder: Path, owner: str) -> None:
    """Leaves the partial file of a process that was killed during an upload."""
    path = folder / "post-images" / owner / "a.webp"
    killed = subprocess.run([sys.executable, "-c", KILLED_UPLOAD, str(path)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(partial_files(folder)) == 1


async def test_partial_file_is_deleted_at_the_next_start(tmp_path: Path, place: Place) -> None:
    leave_partial_file(tmp_path, "0b1c-hana")
    storage = LocalStorage(tmp_path)
    sessions = create_sessions(place.engine)
    uploads = Uploads(sessions, storage, SharedImagePool(), MemberLocks(), utc_now)

    async with periodic_cleanup(uploads):
        assert partial_files(tmp_path) == []


@pytest.mark.stores("folder")
async def test_partial_file_is_deleted_with_its_member_only(
    tmp_path: Path, place: Place, hana: Browser
) -> None:
    media = place.settings.data_dir / "media"
    leave_partial_file(media, hana.member_id)
    other = media / "post-images" / "0b1c-alex"
    other.mkdir(parents=True)
    (other / ".new-x").write_bytes(b"")

    answer = await hana.change("DELETE", "/api/account", json=REMOVAL)

    assert answer.status_code == 204
    assert [os.fspath(path.parent) for path in partial_files(media)] == [os.fspath(other)]
