"""Permissions of the database's folder and files: only their owner can read them."""

import os
from pathlib import Path

import pytest
import sqlalchemy as sa

from server.database.engine import create_engine

pytestmark = pytest.mark.anyio


def permissions(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("earlier", [None, 0o644])
async def test_database_files_are_private_under_a_loose_umask(
    tmp_path: Path, earlier: int | None
) -> None:
    folder = tmp_path / "data"
    file = folder / "site.sqlite3"
    if earlier is not None:
        folder.mkdir(mode=0o700)
        file.touch(mode=earlier)
    before = os.umask(0o022)
    try:
        engine = create_engine(f"sqlite+aiosqlite:///{file}")
        async with engine.begin() as connection:
            await connection.execute(sa.text("CREATE TABLE leaves (name TEXT)"))
            found = {path.name: permissions(path) for path in folder.iterdir()}
        await engine.dispose()
    finally:
        os.umask(before)

    assert permissions(folder) == 0o700
    assert found["site.sqlite3"] == 0o600
    assert set(found.values()) == {0o600}
    assert len(found) > 1


async def test_database_is_opened_with_a_warning_when_chmod_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", refuse)
    engine = create_engine(f"sqlite+aiosqlite:///{tmp_path}/site.sqlite3")
    async with engine.connect() as connection:
        assert await connection.scalar(sa.text("SELECT 1")) == 1
    await engine.dispose()

    assert "permissions" in caplog.text
