"""A wave of spam: three moderators empty the queue by its API while members read pages.

With `--full` 20 of 220 members are spammers and write 2,000 posts; otherwise 8 of 48, 48 posts.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

import pytest
import sqlalchemy as sa

from server.accounts.sessions.tables import Account
from server.community.actions.reports import report
from server.community.dependencies import CommunityDependencies
from server.moderation.schemas import NewReport
from server.web.rate_limits.rates import MemoryRates
from tests.server.community.builders import add_members, add_posts
from tests.server.members import Browser, Place
from tests.server.moderation.conftest import Moderator
from tests.server.moderation.test_cases import QUEUE, decide
from tests.server.operations import grant_role
from tests.variants import is_full

pytestmark = pytest.mark.anyio

# Longest time from the last decision until no page of a reader has the spam.
HIDDEN_WITHIN_S = 2
WORD = "Sonderangebot"
SUBJECTS = ("development-hana", "development-alex", "development-nameless")

Case = dict[str, Any]


class Size(NamedTuple):
    """Numbers of honest members, spammers, posts of each spammer, and posts reported wrongly."""

    members: int
    spammers: int
    posts_each: int
    wrongly_reported: int


# In both, several moderators meet at the same spammer, and the queue lists a part of the cases.
FULL, USUAL = Size(200, 20, 100, 20), Size(40, 8, 6, 8)


@pytest.fixture(autouse=True)
def no_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switches rate limits off; with that of changes the drill would take twelve minutes."""
    monkeypatch.setattr(MemoryRates, "take_now", lambda *_: 0)


@pytest.fixture
async def moderators(place: Place) -> AsyncIterator[list[Browser]]:
    """Yields the browsers of three moderators."""
    async with AsyncExitStack() as stack:
        browsers = []
        for subject in SUBJECTS:
            browser = await stack.enter_async_context(place.browser())
            await place.sign_in(browser, subject)
            await grant_role(place, browser)
            browsers.append(browser)
        yield browsers


@dataclass
class Wave:
    """Spam with its authors, the authors suspended so far, and the number of decisions."""

    spam: list[int]
    spammers: set[str]
    size: Size
    # Whether a suspension removes all that its member wrote.
    everything: bool = False
    suspended: set[str] = field(default_factory=set)
    decided: int = 0

    def decision_on(self, case: Case) -> str:
        """Returns the decision of a moderator on a case."""
        # Between two reads of the queue another moderator may have removed the thing.
        author = case["thing"] and case["thing"]["member_id"]
        if author not in self.spammers:
            return "keep"
        return "remove" if author in self.suspended else "suspend"

    def note(self, case: Case, decision: str) -> None:
        """Records a decision that was carried out."""
        self.decided += 1
        if decision == "suspend":
            self.suspended.add(case["thing"]["member_id"])


@pytest.fixture
async def wave(
    place: Place, community: CommunityDependencies, request: pytest.FixtureRequest
) -> Wave:
    """Inserts spam and honest posts with reports on them."""
    size = FULL if is_full(request.config) else USUAL
    members = await add_members(place.engine, size.members + size.spammers)
    honest, spammers = members[: size.members], members[size.members :]
    kept = await add_posts(place.engine, [{"user_id": one.id} for one in honest])
    texts = [f"{WORD} {n}" for n in range(size.posts_each)]
    rows = [{"user_id": one.id, "content": text} for one in spammers for text in texts]
    spam = await add_posts(place.engine, rows)
    for n, post_id in enumerate([*spam, *kept[: size.wrongly_reported]]):
        given = NewReport(f"post:{post_id}", "spam")
        await report(community, given, reporter=honest[n % size.members])
    return Wave(spam, {one.id for one in spammers}, size)


async def work(moderator: Browser, wave: Wave, *, first: int) -> None:
    """Decides every third case until none is left; `first` is the index to begin at."""
    while cases := (await moderator.get(QUEUE)).json()["cases"]:
        for case in cases[first % len(cases) :: len(SUBJECTS)]:
            decision = wave.decision_on(case)
            everything = wave.everything and decision == "suspend"
            answer = await decide(moderator, case, decision, everything=everything)
            # Another moderator was first.
            assert answer.status_code in {201, 409}, answer.text
            if answer.is_success:
                wave.note(case, decision)


@pytest.mark.parametrize("everything", [False, True], ids=["one by one", "everything"])
async def test_queue_is_worked_down_and_no_innocent_member_is_suspended(
    place: Place,
    moderator: Moderator,
    moderators: list[Browser],
    wave: Wave,
    *,
    everything: bool,
) -> None:
    wave.everything = everything
    await asyncio.gather(
        *(work(browser, wave, first=number) for number, browser in enumerate(moderators))
    )

    ended = monotonic()
    await expect_no_spam(place, wave)
    assert monotonic() - ended < HIDDEN_WITHIN_S
    assert await place.count("posts") == wave.size.members
    assert await suspended_members(place) == wave.spammers
    record = Counter(entry.action for entry in await moderator.record())
    spam, (_, spammers, _, wrongly_reported) = len(wave.spam), wave.size
    assert record == {"remove-post": spam, "suspend": spammers, "keep": wrongly_reported}
    if everything:
        # Each moderator may decide about a spammer before another's suspension counts.
        assert wave.decided <= spammers * len(SUBJECTS) + wrongly_reported
    else:
        assert wave.decided == spam + wrongly_reported
    async with place.browser() as reader:
        log = (await reader.get("/api/moderation/log")).json()
    assert sum(line["count"] for line in log) == record.total()


async def expect_no_spam(place: Place, wave: Wave) -> None:
    """Checks that no page shows spam and that its addresses answer 410."""
    async with place.browser() as reader:
        feed = (await reader.get("/api/posts?limit=50")).text
        page = (await reader.get("/community", headers={"accept": "text/html"})).text
        gone = {(await reader.get(f"/api/posts/{id}")).status_code for id in wave.spam[::10]}
    assert WORD not in feed + page
    assert gone == {410}


async def suspended_members(place: Place) -> set[str]:
    """Returns the ids of the suspended members."""
    async with place.engine.connect() as connection:
        select = sa.select(Account.id).where(Account.suspended_at.is_not(None))
        return set((await connection.execute(select)).scalars())
