"""Fault 6: the disk is full or nearly full; reads work, and changes are refused with 503."""

import os
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.members import Member, member_client, post_body
from tests.faults.provider import running_provider
from tests.running_site import RunningSite, running_site

DISK_MB = 24
MEGABYTE = 1024 * 1024

pytestmark = [
    pytest.mark.fault,
    pytest.mark.anyio,
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a small disk"),
]


@dataclass
class Disk:
    """Small disk with the site's data, which a test can fill."""

    folder: Path

    @property
    def filler(self) -> Path:
        return self.folder / "filler"

    def fill(self, *, leaving: int = 0) -> None:
        """Fills the disk with another file until `leaving` bytes are free."""
        with self.filler.open("ab", buffering=0) as file:
            try:
                while self._free() > leaving:
                    file.write(bytes(min(65_536, self._free() - leaving)))
            except OSError:
                assert leaving == 0

    def empty(self) -> None:
        self.filler.unlink()

    def _free(self) -> int:
        disk = os.statvfs(self.folder)
        return disk.f_bavail * disk.f_frsize

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(next(self.folder.glob("*.sqlite3")))) as database:
            return database.execute(statement).fetchall()

    def pictures(self) -> set[str]:
        """Returns the names of all files in the store, also of incomplete ones."""
        bucket = self.folder / "media" / "post-images"
        return {str(path.relative_to(bucket)) for path in bucket.rglob("*") if path.is_file()}


@pytest.fixture
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    folder = tmp_path_factory.mktemp("disk")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_MB}m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine does not permit to mount a small disk")
    try:
        yield Disk(folder)
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture
def site(disk: Disk, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    with running_provider() as provider:
        settings: dict[str, Any] = {"DATA_DIR": str(disk.folder), **provider.settings()}
        with running_site(tmp_path_factory.mktemp("log"), PAGE_CACHE_MB="0", **settings) as site:
            yield site


@pytest.fixture
async def hana(site: RunningSite) -> AsyncIterator[Member]:
    async with member_client(site.origin) as hana:
        await hana.sign_in("hana")
        await hana.write("before")
        assert (await hana.upload()).status_code == 201
        yield hana


def is_temporary_refusal(answer: httpx.Response, code: str) -> bool:
    has_code = (answer.status_code, answer.json()["code"]) == (503, code)
    return has_code and int(answer.headers["retry-after"]) >= 1


async def expect_reads_to_work(hana: Member) -> None:
    for path in ("/", "/ja/community", "/cultivars/saemidori", "/profile", "/feed.atom"):
        assert (path, (await hana.get(path)).status_code) == (path, 200)
    posts = (await hana.get("/api/posts")).json()["posts"]
    assert [post["content"] for post in posts] == ["before"]


async def test_full_disk_refuses_changes_and_keeps_reads(disk: Disk, hana: Member) -> None:
    pictures = disk.pictures()
    disk.fill()

    await expect_reads_to_work(hana)
    posted = await hana.change("POST", "/api/posts", json=post_body("during"))
    uploaded = await hana.upload()
    named = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})
    await expect_reads_to_work(hana)

    for answer in (posted, uploaded, named):
        assert is_temporary_refusal(answer, "app.unavailable")
    assert disk.rows("SELECT content FROM posts") == [("before",)]
    assert disk.pictures() == pictures

    disk.empty()
    assert await hana.write("after")
    assert (await hana.upload()).status_code == 201
    assert disk.rows("SELECT content FROM posts") == [("before",), ("after",)]
    assert disk.rows("PRAGMA quick_check") == [("ok",)]


async def test_uploads_are_refused_below_a_tenth_of_free_disk(disk: Disk, hana: Member) -> None:
    pictures = disk.pictures()
    disk.fill(leaving=DISK_MB * MEGABYTE // 10 - 65_536)

    uploaded = await hana.upload()
    await expect_reads_to_work(hana)
    named = await hana.change("PUT", "/api/profiles/me/language", json={"language": "en"})

    assert is_temporary_refusal(uploaded, "upload.postImageFailed")
    assert disk.pictures() == pictures
    assert named.status_code == 200

    disk.empty()
    assert (await hana.upload()).status_code == 201
