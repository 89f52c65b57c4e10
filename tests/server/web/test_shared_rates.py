"""Rate counters that hosts share in Redis; without it, each host counts alone."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest
from structlog.testing import capture_logs

from server.web.metrics import Metrics
from server.web.rate_limits.counter_store import StoreUnavailable
from server.web.rate_limits.rates import Rate
from server.web.rate_limits.shared_rates import CONNECT_S, TIMEOUT_S, SharedRates, connected_store
from tests.redis_server import RedisServer, running_redis

pytestmark = pytest.mark.anyio

RATE = Rate("posts", 10, 3600)
PASSWORD = "only-for-this-test"
# Long enough for a busy test machine.
PATIENT_S = 10.0
BACK_LIMIT_S = 5.0

Hosts = tuple[SharedRates, ...]


@pytest.fixture
def server() -> Iterator[RedisServer]:
    """Yields a Redis server of this test alone, which the test may break."""
    with running_redis(PASSWORD) as server:
        yield server


@pytest.fixture
async def hosts(server: RedisServer) -> AsyncIterator[Hosts]:
    """Yields the rate limiters of two hosts that share a Redis."""
    secret = uuid4().bytes
    pair = tuple(SharedRates(server.url, secret, timeout_s=PATIENT_S) for _ in range(2))
    yield pair
    for rates in pair:
        await rates.close()


async def count_granted(rates: SharedRates, *, tries: int = 20, rate: Rate = RATE) -> int:
    return [await rates.take(rate, "hana") for _ in range(tries)].count(0)


async def wait_until_shared(rates: SharedRates) -> None:
    """Waits until a host counts in Redis again, at most BACK_LIMIT_S."""
    deadline = time.monotonic() + BACK_LIMIT_S
    while rates.is_alone:
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)


async def test_two_hosts_share_one_limit(hosts: Hosts) -> None:
    one, other = hosts

    turns = [await rates.take(RATE, "hana") for _ in range(10) for rates in (one, other)]

    assert [bool(seconds) for seconds in turns] == [False] * 10 + [True] * 10
    assert all(0 < seconds <= 2 * RATE.seconds for seconds in turns[10:])


async def test_parallel_requests_are_counted_exactly(hosts: Hosts) -> None:
    takes = (rates.take(Rate("likes", 60, 60), "hana") for _ in range(50) for rates in hosts)

    waits = await asyncio.gather(*takes)

    assert waits.count(0) == 60


async def test_stored_counters_have_anonymous_keys_and_expire(
    hosts: Hosts, server: RedisServer
) -> None:
    await hosts[0].take(RATE, "hana@tea.example")
    await hosts[0].take(Rate("sign-in starts", 20, 300), "203.0.113.7")

    with server.client() as client:
        keys = [str(key) for key in client.keys("*")]
        lives = [client.pttl(key) for key in keys]
    assert len(keys) == 2
    assert all(re.fullmatch(r"chanoki:rate:[0-9a-f]{32}", key) for key in keys)
    assert all(0 < int(life) <= 2 * 3600 * 1000 for life in lives)


async def test_hosts_with_different_secrets_count_separately(
    server: RedisServer, hosts: Hosts
) -> None:
    await count_granted(hosts[0])
    foreign = SharedRates(server.url, b"another")

    assert await foreign.take(RATE, "hana") == 0
    await foreign.close()


async def test_take_is_one_round_trip_to_the_store(hosts: Hosts, server: RedisServer) -> None:
    await hosts[0].take(RATE, "hana")
    with server.client() as client:
        client.config_resetstat()
        for _ in range(5):
            await hosts[0].take(RATE, "hana")
        calls = {str(name): seen["calls"] for name, seen in client.info("commandstats").items()}

    commands = {name: count for name, count in calls.items() if "config" not in name}
    assert commands == {"cmdstat_eval": 5, "cmdstat_time": 5, "cmdstat_get": 5, "cmdstat_set": 5}


async def test_emptied_store_is_refilled_from_the_hosts(hosts: Hosts, server: RedisServer) -> None:
    assert await count_granted(hosts[0]) == 10

    with server.client() as client:
        client.flushall()

    assert [await count_granted(rates) for rates in hosts] == [0, 0]


async def test_host_allows_half_of_the_limit_without_the_store(
    hosts: Hosts, server: RedisServer
) -> None:
    server.kill()

    assert [await count_granted(rates) for rates in hosts] == [5, 5]
    assert await count_granted(hosts[0], rate=Rate("once", 1, 60)) == 1


async def test_shared_counts_still_apply_when_the_store_is_lost(
    hosts: Hosts, server: RedisServer
) -> None:
    assert await count_granted(hosts[0], tries=7) == 7
    assert await hosts[1].take(RATE, "hana") == 0

    server.kill()

    assert [await count_granted(rates) for rates in hosts] == [0, 0]


async def test_counts_of_an_outage_are_added_when_the_store_is_back(
    hosts: Hosts, server: RedisServer
) -> None:
    server.kill()
    assert await count_granted(hosts[0]) == 5

    server.start()
    await wait_until_shared(hosts[0])

    assert await count_granted(hosts[0]) == 5
    assert await count_granted(hosts[1]) == 0


async def test_hanging_store_delays_only_one_take(
    server: RedisServer,
) -> None:
    rates = SharedRates(server.url, b"secret")
    await rates.take(RATE, "hana")
    server.hang(1.5)

    seconds = []
    for _ in range(20):
        started = time.perf_counter()
        await rates.take(RATE, "hana")
        seconds.append(time.perf_counter() - started)

    assert sum(seconds) >= TIMEOUT_S
    assert sum(sorted(seconds)[:-1]) < TIMEOUT_S
    await wait_until_shared(rates)
    await rates.close()


async def test_loss_and_return_of_the_store_are_each_logged_once(
    hosts: Hosts, server: RedisServer
) -> None:
    rates = hosts[0]
    server.kill()

    with capture_logs() as logs:
        await asyncio.gather(*(rates.take(RATE, str(number)) for number in range(50)))
        await asyncio.sleep(1.2)
        await rates.take(RATE, "hana")
        server.start()
        await wait_until_shared(rates)

    assert [line["event"] for line in logs] == ["rates_counted_alone", "rates_shared_again"]
    assert PASSWORD not in json.dumps(logs)


@pytest.mark.parametrize("is_at_start", [True, False])
async def test_wrong_store_password_counts_as_an_unavailable_store(
    server: RedisServer, is_at_start: bool
) -> None:
    rates = SharedRates(server.url.replace(PASSWORD, "wrong"), b"secret", timeout_s=PATIENT_S)

    with capture_logs() as logs:
        if is_at_start:
            await rates.connect()
        assert await count_granted(rates) == 5
        await asyncio.sleep(0.3)

    assert [line["reason"] for line in logs] == ["AuthenticationError"]
    with pytest.raises(StoreUnavailable, match=r"^AuthenticationError$"):
        await rates.check()
    await rates.close()


async def test_full_store_counts_as_an_unavailable_store(hosts: Hosts, server: RedisServer) -> None:
    with server.client() as client:
        client.config_set("maxmemory", "1")

    assert await count_granted(hosts[0]) == 5


async def test_metrics_have_the_state_of_the_store(hosts: Hosts, server: RedisServer) -> None:
    metrics = Metrics()

    async with connected_store(hosts[0], metrics):
        await hosts[0].take(RATE, "hana")
        assert "chanoki_rates_store_up 1.0\n" in metrics.text().decode()
        server.kill()
        await count_granted(hosts[0], tries=3)

        text = metrics.text().decode()
    assert "chanoki_rates_store_up 0.0\n" in text
    assert "chanoki_rates_store_failures_total 1.0\n" in text
    assert "chanoki_rates_taken_alone_total 3.0\n" in text


async def test_store_is_connected_before_the_first_request(
    hosts: Hosts, server: RedisServer
) -> None:
    with server.client() as client:
        before = len(client.client_list())

        async with connected_store(hosts[0], Metrics()):
            assert not hosts[0].is_alone
            assert len(client.client_list()) == before + 1


async def test_start_is_not_delayed_by_an_unavailable_store(
    hosts: Hosts, server: RedisServer
) -> None:
    server.kill()
    began = time.monotonic()

    async with connected_store(hosts[0], Metrics()):
        assert hosts[0].is_alone
        assert time.monotonic() - began < CONNECT_S + 1
