"""Soak test: readers and members use one host for half an hour; prints failures and memory."""

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

from tests.faults.members import Member, member_client
from tests.faults.provider import running_provider
from tests.faults.raw_http import IncompleteResponseError, exchange, get
from tests.running_site import RunningSite, running_site

MINUTES = 30.0
# A few less than the sign-ins that one IP address may begin in five minutes.
MEMBERS = 18
READERS = 9
PAUSE_S = 0.25
# Makes a tenth of all requests changes, and stays below every rate limit.
MEMBER_PAUSE_S = 5.0
COMMENT_EVERY = 32
MEASURE_EVERY_S = 5.0
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
    """Counts and measurements of one soak test."""

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
        """Requests pages, as one reader, until the end."""
        for number in count():
            if self.is_over:
                return
            path = PAGES[number % len(PAGES)]
            try:
                response = await exchange(self.site.port, get(path, self.site.host))
                self.statuses[response.status] += 1
            except (OSError, TimeoutError, IncompleteResponseError) as error:
                self.failures.append(f"{path}: {error!r}")
            await asyncio.sleep(PAUSE_S)

    async def act_as_member(self, member: Member, name: str) -> None:
        """Writes a post, then likes and unlikes it, comments and opens its pages until the end."""
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
        method = ("PUT", "DELETE")[number % 2]
        response = await member.change(method, f"/api/posts/{post}/like")
        self.statuses[response.status_code] += 1
        if number % COMMENT_EVERY == 0:
            comment = {"content": f"{number}煎目もおいしいです。"}
            response = await member.change("POST", f"/api/posts/{post}/comments", json=comment)
            self.statuses[response.status_code] += 1
        self.changes += 1 + (number % COMMENT_EVERY == 0)
        page = await member.get(("/ja/profile", f"/ja/post/{post}", "/ja/community")[number % 3])
        self.statuses[page.status_code] += 1

    async def measure_memory(self) -> None:
        """Records the resident memory of the host and its workers, in MB, until the end."""
        host = psutil.Process(self.site.process.pid)
        while not self.is_over:
            tree = [host, *host.children(recursive=True)]
            self.resident.append(sum(process.memory_info().rss for process in tree) / MEGABYTE)
            await asyncio.sleep(MEASURE_EVERY_S)


async def soak(site: RunningSite, minutes: float) -> Soak:
    """Runs all readers and members against a site, and returns what was measured."""
    result = Soak(site, time.monotonic() + minutes * 60)
    async with AsyncExitStack() as stack:
        members = []
        for number in range(MEMBERS):
            member = await stack.enter_async_context(member_client(site.origin))
            await member.sign_in(f"member-{number}")
            members.append(result.act_as_member(member, f"member-{number}"))
        await asyncio.gather(
            *members, *(result.read() for _ in range(READERS)), result.measure_memory()
        )
    return result


def print_report(result: Soak) -> None:
    """Prints the results; compares memory at the end with that after warming up."""
    requests = sum(result.statuses.values())
    tenth = max(1, len(result.resident) // 10)
    before = median(result.resident[tenth : 2 * tenth])
    after = median(result.resident[-tenth:])
    print(
        f"{requests} responses, {result.changes / requests:.0%} changes;"
        f" by status: {result.statuses}"
    )
    print(f"{len(result.failures)} failed {result.failures[:3]}")
    print(f"resident {before:.0f} MB, at the end {after:.0f} MB: {after / before - 1:+.1%}")


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else MINUTES
    with TemporaryDirectory() as folder, running_provider() as provider:
        settings: dict[str, Any] = {**provider.settings()}
        with running_site(Path(folder), **settings) as site:
            print_report(asyncio.run(soak(site, minutes)))


if __name__ == "__main__":
    main()
