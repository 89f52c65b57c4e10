"""Expectations of a site whose object store fails: quick refusals, and everything else works."""

import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.faults.members import Member, browsing
from tests.faults.provider import providing
from tests.running_site import running_site

UPLOAD_MOST_S = 10.0


@asynccontextmanager
async def member_of(folder: Path, **settings: Any) -> AsyncIterator[Member]:
    """Yield a member who is signed in to a site with this store."""
    with (
        providing() as provider,
        running_site(folder, **{**provider.settings(), **settings}) as site,
    ):
        async with browsing(site.origin) as member:
            await member.sign_in("hana")
            yield member


def rows(folder: Path, table: str) -> int:
    with sqlite3.connect(next(folder.glob("*.sqlite3"))) as database:
        count: int = database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    return count


async def timed(request: Any) -> tuple[httpx.Response, float]:
    started = time.monotonic()
    return await request, time.monotonic() - started


async def expect_the_rest_to_work(member: Member, number: int) -> None:
    """Expect that another member can sign in, write a post without an image, and read."""
    async with browsing(str(member.http.base_url)) as writer:
        await writer.sign_in(f"writer{number}")
        post, seconds = await timed(writer.write(f"写真のない投稿 {number}"))
        for path in ("/", "/ja/community", f"/post/{post}", "/api/posts"):
            answer, more = await timed(writer.get(path))
            assert answer.status_code == 200
            seconds = max(seconds, more)
    assert seconds < 3


async def expect_refusal(member: Member, folder: Path, status: int, *, code: str) -> None:
    refused, seconds = await timed(member.upload())

    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert seconds < UPLOAD_MOST_S
    assert rows(folder, "post_images") == 0
    await expect_the_rest_to_work(member, 1)
