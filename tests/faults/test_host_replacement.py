"""Faults 15 and 16 at full size: 50,000 requests through a proxy while hosts are replaced."""

import asyncio
import signal
from collections.abc import Iterator

import pytest

from tests.faults.crowd import Crowd, Tally
from tests.faults.replicas import PROXIES, Replicas, new_database, replicas

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

REQUESTS = 50_000
END_LIMIT_S = 30.0


@pytest.fixture(params=PROXIES)
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgresql: str
) -> Iterator[Replicas]:
    """Two hosts on PostgreSQL behind each proxy."""
    database = {"DATABASE_URL": new_database(postgresql), "DRAIN_SECONDS": "2"}
    with replicas(tmp_path_factory.mktemp("both"), request.param, **database) as both:
        yield both
        # Killed instead of stopped, because a graceful shutdown would take long.
        for host in both.hosts.values():
            host.process.kill()
            host.process.wait()


def expect_no_failure(tally: Tally, both: Replicas) -> None:
    print(f"\n{tally.count} responses in {tally.seconds:.1f} s, {len(tally.failures)} failed,")
    print(f"slowest {tally.slowest_s:.2f} s, by host {dict(tally.by_host)}")
    assert (tally.failures[:5], set(tally.statuses)) == ([], {200})
    assert tally.count == REQUESTS
    # Both hosts answered a share, and not only before the fault.
    assert all(tally.by_host[f"127.0.0.1:{port}"] > REQUESTS / 10 for port in both.ports)


async def test_killing_one_of_two_hosts_fails_no_request(both: Replicas) -> None:
    dying = both.ports[0]

    async def kill(crowd: Crowd) -> None:
        await crowd.until(0.3)
        both.hosts[dying].process.kill()
        await crowd.until(0.5)
        await asyncio.to_thread(both.start, dying)

    tally = await Crowd(both.port, both.host, REQUESTS).read(kill)

    expect_no_failure(tally, both)


@pytest.mark.parametrize("both", ["nginx"], indirect=True)
async def test_replacing_each_host_in_turn_fails_no_request(both: Replicas) -> None:
    codes = []

    async def replace(crowd: Crowd) -> None:
        for share, port in zip((0.2, 0.6), both.ports, strict=True):
            await crowd.until(share)
            process = both.hosts[port].process
            process.send_signal(signal.SIGTERM)
            codes.append(await asyncio.to_thread(process.wait, END_LIMIT_S))
            await asyncio.to_thread(both.start, port)

    tally = await Crowd(both.port, both.host, REQUESTS).read(replace)

    expect_no_failure(tally, both)
    assert codes == [0, 0]
