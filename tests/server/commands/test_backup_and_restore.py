"""Backup of a site during writes, and restore into an empty installation."""

import asyncio
import struct
import zipfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.profiles.tables import Profile
from server.accounts.sessions.tables import Account, Session
from server.commands.archive import ArchiveReader
from server.commands.backup import back_up, export
from server.commands.restore import restore
from server.community.feed_query import parse_feed_query
from server.community.queries.posts import list_feed
from server.community.tables import Post, RemovedPost
from server.database.clock import utc_now
from server.database.declarative import Base
from server.database.engine import create_engine, create_sessions
from server.database.migrate import migrate
from server.database.revisions import current_revision, newest_revision
from server.database.transaction import transaction
from server.errors import StartRefused
from server.media.storage.local import LocalStorage
from server.media.storage.s3 import Account as S3Account
from server.media.storage.s3 import S3Storage
from server.setting_groups import ObjectStoreSettings
from server.settings import Settings
from server.web.viewer import Visitor
from tests.server.community.builders import add_image, add_post, add_posts

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

# An instant with microseconds, and texts that two databases sort and store differently.
MADE = datetime(2026, 2, 28, 23, 59, 59, 123456, tzinfo=UTC)
BIO = "玉露 “quoted” \\ \n 🍵 \u2028 end"


@dataclass
class SourceSite:
    """Installation to back up, to which tests add members."""

    settings: Settings
    engine: AsyncEngine

    @property
    def media(self) -> LocalStorage:
        return LocalStorage(self.settings.data_dir / "media")

    async def add_member(self, number: int) -> str:
        """Adds a member with an avatar and returns the id; stores the file before the rows."""
        id = str(uuid4())
        name = f"{id}/avatar.png"
        await self.media.put("avatar-url", name, data=b"leaf %d" % number, media_type="image/png")
        account = {"id": id, "issuer": "https://i", "subject": f"{number:04}-{id}"}
        profile = {"id": id, "display_name": f"é{number} Z a", "bio": BIO, "language": "ja"}
        dates = {"created_at": MADE, "updated_at": MADE}
        async with self.engine.begin() as connection:
            await connection.execute(sa.insert(Account), {**account, "created_at": MADE})
            row = {**profile, **dates, "avatar_url": f"/media/avatar-url/{name}"}
            await connection.execute(sa.insert(Profile), row)
        return id


@pytest.fixture
async def source(
    settings: Settings, database_url: str, database: AsyncEngine, tmp_path: Path
) -> SourceSite:
    """Returns an installation to back up, with a data folder of its own."""
    chosen = replace(settings, database_url=database_url, data_dir=tmp_path / "source")
    return SourceSite(chosen, database)


# Backups of both databases have the same format, so `to the other` writes and reads both.
@pytest.fixture(params=["to the other", pytest.param("to the same", marks=pytest.mark.audit)])
async def empty_installation(
    request: pytest.FixtureRequest, settings: Settings, database_url: str, tmp_path: Path
) -> AsyncIterator[Settings]:
    """Yields an empty installation, on the other kind of database than the backup's or the same."""
    chosen = replace(settings, data_dir=tmp_path / "target")
    if database_url.startswith("sqlite") == (request.param == "to the same"):
        yield replace(chosen, database_url=f"sqlite+aiosqlite:///{tmp_path / 'target.sqlite3'}")
        return
    server: str = request.getfixturevalue("postgresql")
    name = f"target_{uuid4().hex}"
    engine = create_engine(server)
    async with engine.connect() as connection:
        committing = await connection.execution_options(isolation_level="AUTOCOMMIT")
        await committing.execute(sa.text(f'CREATE DATABASE "{name}"'))
    await engine.dispose()
    url = sa.make_url(server).set(database=name).render_as_string(hide_password=False)
    yield replace(chosen, database_url=url)


