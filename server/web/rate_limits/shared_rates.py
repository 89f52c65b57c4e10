"""Rate limits that several hosts count in one store, or each alone while it is unavailable."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from time import monotonic

import structlog

from server.web.metrics import Metrics
from server.web.rate_limits.counter_store import (
    CounterStore,
    StoreUnavailable,
    TakeRequest,
    TakeResult,
)
from server.web.rate_limits.rates import Counter, MemoryRates, Rate

# For each batch of requests. After one timeout the store is not used until a check succeeds, so
# that a failing store delays only the requests of that moment.
TIMEOUT_S = 0.04
RETRY_S = 0.5
# Connecting, perhaps with TLS, takes longer than the timeout: it is done before the first request.
CONNECT_S = 1.0


class SharedRates:
    """Rate limiter that counts in the store and mirrors its counters in memory.

    While the store is unavailable it allows half of each rate, so that two hosts together allow no
    more than the whole.
    """

    def __init__(
        self,
        url: str,
        secret: bytes,
        *,
        now: Callable[[], float] | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> None:
        self._now = now
        self._key = hashlib.sha256(b"rates:" + secret).digest()
        self._store = CounterStore(url, timeout_s)
        # Seconds from this host's monotonic clock to the store's clock.
        self._ahead = 0.0 if now else time.time() - monotonic()
        self._memory = MemoryRates(self._time)
        self._failures = 0
        self._taken_alone = 0
        self._recovery: asyncio.Task[None] | None = None

    @property
    def is_alone(self) -> bool:
        """Returns whether the store is unavailable, so that this host counts alone."""
        return self._recovery is not None

    async def take(self, rate: Rate, subject: str) -> int:
        """Counts one use by `subject`, a member or an address; returns 0, or the seconds to wait.

        While the store is unavailable, this host counts alone and allows half of the rate.
        """
        known = self._memory.counter(rate, subject)
        if not self.is_alone:
            try:
                return await self._take_shared(rate, subject, known=known)
            except StoreUnavailable as error:
                self._start_recovery(error)
        self._taken_alone += 1
        return self._memory.take_now(rate.halved, subject)

    async def connect(self) -> None:
        """Starts the checks of the store and waits for its answer, for at most CONNECT_S."""
        self._recovery = asyncio.ensure_future(self._recover())
        await asyncio.wait([self._recovery], timeout=CONNECT_S)

    async def check(self) -> None:
        """Raises `StoreUnavailable` unless the store answers."""
        await self._store.check()

    async def close(self) -> None:
        """Stops the attempts to reconnect and closes the connection."""
        if self._recovery:
            self._recovery.cancel()
            await asyncio.wait([self._recovery])
        await self._store.close()

    def metrics(self) -> Mapping[str, float]:
        """Returns the metrics of the store: its state, failures, and uses counted without it."""
        return {
            "rates_store_up": 0 if self.is_alone else 1,
            "rates_store_failures_total": self._failures,
            "rates_taken_alone_total": self._taken_alone,
        }

    async def _take_shared(self, rate: Rate, subject: str, *, known: Counter) -> int:
        """Counts in the store and updates the mirror; returns 0, or the seconds to wait."""
        result = await self._store.take(
            TakeRequest(
                key=self._make_key(rate, subject),
                seconds=rate.seconds,
                most=rate.most,
                window=known.window,
                before=known.before,
                counted=known.count,
                now=repr(self._now()) if self._now else "",
            )
        )
        self._ahead = result.now - self._clock()
        _merge(known, result)
        if result.is_within:
            return 0
        counter = Counter(result.window, result.before, result.counted)
        return max(1, rate.seconds_to_wait(counter, result.now / rate.seconds))

    def _make_key(self, rate: Rate, subject: str) -> str:
        """Returns the store's key: a keyed hash, so that it holds no members or addresses."""
        text = f"{rate.name}\0{rate.seconds}\0{subject}".encode()
        return f"chanoki:rate:{hashlib.blake2b(text, digest_size=16, key=self._key).hexdigest()}"

    def _clock(self) -> float:
        """Returns the time of this host's monotonic clock, in seconds."""
        return (self._now or monotonic)()

    def _time(self) -> float:
        """Returns the time of the store's clock, in seconds, as this host estimates it."""
        return self._clock() + self._ahead

    def _start_recovery(self, error: StoreUnavailable) -> None:
        """Notes a failure of the store and starts checks for its return, unless they run already.

        Until one succeeds, this host counts alone.
        """
        self._failures += 1
        if not self.is_alone:
            self._recovery = asyncio.ensure_future(self._recover(error))

    async def _recover(self, failure: StoreUnavailable | None = None) -> None:
        """Checks the store every RETRY_S until it answers; logs nothing if the first check does.

        The reason in the log is the `failure` of a request, at the start that of the first check.
        """
        if error := await self._failure():
            log = structlog.get_logger("chanoki.rates")
            log.warning("rates_counted_alone", reason=str(failure or error))
            await asyncio.sleep(RETRY_S)
            while await self._failure():
                await asyncio.sleep(RETRY_S)
            log.info("rates_shared_again")
        self._recovery = None

    async def _failure(self) -> StoreUnavailable | None:
        """Returns the failure of a check; None if the store answers."""
        try:
            await self._store.check()
        except StoreUnavailable as error:
            return error
        return None


@asynccontextmanager
async def connected_store(rates: SharedRates | None, metrics: Metrics) -> AsyncIterator[None]:
    """Connects to the store, exports its metrics, and closes it at the end of the block.

    Does nothing for None: no store is configured.
    """
    if rates is None:
        yield
        return
    metrics.watch(rates.metrics)
    try:
        await rates.connect()
        yield
    finally:
        await rates.close()


def _merge(known: Counter, result: TakeResult) -> None:
    """Updates the mirrored counter by the store's; in one window the larger count wins.

    Answers can arrive out of order.
    """
    is_same = known.window == result.window
    known.before = max(known.before, result.before) if is_same else result.before
    known.count = max(known.count, result.counted) if is_same else result.counted
    known.window = result.window
