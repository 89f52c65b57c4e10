"""Availability of the database: after a lost connection one probe runs for all requests."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import Context
from time import monotonic

import structlog

Probe = Callable[[], Awaitable[None]]

PROBE_S = 2.0
PAUSE_S = 0.5
# Reads wait for a short absence and are tried again; nothing waits for a long one.
SHORT_S = 3.0


class DatabaseAway(ConnectionError):
    """The database is known to be unavailable; no statement was sent."""


class Gate:
    """Open, in doubt after a lost connection, or closed once the probe fails."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._asking: asyncio.Task[None] | None = None
        self._verdict = asyncio.Event()
        self._lost_at = 0.0
        self.losses = 0

    @property
    def is_open(self) -> bool:
        return self._asking is None

    async def enter(self) -> None:
        """Passes, or raises DatabaseAway; in doubt it waits for the first result of the probe."""
        if self._asking is None:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._verdict.wait(), PROBE_S)
        if self._asking is not None:
            raise DatabaseAway

    def doubt(self) -> None:
        """Reports a lost connection and starts the probe."""
        self.losses += 1
        if self._asking is None:
            self._lost_at = monotonic()
            self._verdict.clear()
            # An empty context, so that the probe is not part of the first request's trace.
            self._asking = asyncio.get_running_loop().create_task(
                self._ask_until_it_answers(), context=Context()
            )

    async def is_back(self, *, within: float) -> bool:
        """Waits for the end of an absence that may still be short; returns whether it ended."""
        asking = self._asking
        if asking is None:
            return True
        seconds = min(within, self._lost_at + SHORT_S - monotonic())
        if seconds > 0:
            await asyncio.wait({asking}, timeout=seconds)
        return self._asking is None

    async def close(self) -> None:
        asking, self._asking = self._asking, None
        if asking is not None:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def _ask_until_it_answers(self) -> None:
        log = structlog.get_logger("chanoki.database")
        while not await self._answers():
            if not self._verdict.is_set():
                log.warning("database_away")
                self._verdict.set()
            # Jitter, so that several hosts do not probe at the same moment.
            await asyncio.sleep(PAUSE_S * random.uniform(0.7, 1.3))  # noqa: S311
        if self._verdict.is_set():
            log.warning("database_back", seconds=round(monotonic() - self._lost_at, 1))
        self._asking = None
        self._verdict.set()

    async def _answers(self) -> bool:
        try:
            async with asyncio.timeout(PROBE_S):
                await self._probe()
        except Exception:
            return False
        return True
