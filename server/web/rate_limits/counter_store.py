"""Client of the Redis or Valkey in which several hosts count, with a deadline for each answer."""

import asyncio
from collections.abc import Awaitable, Sequence
from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from redis.asyncio import Redis

# For the first command of a check, which may have to connect.
CONNECT_TIMEOUT_S = 2.0
BATCH_MOST = 64
# After the deadline a busy event loop may not have read an answer that has arrived already.
EXTRA_LOOP_TURNS = 3

# The time is the store's own, so that all hosts agree on it. The host's last known counter is sent
# along: a store that was emptied learns it again.
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


class StoreUnavailable(Exception):
    """Raised when the store does not count.

    The message is one word, without the store's address.
    """


class TakeRequest(NamedTuple):
    """Request to count one use at `key`, if the rate allows it.

    `window`, `before` and `counted` are the counter as this host knows it.
    """

    key: str
    seconds: int
    most: int
    window: int
    before: int
    counted: int
    # Empty for the store's own time.
    now: str = ""


class TakeResult(NamedTuple):
    """Whether the rate allows the use, and the counter afterwards."""

    is_within: bool
    window: int
    before: int
    counted: int
    now: float


PROBE = TakeRequest("chanoki:probe", 1, 1_000_000, 0, 0, 0)
Waiting = tuple[TakeRequest, "asyncio.Future[TakeResult]"]


class CounterStore:
    """Connection to the store; requests of the same moment are sent as one pipeline."""

    def __init__(self, url: str, timeout_s: float) -> None:
        self._timeout_s = timeout_s
        self._redis = _client_of(url)
        self._queue: list[Waiting] = []
        self._sending: asyncio.Task[None] | None = None

    async def take(self, request: TakeRequest) -> TakeResult:
        """Counts one use in the store, if the rate allows it.

        Behind a running batch it waits for that one first; raises `StoreUnavailable` if either is
        not answered within the timeout.
        """
        future: asyncio.Future[TakeResult] = asyncio.get_running_loop().create_future()
        self._queue.append((request, future))
        if self._sending is None:
            self._sending = asyncio.ensure_future(self._send())
        return await future

    async def check(self) -> None:
        """Raises `StoreUnavailable` if the store does not count, or counts too slowly."""
        await self._run_in_time([PROBE], CONNECT_TIMEOUT_S)
        await self._run_in_time([PROBE], self._timeout_s)

    async def close(self) -> None:
        """Waits for requests that are on their way and closes the connection."""
        if self._sending:
            await asyncio.wait([self._sending])
        await self._redis.aclose()

    async def _send(self) -> None:
        """Sends the queued requests in batches, one after another, each with a deadline."""
        while self._queue:
            batch, self._queue = self._queue[:BATCH_MOST], self._queue[BATCH_MOST:]
            try:
                results = await self._run_in_time(
                    [request for request, _ in batch], self._timeout_s
                )
            except StoreUnavailable as error:
                # The requests behind the batch have waited as long and would time out too.
                _fail_all([*batch, *self._queue], error)
                self._queue = []
            else:
                _resolve_all(batch, results)
        self._sending = None

    async def _run_in_time(
        self, requests: Sequence[TakeRequest], timeout_s: float
    ) -> list[TakeResult]:
        """Runs a batch within the timeout, plus a few turns of the event loop.

        Raises StoreUnavailable.
        """
        running = asyncio.ensure_future(self._run(requests))
        try:
            await asyncio.wait([running], timeout=timeout_s)
            for _ in range(EXTRA_LOOP_TURNS):
                if not running.done():
                    await asyncio.sleep(0)
            if not running.done():
                raise StoreUnavailable("Timeout")
            return running.result()
        finally:
            running.cancel()

    async def _run(self, requests: Sequence[TakeRequest]) -> list[TakeResult]:
        """Runs a batch of the counting script in one pipeline; raises StoreUnavailable."""
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                for key, *numbers in requests:
                    pipeline.eval(TAKE, 1, str(key), *map(str, numbers))
                rows = await cast("Awaitable[list[list[str]]]", pipeline.execute())
            return [_result(row) for row in rows]
        except Exception as error:
            raise StoreUnavailable(type(error).__name__) from error


def _client_of(url: str) -> "Redis":
    """Returns a Redis client without retries: the rate limits handle failures themselves."""
    # Importing it takes nine megabytes, which a host without a store does not need.
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


def _result(row: Sequence[str]) -> TakeResult:
    """Returns the result that a row of the script's answer holds."""
    is_within, window, before, count, now = row
    return TakeResult(bool(int(is_within)), int(window), int(before), int(count), float(now))


def _resolve_all(batch: Sequence[Waiting], results: Sequence[TakeResult]) -> None:
    """Gives each waiting caller its result."""
    for (_, future), result in zip(batch, results, strict=True):
        # A caller that was cancelled has cancelled its future.
        if not future.done():
            future.set_result(result)


def _fail_all(waiting: Sequence[Waiting], error: StoreUnavailable) -> None:
    """Gives each waiting caller the failure, as an exception of its own."""
    for _, future in waiting:
        if not future.done():
            future.set_exception(StoreUnavailable(*error.args))
