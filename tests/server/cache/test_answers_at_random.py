"""Whatever happens in which order: who asks after a change is never told what was true before."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from server.cache.answers import Answers, Subject

SUBJECTS = 3
Step = tuple[str, int, bool]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["ask", "change", "answer", "wait"]), st.integers(0, 20), st.booleans()
    ),
    max_size=40,
)


@dataclass(frozen=True)
class Version:
    """An answer: the how-manieth truth it saw."""

    number: int
    size: int = 1


@dataclass
class Life:
    """Three truths that change, and a database that answers when it is let."""

    truths: list[int] = field(default_factory=lambda: [0] * SUBJECTS)
    now: float = 0.0
    unanswered: list[asyncio.Event] = field(default_factory=list)
    told: list[tuple["asyncio.Future[Version]", int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.answers = Answers(now=lambda: self.now, most=SUBJECTS - 1)

    async def take(self, step: Step) -> None:
        kind, number, flag = step
        subject = number % SUBJECTS
        if kind == "ask":
            asked = Subject(subject, frozenset({str(subject)}))
            finding = self.answers.find(asked, self._asker(subject), anew=flag)
            self.told.append((asyncio.ensure_future(finding), self.truths[subject]))
        elif kind == "change":
            self.truths[subject] += 1
            self.answers.purge(frozenset({str(subject)}))
        elif kind == "wait":
            self.now += subject
        elif self.unanswered:
            self.unanswered.pop(number % len(self.unanswered)).set()
        await settled()

    async def end(self) -> None:
        while not all(telling.done() for telling, _ in self.told):
            for question in self.unanswered:
                question.set()
            await settled()

    def _asker(self, subject: int) -> Callable[[], Awaitable[Version]]:
        async def ask() -> Version:
            seen, may_answer = self.truths[subject], asyncio.Event()
            self.unanswered.append(may_answer)
            await may_answer.wait()
            return Version(seen)

        return ask


async def settled() -> None:
    for _ in range(4):
        await asyncio.sleep(0)


@given(STEPS)
@settings(max_examples=200, deadline=None)
def test_whoever_asks_after_a_change_is_not_told_what_was_before_it(steps: list[Step]) -> None:
    async def live() -> Life:
        life = Life()
        for step in steps:
            await life.take(step)
        await life.end()
        return life

    for telling, least in asyncio.run(live()).told:
        assert telling.result().number >= least
