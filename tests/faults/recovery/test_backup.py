"""Fault 19: a site is backed up during writes, lost, and restored elsewhere."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from server.settings import PROJECT

pytestmark = pytest.mark.fault

PICTURE = b"leaf" * 1000
NAME = "media/post-images/11111111-1111-4111-8111-111111111111/leaf.png"
BEFORE = 20


def run_command(folder: Path, *words: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "server", *words],
        cwd=PROJECT,
        env={"DATA_DIR": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def posts_of(folder: Path) -> set[str]:
    database = sqlite3.connect(folder / "chanoki.sqlite3")
    found = {f"{id} {words}" for id, words in database.execute("SELECT id, content FROM posts")}
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    database.close()
    return found


def test_backup_during_writes_restores_every_earlier_post(
    writer: subprocess.Popen[str], tmp_path: Path
) -> None:
    restored_folder, file = tmp_path / "place", tmp_path / "chanoki.zip"
    (tmp_path / NAME).parent.mkdir(parents=True)
    (tmp_path / NAME).write_bytes(PICTURE)
    assert writer.stdin
    assert writer.stdout
    writer.stdin.write("go\n")
    writer.stdin.flush()
    child = int(writer.stdout.readline().split()[1])
    marker = [writer.stdout.readline().strip() for _ in range(BEFORE)]

    output = run_command(tmp_path, "backup", str(file))
    os.kill(child, signal.SIGKILL)
    later = [line.strip() for line in iter(writer.stdout.readline, "gone\n")]
    restored = run_command(restored_folder, "restore", str(file))

    restored_posts = posts_of(restored_folder)
    before = {line.removeprefix("post ") for line in marker if line.startswith("post ")}
    assert later
    assert before <= restored_posts <= posts_of(tmp_path)
    assert (restored_folder / NAME).read_bytes() == PICTURE
    assert "all read back and whole" in output
    assert "compared and equal" in restored
    assert file.stat().st_mode & 0o777 == 0o600
