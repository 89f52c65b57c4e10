"""Faults 14 to 16 and 22: clients disconnect, hosts stop or die, descriptors run out."""

import asyncio
import signal

import psutil
import pytest

from server.web.slow_client_guard import SlowClientGuard
from tests.faults.balancer import running_balancer
from tests.faults.raw_http import exchange, get, under_load
from tests.running_site import RunningSite, running_site

pytestmark = [pytest.mark.fault, pytest.mark.anyio]

TwoHosts = tuple[RunningSite, RunningSite]


async def test_disconnecting_clients_leak_no_descriptors(site: RunningSite) -> None:
    host = psutil.Process(site.process.pid)
    before = host.num_fds()

    for number in range(300):
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
        writer.write(get("/ja/cultivars", site.host)[: None if number % 3 else 20])
        await writer.drain()
        if number % 3 == 1:
            await reader.read(100)
        writer.transport.abort()
    await asyncio.sleep(2.5)

    assert host.num_fds() <= before + 5
    assert (await exchange(site.port, get("/", site.host))).is_rendered
    output = site.log_text()
    assert "Traceback" not in output
    assert "crash" not in output


async def test_host_stopped_with_sigterm_under_load_fails_no_request(two_hosts: TwoHosts) -> None:
    ending, staying = two_hosts
    children = psutil.Process(ending.process.pid).children(recursive=True)

    async with running_balancer({one.port: one.host for one in two_hosts}) as (port, balancer):

        async def end() -> None:
            await asyncio.sleep(1)
            ending.process.send_signal(signal.SIGTERM)
            await asyncio.to_thread(ending.process.wait, 25)
            await asyncio.sleep(0.5)

        result = await under_load(port, ending.host, end)

    assert (result.failures, result.statuses) == ([], {200})
    assert len(result.responses) > 100
    assert balancer.ready == {staying.port}
    assert ending.process.returncode == 0
    assert not psutil.wait_procs(children, timeout=5)[1]


async def test_host_killed_under_load_fails_no_request(two_hosts: TwoHosts) -> None:
    dying, staying = two_hosts
    children = psutil.Process(dying.process.pid).children(recursive=True)

    async with running_balancer({one.port: one.host for one in two_hosts}) as (port, balancer):

        async def kill() -> None:
            await asyncio.sleep(1)
            dying.process.kill()
            await asyncio.sleep(3)

        result = await under_load(port, dying.host, kill)

    assert (result.failures, result.statuses) == ([], {200})
    assert len(result.responses) > 100
    assert balancer.ready == {staying.port}
    # The workers of the killed host must end although they got no signal.
    assert not psutil.wait_procs(children, timeout=5)[1]


@pytest.mark.parametrize("clients", [90, 200])
async def test_site_recovers_when_connections_exhaust_descriptors(
    tmp_path_factory: pytest.TempPathFactory, clients: int
) -> None:
    """Of 90 clients, the next one gets 503 with a time to retry; of 200, some fail to connect."""
    folder = tmp_path_factory.mktemp("site")
    with running_site(folder, descriptors=160, PAGE_CACHE_MB="0") as site:
        opened = [await asyncio.open_connection("127.0.0.1", site.port) for _ in range(clients)]

        if clients < 100:
            refused = await exchange(site.port, get("/about", site.host))
            assert (refused.status, refused.headers["retry-after"]) == (503, "2")
        # The host closes idle connections after the timeout of a request head.
        await asyncio.sleep(SlowClientGuard.head_s + 2)
        after = await exchange(site.port, get("/about", site.host))

        assert (after.status, after.is_rendered) == (200, True)
        for _, writer in opened:
            writer.close()
