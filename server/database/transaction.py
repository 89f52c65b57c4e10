"""One transaction for each request, with work that follows the commit."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncSession

from server.database.engine import Commit, Sessions

LOG = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class Transaction:
    """Session of one request, and events and work that follow its commit."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session
        self.events: list[object] = []
        self._afterwards: list[Work] = []

    def announce(self, event: object) -> None:
        """Queues an event for the subscribers of commits; a rollback drops it."""
        self.events.append(event)

    def after_commit(self, work: Work) -> None:
        """Queues work that runs after a successful commit; its failure is only logged."""
        self._afterwards.append(work)

    async def run_after_commit(self) -> None:
        """Runs the queued work; logs a failure, because the change is already stored."""
        queued, self._afterwards = self._afterwards, []
        for work in queued:
            try:
                await work()
            except Exception:
                LOG.exception("work after a commit failed")


@asynccontextmanager
async def transaction(sessions: Sessions) -> AsyncIterator[Transaction]:
    """Opens a transaction that commits when the block ends; an exception rolls it back.

    After a commit it notifies the subscribers and runs the queued work. A commit whose answer is
    lost raises, although it may be stored, and is announced as uncertain.
    """
    async with sessions.opened() as session:
        opened = Transaction(session)
        try:
            yield opened
        except BaseException:
            await session.rollback()
            raise
        try:
            await session.commit()
        except BaseException:
            sessions.notify(Commit(tuple(opened.events), is_certain=False))
            raise
    sessions.notify(Commit(tuple(opened.events)))
    await opened.run_after_commit()