@pytest.mark.fault
async def test_backup_during_writes_is_restored_consistently(
    source: SourceSite, empty_installation: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "chanoki.zip"
    before = {await source.add_member(number) for number in range(60)}
    writes = asyncio.ensure_future(keep_adding_members(source))

    assert await asyncio.to_thread(back_up, source.settings, file) == 0
    writes.cancel()
    await asyncio.gather(writes, return_exceptions=True)
    assert await asyncio.to_thread(restore, empty_installation, file) == 0

    stored = ArchiveReader(file).manifest
    restored = await rows(
        empty_installation, sa.select(Profile.id, Profile.bio, Profile.created_at)
    )
    names = await LocalStorage(empty_installation.data_dir / "media").all_names("avatar-url")
    assert set(stored.tables) == set(Base.metadata.tables)
    assert before <= {row.id for row in restored}
    assert {(row.bio, row.created_at) for row in restored} == {(BIO, MADE)}
    assert len(restored) == stored.tables["profiles"].count == stored.tables["accounts"].count
    assert {f"{row.id}/avatar.png" for row in restored} <= set(names)
    assert len(names) == len(stored.media)


async def test_restore_brings_back_posts_and_does_not_reuse_removed_ids(
    source: SourceSite, empty_installation: Settings, tmp_path: Path
) -> None:
    member = await source.add_member(1)
    post_id, removed = await add_posts(source.engine, [{"user_id": member, "title": "抹茶"}, {}])
    await add_image(source.engine, member, post_id=post_id)
    async with source.engine.begin() as connection:
        await connection.execute(sa.delete(Post).where(Post.id == removed))
        await connection.execute(sa.insert(RemovedPost), {"id": removed, "removed_at": MADE})
    file = tmp_path / "chanoki.zip"

    await asyncio.to_thread(back_up, source.settings, file)
    await asyncio.to_thread(restore, empty_installation, file)

    engine = create_engine(empty_installation.database_url)
    try:
        async with transaction(create_sessions(engine)) as opened:
            feed_query = parse_feed_query({"search": "抹茶"})
            found = await list_feed(opened.session, feed_query, viewer=Visitor())
        assert [(post.id, len(post.images)) for post in found.posts] == [(post_id, 1)]
        assert await add_post(engine) == removed + 1
    finally:
        await engine.dispose()


async def test_backup_of_an_older_revision_is_restored_and_migrated(
    settings: Settings, empty_installation: Settings, empty_database: AsyncEngine, tmp_path: Path
) -> None:
    await migrate(empty_database, "0001")
    address = empty_database.url.render_as_string(hide_password=False)
    old = replace(settings, database_url=address, data_dir=tmp_path / "old")
    await asyncio.to_thread(back_up, old, tmp_path / "old.zip")

    await asyncio.to_thread(restore, empty_installation, tmp_path / "old.zip")

    engine = create_engine(empty_installation.database_url)
    assert await current_revision(engine) == newest_revision()
    await engine.dispose()


async def test_export_omits_sessions_and_is_refused_by_restore(
    source: SourceSite, tmp_path: Path
) -> None:
    id = await source.add_member(1)
    await sign_in(source, id)
    file = tmp_path / "export.zip"

    await asyncio.to_thread(export, source.settings, file)

    with zipfile.ZipFile(file) as opened:
        assert "tables/profiles.jsonl" in opened.namelist()
        assert "tables/sessions.jsonl" not in opened.namelist()
    with pytest.raises(StartRefused, match="is an export"):
        restore(source.settings, file)


async def test_restore_refuses_a_filled_database_and_backup_an_existing_file(
    source: SourceSite, tmp_path: Path
) -> None:
    id = await source.add_member(1)
    file = tmp_path / "chanoki.zip"
    await asyncio.to_thread(back_up, source.settings, file)

    with pytest.raises(StartRefused, match="database is not empty"):
        await asyncio.to_thread(restore, source.settings, file)
    with pytest.raises(StartRefused, match="exists already"):
        await asyncio.to_thread(back_up, source.settings, file)

    assert [row.id for row in await rows(source.settings, sa.select(Profile.id))] == [id]


def damage(file: Path, position: float) -> None:
    """Changes the content of the entry at this position, from 0 to 1, in an archive.

    The headers stay, because readers ignore some of their bytes.
    """
    with zipfile.ZipFile(file) as archive:
        filled = [entry for entry in archive.infolist() if entry.file_size]
    entry = filled[int(len(filled) * position)]
    whole = bytearray(file.read_bytes())
    name, extra = struct.unpack_from("<HH", whole, entry.header_offset + 26)
    start = entry.header_offset + 30 + name + extra
    for at in range(start, start + min(16, entry.compress_size)):
        whole[at] ^= 0xFF
    file.write_bytes(whole)


@pytest.mark.parametrize("position", [0.2, 0.5, 0.9])
async def test_restore_refuses_a_damaged_file_before_storing_anything(
    source: SourceSite, settings: Settings, tmp_path: Path, position: float
) -> None:
    for number in range(5):
        await source.add_member(number)
    file = tmp_path / "chanoki.zip"
    await asyncio.to_thread(back_up, source.settings, file)
    damage(file, position)
    empty = replace(settings, database_url=f"sqlite+aiosqlite:///{tmp_path / 'x.sqlite3'}")

    with pytest.raises(StartRefused):
        await asyncio.to_thread(restore, empty, file)

    assert not (empty.data_dir / "media").exists()


async def test_media_of_an_object_store_are_restored_to_a_folder(
    source: SourceSite, s3_account: S3Account, settings: Settings, tmp_path: Path
) -> None:
    store = ObjectStoreSettings(
        s3_account.bucket, s3_account.region, s3_account.endpoint, "key", "secret"
    )
    s3_settings = replace(source.settings, object_store=store)
    file = tmp_path / "chanoki.zip"
    await put_in_bucket(s3_account)

    await asyncio.to_thread(back_up, s3_settings, file)
    folder_settings = replace(
        settings,
        data_dir=tmp_path / "folder",
        database_url=f"sqlite+aiosqlite:///{tmp_path / 'folder.sqlite3'}",
    )
    await asyncio.to_thread(restore, folder_settings, file)

    folder = LocalStorage(folder_settings.data_dir / "media")
    assert await folder.get("post-images", "a/b.png") == b"far leaf"


async def keep_adding_members(source: SourceSite) -> None:
    """Adds members one after another, so that rows change during a backup."""
    for number in range(1000, 9000):
        await source.add_member(number)


async def sign_in(source: SourceSite, id: str) -> None:
    """Inserts a session of a member."""
    now = utc_now()
    row = {"id": str(uuid4()), "account_id": id, "token_hash": "x" * 64, "device": "?"}
    dates = {"created_at": now, "seen_at": now, "expires_at": now, "ends_at": now}
    async with source.engine.begin() as connection:
        await connection.execute(sa.insert(Session), {**row, **dates})


async def put_in_bucket(account: S3Account) -> None:
    await S3Storage(account).put("post-images", "a/b.png", data=b"far leaf", media_type="image/png")


async def rows(settings: Settings, statement: sa.Executable) -> list[Any]:
    """Returns the rows of a statement on the database of these settings."""
    engine = create_engine(settings.database_url)
    try:
        async with engine.connect() as connection:
            return list((await connection.execute(statement)).all())
    finally:
        await engine.dispose()
