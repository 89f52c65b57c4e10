"""The same rates for several hosts, counted in one store; without it, by each host alone."""

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from time import monotonic

import structlog

from server.web.meter import Meter
from server.web.rate_limits.counter_store import CounterStore, Question, StoreAway, Told
from server.web.rate_limits.rates import Counter, MemoryRates, Rate

# After one wait in vain nobody asks until the store is well: so it costs no request more than
# 50 ms, whatever ails it.
WAIT_S = 0.04
REST_S = 0.5
# A connection, encrypted perhaps, takes longer than that wait: it is made before the first reader.
MEETING_S = 1.0


class SharedRates:
    """Counts in the store, and remembers what it was told; alone, allows half of each rate.

    Half, because two hosts that can't hear each other then allow no more than they did together.
    """

    def __init__(
        self,
        url: str,
        secret: bytes,
        *,
        now: Callable[[], float] | None = None,
        wait_s: float = WAIT_S,
    ) -> None:
        self._now = now
        self._key = hashlib.sha256(b"rates:" + secret).digest()
        self._store = CounterStore(url, wait_s)
        # How far the store's clock is ahead of this host's, which never jumps.
        self._ahead = 0.0 if now else time.time() - monotonic()
        self._memory = MemoryRates(self._time)
        self._failures = 0
        self._taken_alone = 0
        self._recovery: asyncio.Task[None] | None = None

    @property
    def is_alone(self) -> bool:
        return self._recovery is not None

    async def take(self, rate: Rate, who: str) -> int:
        known = self._memory.counter(rate, who)
        if not self.is_alone:
            try:
                return await self._take_shared(rate, who, known=known)
            except StoreAway as error:
                self._fail(error)
        self._taken_alone += 1
        return self._memory.take_now(rate.halved, who)

    async def meet(self) -> None:
        """Returns once the store answers, or soon without it."""
        self._recovery = asyncio.ensure_future(self._recover(StoreAway("Start")))
        await asyncio.wait([self._recovery], timeout=MEETING_S)

    async def check(self) -> None:
        """Raises `StoreAway`."""
        await self._store.check()

    async def close(self) -> None:
        if self._recovery:
            self._recovery.cancel()
            await asyncio.wait([self._recovery])
        await self._store.close()

    def figures(self) -> Mapping[str, float]:
        return {
            "rates_store_up": 0 if self.is_alone else 1,
            "rates_store_failures_total": self._failures,
            "rates_taken_alone_total": self._taken_alone,
        }

    async def _take_shared(self, rate: Rate, who: str, *, known: Counter) -> int:
        told = await self._store.take(
            Question(
                key=self._name(rate, who),
                seconds=rate.seconds,
                most=rate.most,
                window=known.window,
                before=known.before,
                counted=known.count,
                now=repr(self._now()) if self._now else "",
            )
        )
        self._ahead = told.now - self._clock()
        _learn(known, told)
        if told.is_within:
            return 0
        counter = Counter(told.window, told.before, told.counted)
        return max(1, rate.seconds_to_wait(counter, told.now / rate.seconds))

    def _name(self, rate: Rate, who: str) -> str:
        """Says neither who it is nor where they are; whoever reads the store can't try it out."""
        text = f"{rate.name}\0{rate.seconds}\0{who}".encode()
        return f"chanoki:rate:{hashlib.blake2b(text, digest_size=16, key=self._key).hexdigest()}"

    def _clock(self) -> float:
        return (self._now or monotonic)()

    def _time(self) -> float:
        return self._clock() + self._ahead

    def _fail(self, error: StoreAway) -> None:
        self._failures += 1
        if not self.is_alone:
            self._recovery = asyncio.ensure_future(self._recover(error))

    async def _recover(self, error: StoreAway) -> None:
        """What is over at the next look was a hiccup, of which nobody needs to hear."""
        if not await self._is_well():
            log = structlog.get_logger("chanoki.rates")
            log.warning("rates_counted_alone", reason=str(error))
            await asyncio.sleep(REST_S)
            while not await self._is_well():
                await asyncio.sleep(REST_S)
            log.info("rates_shared_again")
        self._recovery = None

    async def _is_well(self) -> bool:
        try:
            await self._store.check()
        except StoreAway:
            return False
        return True


@asynccontextmanager
async def counting(rates: SharedRates | None, meter: Meter) -> AsyncIterator[None]:
    """Tells how the store is while the site runs, and lets go of it at the end."""
    if rates is None:
        yield
        return
    meter.watch(rates.figures)
    try:
        await rates.meet()
        yield
    finally:
        await rates.close()


def _learn(known: Counter, told: Told) -> None:
    """Of two answers that overtook each other the larger number is the later one."""
    is_same = known.window == told.window
    known.before = max(known.before, told.before) if is_same else told.before
    known.count = max(known.count, told.counted) if is_same else told.counted
    known.window = told.window
