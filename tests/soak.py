"""Readers and members use one host for half an hour; tells what failed and how memory grew."""

import asyncio
import sys
import time
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import psutil

from tests.faults.members import Member, browsing
from tests.faults.provider import providing
from tests.faults.raw_http import Broken, exchange, get
from tests.running_site import RunningSite, running_site

MINUTES = 30.0
# As many sign-ins as one address may begin in five minutes, less a few.
MEMBERS = 18
READERS = 9
PAUSE_S = 0.25
# So often that a tenth of all requests are changes, and no limit is met.
MEMBER_PAUSE_S = 5.0
COMMENT_EVERY = 32
LOOK_S = 5.0
MEGABYTE = 1024 * 1024
PAGES = (
    "/",
    "/ja",
    "/ja/cultivars",
    "/cultivars/saemidori",
    "/ja/cultivars/yabukita",
    "/community",
    "/ja/community",
    "/ja/community?category=review",
    "/api/posts",
)


@dataclass
class Soak:
    """What was seen so far."""

    site: RunningSite
    ends: float
    statuses: Counter[int] = field(default_factory=Counter)
    changes: int = 0
    failures: list[str] = field(default_factory=list)
    resident: list[float] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self.ends

    async def read(self) -> None:
        for number in count():
            if self.is_over:
                return
            path = PAGES[number % len(PAGES)]
            try:
                answer = await exchange(self.site.port, get(path, self.site.host))
                self.statuses[answer.status] += 1
            except (OSError, TimeoutError, Broken) as error:
                self.failures.append(f"{path}: {error!r}")
            await asyncio.sleep(PAUSE_S)

    async def take_part(self, member: Member, name: str) -> None:
        """Writes at first, then likes, takes it back, comments; looks at its own pages."""
        posts = [await member.write(f"{name}: 一煎目。")]
        for number in count():
            if self.is_over:
                return
            try:
                await self._change(member, posts[0], number)
            except httpx.HTTPError as error:
                self.failures.append(f"{name}: {error!r}")
            await asyncio.sleep(MEMBER_PAUSE_S)

    async def _change(self, member: Member, post: int, number: int) -> None:
        way = ("PUT", "DELETE")[number % 2]
        answer = await member.change(way, f"/api/posts/{post}/like")
        self.statuses[answer.status_code] += 1
        if number % COMMENT_EVERY == 0:
            said = {"content": f"{number}煎目もおいしいです。"}
            answer = await member.change("POST", f"/api/posts/{post}/comments", json=said)
            self.statuses[answer.status_code] += 1
        self.changes += 1 + (number % COMMENT_EVERY == 0)
        seen = await member.get(("/ja/profile", f"/ja/post/{post}", "/ja/community")[number % 3])
        self.statuses[seen.status_code] += 1

    async def look(self) -> None:
        host = psutil.Process(self.site.process.pid)
        while not self.is_over:
            tree = [host, *host.children(recursive=True)]
            self.resident.append(sum(one.memory_info().rss for one in tree) / MEGABYTE)
            await asyncio.sleep(LOOK_S)


async def soak(site: RunningSite, minutes: float) -> Soak:
    found = Soak(site, time.monotonic() + minutes * 60)
    async with AsyncExitStack() as stack:
        members = []
        for number in range(MEMBERS):
            member = await stack.enter_async_context(browsing(site.origin))
            await member.sign_in(f"member-{number}")
            members.append(found.take_part(member, f"member-{number}"))
        await asyncio.gather(*members, *(found.read() for _ in range(READERS)), found.look())
    return found


def tell(found: Soak) -> None:
    """Memory: the first tenth is left out, in which the site takes what it needs."""
    asked = sum(found.statuses.values())
    tenth = max(1, len(found.resident) // 10)
    before = median(found.resident[tenth : 2 * tenth])
    after = median(found.resident[-tenth:])
    print(f"{asked} answers, {found.changes / asked:.0%} changes; by status: {found.statuses}")
    print(f"{len(found.failures)} failed {found.failures[:3]}")
    print(f"resident {before:.0f} MB, at the end {after:.0f} MB: {after / before - 1:+.1%}")


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    with TemporaryDirectory() as folder, providing() as provider:
        settings: dict[str, Any] = {**provider.settings()}
        with running_site(Path(folder), **settings) as site:
            tell(asyncio.run(soak(site, minutes)))


if __name__ == "__main__":
    main()
