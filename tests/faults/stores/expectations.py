"""Checks of a site whose object store fails: uploads fail in time, all else works."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.faults.members import Member, member_client
from tests.faults.provider import running_provider
from tests.running_site import running_site

UPLOAD_MOST_S = 10.0


@asynccontextmanager
async def member_with_store(folder: Path, **settings: Any) -> AsyncIterator[Member]:
    """Runs a site with these settings of its store; yields a signed-in member."""
    with (
        running_provider() as provider,
        running_site(folder, **{**provider.settings(), **settings}) as site,
    ):
        async with member_client(site.origin) as member:
            await member.sign_in("hana")
            yield member


def row_count(folder: Path, table: str) -> int:
    with sqlite3.connect(next(folder.glob("*.sqlite3"))) as database:
        count: int = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


async def timed(request: Any) -> tuple[httpx.Response, float]:
    started = time.monotonic()
    return await request, time.monotonic() - started


async def expect_the_rest_to_work(member: Member, number: int) -> None:
    """Checks that another member can sign in, post without an image, and read, within 3 s."""
    async with member_client(str(member.http.base_url)) as writer:
        await writer.sign_in(f"writer{number}")
        post, seconds = await timed(writer.write(f"写真のない投稿 {number}"))
        for path in ("/", "/ja/community", f"/post/{post}", "/api/posts"):
            answer, more = await timed(writer.get(path))
            assert answer.status_code == 200
            seconds = max(seconds, more)
    assert seconds < 3


async def expect_refusal(member: Member, folder: Path, status: int, *, code: str) -> None:
    """Checks that an upload fails in time with a status and code, and leaves no row."""
    refused, seconds = await timed(member.upload())

    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert seconds < UPLOAD_MOST_S
    assert row_count(folder, "post_images") == 0
    await expect_the_rest_to_work(member, 1)
