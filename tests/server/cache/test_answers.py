"""Shared answers: asked for once, kept briefly, and never beyond a change."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, field

import pytest

from server.cache.answers import LIFE_S, Answers, Subject
from server.cache.purging import EVERYTHING

pytestmark = pytest.mark.anyio

FEED = Subject("feed", frozenset({"feed"}))
POST = Subject("post 7", frozenset({"post", "post:7"}))


@dataclass(frozen=True)
class Text:
    """An answer."""

    words: str
    size: int = 10


@dataclass
class World:
    """What is true, the time, and how often it was asked; it answers when it is let."""

    truth: str = "old"
    now: float = 0.0
    asked: int = 0
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.may_answer.set()

    async def ask(self) -> Text:
        self.asked += 1
        seen = self.truth
        await self.may_answer.wait()
        return Text(seen)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def answers(world: World) -> Answers:
    return Answers(now=lambda: world.now)


async def begun(asking: Awaitable[Text]) -> "asyncio.Future[Text]":
    task = asyncio.ensure_future(asking)
    for _ in range(3):
        await asyncio.sleep(0)
    return task


async def test_many_who_ask_at_once_cause_one_question(answers: Answers, world: World) -> None:
    world.may_answer.clear()

    waiting = [await begun(answers.find(FEED, world.ask)) for _ in range(50)]
    world.may_answer.set()
    found = await asyncio.gather(*waiting)

    assert set(found) == {Text("old")}
    assert world.asked == 1


async def test_an_answer_is_kept_for_its_life_and_no_longer(answers: Answers, world: World) -> None:
    await answers.find(FEED, world.ask)
    world.truth = "new"
    world.now = LIFE_S - 0.01

    still = await answers.find(FEED, world.ask)
    world.now = LIFE_S
    then = await answers.find(FEED, world.ask)

    assert (still.words, then.words, world.asked) == ("old", "new", 2)


async def test_the_life_of_a_slow_answer_begins_with_its_question(
    answers: Answers, world: World
) -> None:
    world.may_answer.clear()
    slow = await begun(answers.find(FEED, world.ask))
    world.truth, world.now = "new", LIFE_S
    world.may_answer.set()
    await slow

    assert (await answers.find(FEED, world.ask)).words == "new"


async def test_nobody_joins_a_question_that_is_older_than_an_answer_may_be(
    answers: Answers, world: World
) -> None:
    world.may_answer.clear()
    slow = await begun(answers.find(FEED, world.ask))
    world.truth, world.now = "new", LIFE_S

    late = await begun(answers.find(FEED, world.ask))
    world.may_answer.set()

    assert [(await slow).words, (await late).words] == ["old", "new"]


@pytest.mark.parametrize("tags", [{"feed"}, {"post", "feed"}, {EVERYTHING}])
async def test_a_change_drops_what_it_made_untrue(
    answers: Answers, world: World, tags: set[str]
) -> None:
    await answers.find(FEED, world.ask)
    world.truth = "new"

    answers.purge(frozenset(tags))

    assert (await answers.find(FEED, world.ask)).words == "new"


async def test_a_change_leaves_what_it_does_not_touch(answers: Answers, world: World) -> None:
    await answers.find(POST, world.ask)
    world.truth = "new"

    answers.purge(frozenset({"feed", "post:8"}))

    assert (await answers.find(POST, world.ask)).words == "old"


async def test_what_was_asked_before_a_change_is_neither_kept_nor_joined_after_it(
    answers: Answers, world: World
) -> None:
    world.may_answer.clear()
    before = await begun(answers.find(FEED, world.ask))
    world.truth = "new"
    answers.purge(FEED.tags)

    after = await begun(answers.find(FEED, world.ask))
    world.may_answer.set()

    assert [(await before).words, (await after).words] == ["old", "new"]
    assert (await answers.find(FEED, world.ask)).words == "new"
    assert world.asked == 2


async def test_whoever_is_ahead_asks_anew_and_the_others_profit(
    answers: Answers, world: World
) -> None:
    await answers.find(FEED, world.ask)
    world.truth = "new"

    ahead = await answers.find(FEED, world.ask, anew=True)

    assert [ahead.words, (await answers.find(FEED, world.ask)).words] == ["new", "new"]


async def test_whoever_is_ahead_does_not_wait_for_an_older_question(
    answers: Answers, world: World
) -> None:
    world.may_answer.clear()
    before = await begun(answers.find(FEED, world.ask))
    world.truth = "new"
    ahead = await begun(answers.find(FEED, world.ask, anew=True))
    world.may_answer.set()

    assert [(await ahead).words, (await before).words] == ["new", "old"]
    assert (await answers.find(FEED, world.ask)).words == "new"


async def test_who_asked_first_and_leaves_takes_the_answer_from_nobody(
    answers: Answers, world: World
) -> None:
    world.may_answer.clear()
    first = await begun(answers.find(FEED, world.ask))
    others = [await begun(answers.find(FEED, world.ask)) for _ in range(5)]

    first.cancel()
    await asyncio.sleep(0)
    world.may_answer.set()

    assert {found.words for found in await asyncio.gather(*others)} == {"old"}
    assert world.asked == 2


async def test_one_who_waits_and_leaves_takes_it_from_nobody(
    answers: Answers, world: World
) -> None:
    world.may_answer.clear()
    first = await begun(answers.find(FEED, world.ask))
    leaving, staying = [await begun(answers.find(FEED, world.ask)) for _ in range(2)]

    leaving.cancel()
    await asyncio.sleep(0)
    world.may_answer.set()

    assert [(await first).words, (await staying).words] == ["old", "old"]
    assert world.asked == 1


async def test_a_failure_is_told_to_all_who_wait_and_kept_for_nobody(
    answers: Answers, world: World
) -> None:
    async def fail() -> Text:
        await world.ask()
        raise LookupError("gone")

    world.may_answer.clear()
    waiting = [await begun(answers.find(FEED, fail)) for _ in range(3)]
    world.may_answer.set()
    told = await asyncio.gather(*waiting, return_exceptions=True)

    assert [type(one) for one in told] == [LookupError] * 3
    assert world.asked == 1
    assert (await answers.find(FEED, world.ask)).words == "old"


async def test_what_is_kept_is_bounded_in_number_and_in_bytes(world: World) -> None:
    answers = Answers(now=lambda: world.now, most=3, bytes_most=25)

    for number in range(10):
        await answers.find(Subject(number, frozenset()), world.ask)

    assert (len(answers), answers.size) == (2, 20)
    asked = world.asked
    await answers.find(Subject(9, frozenset()), world.ask)
    assert world.asked == asked
    many = Answers(now=lambda: world.now, most=3)
    for number in range(10):
        await many.find(Subject(number, frozenset()), world.ask)
    assert len(many) == 3


async def test_an_answer_larger_than_all_the_room_is_given_and_not_kept(world: World) -> None:
    answers = Answers(now=lambda: world.now, bytes_most=5)

    assert (await answers.find(FEED, world.ask)).words == "old"
    assert (len(answers), answers.size) == (0, 0)


async def test_what_has_expired_makes_room_by_itself(answers: Answers, world: World) -> None:
    for number in range(10):
        await answers.find(Subject(number, frozenset()), world.ask)
    world.now = LIFE_S

    await answers.find(FEED, world.ask)

    assert (len(answers), answers.size) == (1, 10)
