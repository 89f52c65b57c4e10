"""Redis or Valkey, as far as counters need it: one round trip, and no long wait for it."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from redis.asyncio import Redis

# While nobody waits, a connection may take its time.
LONG_WAIT_S = 2.0
TOGETHER_MOST = 64
# How often a host that was busy itself looks whether the answer has come meanwhile.
LOOKS = 3

# The time is the store's own, so that all hosts agree on it. What the host last knew of the
# counter comes along: a store that was emptied learns it again.
TAKE = """
local seconds, most = tonumber(ARGV[1]), tonumber(ARGV[2])
local now = tonumber(ARGV[6])
if not now then
  local time = redis.call('TIME')
  now = time[1] + time[2] / 1000000
end
local position = now / seconds
local window = math.floor(position)
local function entered(own, before, count)
  own, before, count = tonumber(own), tonumber(before), tonumber(count)
  if own >= window then return before, count end
  if own == window - 1 then return count, 0 end
  return 0, 0
end
local before, count = entered(ARGV[3], ARGV[4], ARGV[5])
local kept = redis.call('GET', KEYS[1])
if kept then
  local kept_before, kept_count = entered(string.match(kept, '(%d+) (%d+) (%d+)'))
  before, count = math.max(before, kept_before), math.max(count, kept_count)
end
local left = 1 - (position - window)
local is_within = before * left + count + 1 <= most + 1e-9
if is_within then count = count + 1 end
local text = string.format('%d %d %d', window, before, count)
redis.call('SET', KEYS[1], text, 'PX', 2000 * seconds)
return {is_within and 1 or 0, window, before, count, string.format('%.17g', now)}
"""


class StoreAway(Exception):
    """The store does not answer as it should; says why in one word, and never where it is."""


class Question(NamedTuple):
    """One more at this key? `window`, `before` and `counted` are what the host knows of it."""

    key: str
    seconds: int
    most: int
    window: int
    before: int
    counted: int
    # Empty: the store's own time.
    now: str = ""


class Told(NamedTuple):
    """What the store says, and what it holds now."""

    is_within: bool
    window: int
    before: int
    counted: int
    now: float


PROBE = Question("chanoki:probe", 1, 1_000_000, 0, 0, 0)
Asked = tuple[Question, "asyncio.Future[Told]"]


class CounterStore:
    """One connection, over which those who ask at the same moment are asked for together."""

    def __init__(self, url: str, wait_s: float) -> None:
        self._wait_s = wait_s
        self._redis = _client_of(url)
        self._asked: list[Asked] = []
        self._sending: asyncio.Task[None] | None = None

    async def take(self, question: Question) -> Told:
        """Raises `StoreAway` as soon as the wait is over."""
        future: asyncio.Future[Told] = asyncio.get_running_loop().create_future()
        self._asked.append((question, future))
        if self._sending is None:
            self._sending = asyncio.ensure_future(self._send())
        return await future

    async def check(self) -> None:
        """Raises `StoreAway` if nothing can be counted, or not in time over an open connection."""
        await self._run_in_time([PROBE], LONG_WAIT_S)
        await self._run_in_time([PROBE], self._wait_s)

    async def close(self) -> None:
        if self._sending:
            await asyncio.wait([self._sending])
        await self._redis.aclose()

    async def _send(self) -> None:
        while self._asked:
            together, self._asked = self._asked[:TOGETHER_MOST], self._asked[TOGETHER_MOST:]
            try:
                answers = await self._run_in_time(
                    [question for question, _ in together], self._wait_s
                )
            except StoreAway as error:
                # Those behind have waited as long, and would wait in vain.
                _refuse([*together, *self._asked], error)
                self._asked = []
            else:
                _settle(together, answers)
        self._sending = None

    async def _run_in_time(self, questions: Sequence[Question], wait_s: float) -> list[Told]:
        running = asyncio.ensure_future(self._run(questions))
        try:
            await asyncio.wait([running], timeout=wait_s)
            for _ in range(LOOKS):
                if not running.done():
                    await asyncio.sleep(0)
            if not running.done():
                raise StoreAway("Timeout")
            return running.result()
        finally:
            running.cancel()

    async def _run(self, questions: Sequence[Question]) -> list[Told]:
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                for key, *numbers in questions:
                    pipeline.eval(TAKE, 1, str(key), *map(str, numbers))
                answers = await cast("Awaitable[list[list[str]]]", pipeline.execute())
            return [_told(answer) for answer in answers]
        except Exception as error:
            raise StoreAway(type(error).__name__) from error


def _client_of(url: str) -> "Redis":
    # Its packages weigh nine megabytes, which a host that counts for itself need not hold.
    from redis.asyncio import Redis  # noqa: PLC0415
    from redis.asyncio.retry import Retry  # noqa: PLC0415
    from redis.backoff import NoBackoff  # noqa: PLC0415
    from redis.maint_notifications import MaintNotificationsConfig  # noqa: PLC0415

    client: Redis = Redis.from_url(
        url,
        protocol=2,
        decode_responses=True,
        retry=Retry(NoBackoff(), 0),
        driver_info=None,
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )
    return client


def _told(answer: Sequence[str]) -> Told:
    is_within, window, before, count, now = answer
    return Told(bool(int(is_within)), int(window), int(before), int(count), float(now))


def _settle(together: Sequence[Asked], answers: Sequence[Told]) -> None:
    for (_, future), answer in zip(together, answers, strict=True):
        # Whoever asked may have left.
        if not future.done():
            future.set_result(answer)


def _refuse(asked: Sequence[Asked], error: StoreAway) -> None:
    for _, future in asked:
        if not future.done():
            future.set_exception(StoreAway(*error.args))
