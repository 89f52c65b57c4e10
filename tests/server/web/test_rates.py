"""Rate limits and their retry times, counted in memory and in the shared store."""

import sys
from collections.abc import AsyncIterator
from importlib import import_module
from uuid import uuid4

import pytest

from server.web.rate_limits.rates import COUNTERS_MOST, MemoryRates, Rate, Rates
from server.web.rate_limits.shared_rates import SharedRates
from tests.redis_server import RedisServer

pytestmark = pytest.mark.anyio

RATE = Rate("test", 3, 60)
# Long enough for a busy test machine.
PATIENT_S = 10.0


class Clock:
    """Clock in seconds that only the test advances."""

    def __init__(self) -> None:
        self.now = 6000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(params=["memory", "shared"])
async def rates(request: pytest.FixtureRequest, clock: Clock) -> AsyncIterator[Rates]:
    """Yields a rate limiter that counts in memory, then one that counts in Redis."""
    if request.param == "memory":
        yield MemoryRates(clock)
        return
    server: RedisServer = request.getfixturevalue("redis_server")
    shared = SharedRates(server.url, uuid4().bytes, now=clock, timeout_s=PATIENT_S)
    yield shared
    assert shared.metrics()["rates_store_failures_total"] == 0
    await shared.close()


async def test_rate_limit_uses_a_sliding_window(rates: Rates, clock: Clock) -> None:
    assert [await rates.take(RATE, "a") for _ in range(4)] == [0, 0, 0, 80]
    assert await rates.take(RATE, "b") == 0
    assert await rates.take(Rate("other", 1, 60), "a") == 0

    clock.now += 61
    assert await rates.take(RATE, "a") > 0

    clock.now += 30
    assert await rates.take(RATE, "a") == 0

    clock.now += 600
    assert [await rates.take(RATE, "a") for _ in range(3)] == [0, 0, 0]


@pytest.mark.parametrize("most", [1, 2, 3, 20])
@pytest.mark.parametrize("pause", [0.0, 7.3, 30.0, 59.9])
async def test_request_is_allowed_after_the_retry_time_and_not_much_sooner(
    rates: Rates, clock: Clock, most: int, pause: float
) -> None:
    rate = Rate("test", most, 60)
    while not (seconds := await rates.take(rate, "a")):
        clock.now += pause / most

    clock.now += seconds - 2
    assert most == 1 or seconds <= 2 or await rates.take(rate, "a")
    clock.now += 2
    assert await rates.take(rate, "a") == 0


@pytest.mark.parametrize("hours", [1, -1, 24 * 365])
async def test_retry_time_is_bounded_when_the_clock_jumps(
    rates: Rates, clock: Clock, hours: int
) -> None:
    clock.now += 99_999_960
    assert [await rates.take(RATE, "a") for _ in range(4)] == [0, 0, 0, 80]

    clock.now += hours * 3600
    waits = [await rates.take(RATE, "a") for _ in range(4)]

    assert all(0 <= seconds <= 2 * RATE.seconds for seconds in waits)
    assert waits[-1] > 0


async def test_rate_limit_still_applies_when_the_clock_is_set_back(
    rates: Rates, clock: Clock
) -> None:
    for _ in range(3):
        await rates.take(RATE, "a")

    clock.now -= 3600

    assert await rates.take(RATE, "a") > 0


async def test_number_of_counters_in_memory_is_bounded() -> None:
    rates = MemoryRates()
    for number in range(COUNTERS_MOST + 100):
        await rates.take(RATE, str(number))

    assert [len(store) for store in rates._stores.values()] == [COUNTERS_MOST, 0]


async def test_counters_of_members_survive_a_flood_of_addresses(rates: Rates) -> None:
    for _ in range(3):
        await rates.take(RATE, "hana")
    memory = rates._memory if isinstance(rates, SharedRates) else rates
    assert isinstance(memory, MemoryRates)

    of_addresses = Rate("starts", 20, 300, counted_by="address")
    for number in range(COUNTERS_MOST + 100):
        memory.take_now(of_addresses, str(number))

    assert memory.take_now(RATE, "hana") > 0
    assert await rates.take(RATE, "hana") > 0


def test_only_requests_of_visitors_are_counted_by_address() -> None:
    by_address = {rate.name for rate in known_rates() if rate.counted_by == "address"}

    signs_in = {"sign-in starts", "sign-in callbacks"}
    reads = {"searches", "selections by other sites", "cards of comparisons"}
    assert by_address == signs_in | reads | {"reports of visitors"}


def known_rates() -> list[Rate]:
    """Returns every rate that a module of the server defines."""
    import_module("server.app")
    modules = [module for name, module in sys.modules.items() if name.startswith("server.")]
    return [one for module in modules for one in vars(module).values() if isinstance(one, Rate)]
