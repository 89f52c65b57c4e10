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
# Requests wait for the database's return only within this time after the loss.
SHORT_S = 3.0


class DatabaseUnavailable(ConnectionError):
    """The database is known to be unavailable; no statement was sent."""


class Availability:
    """State of the database: up, unknown after a lost connection, or down after a failed probe.

    While it is not up, one task probes the database for all requests.
    """

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._probing: asyncio.Task[None] | None = None
        self._first_result = asyncio.Event()
        self._lost_at = 0.0
        self.losses = 0

    @property
    def is_up(self) -> bool:
        return self._probing is None

    async def check(self) -> None:
        """Raises DatabaseUnavailable unless the database is up.

        While the state is unknown it waits for the first probe, at most PROBE_S.
        """
        if self._probing is None:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(self._first_result.wait(), PROBE_S)
        if self._probing is not None:
            raise DatabaseUnavailable

    def report_loss(self) -> None:
        """Counts a lost connection and starts the probe."""
        self.losses += 1
        if self._probing is None:
            self._lost_at = monotonic()
            self._first_result.clear()
            # An empty context, so that the probe is not part of the first request's trace.
            self._probing = asyncio.get_running_loop().create_task(
                self._probe_until_it_answers(), context=Context()
            )

    async def wait_until_back(self, *, within: float) -> bool:
        """Waits for the end of an outage, at most `within` seconds; returns whether it ended.

        Stops waiting SHORT_S after the loss, so it does not wait for an outage that is older.
        """
        probing = self._probing
        if probing is None:
            return True
        seconds = min(within, self._lost_at + SHORT_S - monotonic())
        if seconds > 0:
            await asyncio.wait({probing}, timeout=seconds)
        return self._probing is None

    async def close(self) -> None:
        """Stops the probe."""
        probing, self._probing = self._probing, None
        if probing is not None:
            probing.cancel()
            await asyncio.gather(probing, return_exceptions=True)

    async def _probe_until_it_answers(self) -> None:
        """Probes, with pauses, until the database answers.

        Logs the first failure and the return.
        """
        log = structlog.get_logger("chanoki.database")
        while not await self._answers():
            if not self._first_result.is_set():
                log.warning("database_away")
                self._first_result.set()
            # Jitter, so that several hosts do not probe at the same moment.
            await asyncio.sleep(PAUSE_S * random.uniform(0.7, 1.3))  # noqa: S311
        if self._first_result.is_set():
            log.warning("database_back", seconds=round(monotonic() - self._lost_at, 1))
        self._probing = None
        self._first_result.set()

    async def _answers(self) -> bool:
        """Returns whether the database responds within the time limit of the probe."""
        try:
            async with asyncio.timeout(PROBE_S):
                await self._probe()
        except Exception:
            return False
        return True
