"""Faults 20 and 21: a damaged database file, and hosts that are killed during writes."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from server.settings import PROJECT
from tests.running_site import free_port, running_site

pytestmark = pytest.mark.fault

KILLS = 50
PAGE = 4096


def write_until_killed(writer: subprocess.Popen[str], chance: random.Random) -> list[str]:
    """Lets the writer write and kills it at a random moment; returns the rows that it printed."""
    assert writer.stdin
    assert writer.stdout
    writer.stdin.write("go\n")
    writer.stdin.flush()
    acknowledged: list[str] = []
    child, least = 0, chance.randrange(1, 12)
    for line in writer.stdout:
        if line.startswith("child"):
            child = int(line.split()[1])
        elif line == "gone\n":
            return acknowledged
        else:
            acknowledged.append(line.strip())
        if child and len(acknowledged) == least:
            # Kill at a random point of the next change.
            time.sleep(chance.uniform(0, 0.02))
            os.kill(child, signal.SIGKILL)
    raise AssertionError("the writer ended before it was killed")


def test_acknowledged_changes_survive_50_kills_during_writes(
    writer: subprocess.Popen[str], tmp_path: Path
) -> None:
    chance = random.Random(21)
    acknowledged: list[str] = []
    database = sqlite3.connect(tmp_path / "chanoki.sqlite3")

    for _ in range(KILLS):
        acknowledged += write_until_killed(writer, chance)

    stored = {
        *(f"post {id} {words}" for id, words in database.execute("SELECT id, content FROM posts")),
        *(
            f"comment {id} {words}"
            for id, words in database.execute("SELECT id, content FROM comments")
        ),
    }
    wrong_counts = (
        "SELECT count(*) FROM posts WHERE comments_count <> "
        "(SELECT count(*) FROM comments WHERE post_id = posts.id)"
    )
    assert len(acknowledged) >= KILLS
    assert set(acknowledged) <= stored
    # Each kill can interrupt one change that was committed and not yet acknowledged.
    assert len(stored) <= len(acknowledged) + KILLS
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    assert database.execute(wrong_counts).fetchone() == (0,)
    texts = "SELECT count(*) FROM posts WHERE id NOT IN (SELECT post_id FROM post_texts)"
    assert database.execute(texts).fetchone() == (0,)
    database.close()


def test_killed_site_restarts_with_all_posts(writer: subprocess.Popen[str], tmp_path: Path) -> None:
    write_until_killed(writer, random.Random(7))
    with running_site(tmp_path, may_end=True) as site:
        before = httpx.get(f"{site.origin}/api/posts").json()
        site.process.kill()
        site.process.wait()

    with running_site(tmp_path) as site:
        after = httpx.get(f"{site.origin}/api/posts").json()

    assert before["posts"]
    assert after == before


@pytest.mark.parametrize("where", ["in the first page", "in the middle"])
def test_damaged_database_file_refuses_the_start(
    writer: subprocess.Popen[str], tmp_path: Path, where: str
) -> None:
    write_until_killed(writer, random.Random(7))
    file = tmp_path / "chanoki.sqlite3"
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    whole = bytearray(file.read_bytes())
    at = 0 if where == "in the first page" else len(whole) // PAGE // 2 * PAGE
    whole[at : at + PAGE] = random.Random(20).randbytes(PAGE)
    file.write_bytes(whole)

    results = {
        command: subprocess.run(
            [sys.executable, "-m", "server", command],
            cwd=PROJECT,
            env={"DATA_DIR": str(tmp_path), "PORT": str(free_port())},
            capture_output=True,
            text=True,
            check=False,
        )
        for command in ("serve", "doctor")
    }

    for ran in results.values():
        assert ran.returncode == 1
        assert "is damaged" in ran.stdout + ran.stderr
        assert "`./chanoki restore FILE`" in ran.stdout + ran.stderr
        assert "Traceback" not in ran.stderr
    assert file.read_bytes() == whole
