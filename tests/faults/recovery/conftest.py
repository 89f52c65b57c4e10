"""Fixture: a process that writes posts and comments, in children that a test may kill."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.settings import PROJECT
from tests.faults.recovery.writer import WRITER

ACCOUNT = (
    "INSERT INTO accounts (id, issuer, subject, created_at) VALUES (?, 'x', 'x', '2026-01-01')"
)


@pytest.fixture
def writer(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The process of `writer.py`, on a migrated SQLite database in `tmp_path`."""
    run = [sys.executable, "-m", "server", "migrate"]
    subprocess.run(run, cwd=PROJECT, env={"DATA_DIR": str(tmp_path)}, check=True)
    with sqlite3.connect(tmp_path / "chanoki.sqlite3") as database:
        database.execute(ACCOUNT, (WRITER,))
    database.close()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.faults.recovery.writer", str(tmp_path)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    yield process
    assert process.stdin
    process.stdin.close()
    process.wait(10)
    assert process.stdout
    process.stdout.close()
