"""Three moderators decide on 2,000 spam posts on two hosts of one database, while visitors read.

Of 220 members 20 are spammers. A visitor of each host requests pages: what was hidden or removed
more than two seconds ago must be on none.
"""

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any

import pytest
import sqlalchemy as sa

from server.community.tables import Post
from server.moderation.tables import Report
from server.web.rate_limits.rates import MemoryRates
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.community.builders import CONTENT, add_members
from tests.server.members import Browser, Loopback, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import QUEUE, decide
from tests.server.moderation.test_drill import HIDDEN_WITHIN_S, SUBJECTS, suspended_members
from tests.server.operations import grant_role
from tests.server.sites import patient_site

pytestmark = [pytest.mark.anyio, pytest.mark.fault, pytest.mark.databases("postgresql")]

MEMBERS, SPAMMERS, POSTS_EACH, WRONGLY_REPORTED = 200, 20, 100, 20
# Posts of a spammer that are hidden before the moderators suspend their author.
HIDDEN_EACH = 3
MARK = re.compile(r"Sonderangebot ([0-9]+)\.")


@pytest.fixture(autouse=True)
def no_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switches rate limits off; with that of changes the drill would take twelve minutes."""
    monkeypatch.setattr(MemoryRates, "take_now", lambda *_: 0)


@pytest.fixture
async def hosts(place: Place) -> AsyncIterator[tuple[Place, Place]]:
    """Yields two hosts on one database."""
    loopback = Loopback()
    app = patient_site(place.settings, FakePool(), now=place.moment, provider_transport=loopback)
    loopback.app = app
    async with running(app):
        yield place, replace(place, app=app)


@dataclass
class Wave:
    """Spam by number, its authors, and when each post was hidden."""

    authors: dict[int, str]
    numbers: dict[str, int] = field(default_factory=dict)
    hidden_at: dict[int, float] = field(default_factory=dict)
    hidden_of: Counter[str] = field(default_factory=Counter)
    seen_late: set[int] = field(default_factory=set)
    # Spam that was on a page at all: before the first decision it must be.
    seen: set[int] = field(default_factory=set)

    def decision_on(self, case: dict[str, Any]) -> str:
        """Returns the decision of a moderator on a case."""
        author = case["thing"] and case["thing"]["member_id"]
        if author not in set(self.authors.values()):
            return "keep"
        return "hide" if self.hidden_of[author] < HIDDEN_EACH else "suspend"

    def note(self, case: dict[str, Any], decision: str) -> None:
        """Records which spam a decision has hidden, and when."""
        if decision == "keep":
            return
        author = case["thing"]["member_id"]
        self.hidden_of[author] += decision == "hide"
        hidden = [self.numbers[case["subject"]]]
        if decision == "suspend":
            hidden = [number for number, one in self.authors.items() if one == author]
        for number in hidden:
            self.hidden_at.setdefault(number, monotonic())

    def check(self, text: str, *, requested_at: float) -> None:
        """Records spam on a page that was requested more than two seconds after it was hidden."""
        found = set(map(int, MARK.findall(text)))
        self.seen |= found
        limit = requested_at - HIDDEN_WITHIN_S
        self.seen_late |= {one for one in found if self.hidden_at.get(one, requested_at) < limit}


async def insert_posts(place: Place, many: list[dict[str, Any]]) -> list[int]:
    """Inserts posts in one statement, without the texts that searches read."""
    same = {"content": CONTENT, "category": "review", "language": "ja", "likes": 0}
    rows = [{**same, "comments_count": 0, "created_at": place.moment(), **one} for one in many]
    insert = sa.insert(Post).returning(Post.id, sort_by_parameter_order=True)
    async with place.engine.begin() as connection:
        return list((await connection.execute(insert, rows)).scalars())


@pytest.fixture
async def wave(place: Place) -> Wave:
    """Inserts spam and honest posts with reports on them."""
    members = await add_members(place.engine, MEMBERS + SPAMMERS)
    honest, spammers = members[:MEMBERS], members[MEMBERS:]
    kept = await insert_posts(place, [{"user_id": one.id} for one in honest])
    authors = dict(enumerate([one.id for _ in range(POSTS_EACH) for one in spammers]))
    rows = [
        {"user_id": id, "content": f"Sonderangebot {number}."} for number, id in authors.items()
    ]
    spam = await insert_posts(place, rows)
    wave = Wave(authors, {f"post:{id}": number for number, id in enumerate(spam)})
    reported = [*zip(spam, authors.values(), strict=True)]
    reported += [(kept[n], honest[n].id) for n in range(WRONGLY_REPORTED)]
    reports = [
        {
            "subject": f"post:{id}",
            "open_key": f"{id}",
            "member_id": author,
            "reporter_id": honest[n % MEMBERS].id,
            "reason": "spam",
            "created_at": place.moment(),
        }
        for n, (id, author) in enumerate(reported)
    ]
    async with place.engine.begin() as connection:
        await connection.execute(sa.insert(Report), reports)
    return wave


async def work(moderator: Browser, wave: Wave, decided: Counter[str], *, first: int) -> None:
    """Decides every third case until none is left; `first` is the index to begin at."""
    while cases := (await moderator.get(QUEUE)).json()["cases"]:
        for case in cases[first % len(cases) :: len(SUBJECTS)]:
            decision = wave.decision_on(case)
            answer = await decide(moderator, case, decision, everything=decision == "suspend")
            # Another moderator was first.
            assert answer.status_code in {201, 409}, answer.text
            if answer.is_success:
                wave.note(case, decision)
                decided[decision] += case["thing"] is not None


async def read_on(reader: Browser, wave: Wave, ended: asyncio.Event) -> None:
    """Requests the feed and its page until `ended` is set."""
    while not ended.is_set():
        for path in ("/api/posts?limit=50", "/community"):
            requested_at = monotonic()
            answer = await reader.get(path, headers={"accept": "text/html"})
            wave.check(answer.text, requested_at=requested_at)
        await asyncio.sleep(0.2)


async def test_readers_of_both_hosts_see_nothing_that_was_hidden_two_seconds_ago(
    hosts: tuple[Place, Place], moderator: Moderator, wave: Wave
) -> None:
    decided, logs = await drill(hosts, wave)

    assert wave.seen
    assert wave.seen_late == set()
    assert set(wave.hidden_at) == set(wave.authors)
    assert await suspended_members(hosts[0]) == set(wave.authors.values())
    record = Counter(entry.action for entry in await moderator.record())
    assert decided == {"keep": WRONGLY_REPORTED, "suspend": SPAMMERS, "hide": record["hide-post"]}
    assert record["hide-post"] >= SPAMMERS * HIDDEN_EACH
    assert record["remove-post"] == len(wave.authors)
    assert logs[0] == logs[1]
    assert sum(line["count"] for line in logs[0]) == record.total()


async def drill(hosts: tuple[Place, Place], wave: Wave) -> tuple[Counter[str], list[Any]]:
    """Empties the queue while visitors read; returns the decisions, and the log of each host."""
    decided: Counter[str] = Counter()
    ended = asyncio.Event()
    async with AsyncExitStack() as stack:
        readers = [await stack.enter_async_context(host.browser()) for host in hosts]
        reading = [asyncio.create_task(read_on(reader, wave, ended)) for reader in readers]
        moderators = []
        for number, subject in enumerate(SUBJECTS):
            host = hosts[number % 2]
            moderators.append(await stack.enter_async_context(host.browser("198.51.100.8")))
            await host.sign_in(moderators[-1], subject)
            await grant_role(host, moderators[-1])
        await asyncio.gather(
            *(work(one, wave, decided, first=first) for first, one in enumerate(moderators))
        )
        await asyncio.sleep(HIDDEN_WITHIN_S + 0.5)
        ended.set()
        await asyncio.gather(*reading)
        for reader in readers:
            assert not MARK.search((await reader.get("/api/posts?limit=50")).text)
        return decided, [(await reader.get("/api/moderation/log")).json() for reader in readers]
