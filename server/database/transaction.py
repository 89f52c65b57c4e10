"""One transaction for each request, with work that follows the commit."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncSession

from server.database.engine import Commit, Sessions

LOG = logging.getLogger(__name__)

Work = Callable[[], Awaitable[None]]


class Transaction:
    """The session of one request, and the work that follows its commit."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session
        self.events: list[object] = []
        self._afterwards: list[Work] = []

    def announce(self, event: object) -> None:
        """Queues an event for the subscribers of commits."""
        self.events.append(event)

    def after_commit(self, work: Work) -> None:
        self._afterwards.append(work)

    async def run_after_commit(self) -> None:
        """Runs the work after the commit; its failure is logged, because the change is stored."""
        queued, self._afterwards = self._afterwards, []
        for work in queued:
            try:
                await work()
            except Exception:
                LOG.exception("work after a commit failed")


@asynccontextmanager
async def transaction(sessions: Sessions) -> AsyncIterator[Transaction]:
    """Commits when the block ends well; an exception undoes everything, queued work included.

    A commit whose answer is lost raises although the change may be stored, and is announced so.
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
