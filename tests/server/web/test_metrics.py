"""The figures: by route and class of status, at a door of their own that is shut by default."""

import asyncio
import re
import socket
from dataclasses import replace

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.app import create_app
from server.settings import Settings
from server.web.metrics import Metrics
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running

pytestmark = pytest.mark.anyio

LINE = re.compile(
    r"(# HELP [a-z_]+ .+|# TYPE [a-z_]+ (counter|gauge|histogram)|[a-z_]+(\{.*\})? -?[0-9.e+-]+)$"
)


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    return free


async def ask(port: int, path: str = "/metrics") -> tuple[int, str]:
    async with httpx.AsyncClient() as asking:
        answer = await asking.get(f"http://127.0.0.1:{port}{path}")
        return answer.status_code, answer.text


async def test_every_request_is_counted_by_its_route_and_never_by_its_path(
    settings: Settings, pool: FakePool, port: int
) -> None:
    app = create_app(replace(settings, metrics=("127.0.0.1", port)), pool)
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as site:
            paths = ("/about", "/about", "/cultivars/nothing-such", "/api/session", "/canary-1")
            for path in paths:
                await site.get(path)
            await site.get("/cultivars/saemidori", headers={"cookie": "session=x"})
        status, told = await ask(port)

    lines = told.splitlines()
    assert status == 200
    assert [line for line in lines if not LINE.match(line)] == []
    assert 'chanoki_requests_total{route="hit",status="2xx"} 1.0' in lines
    assert 'chanoki_requests_total{route="miss",status="4xx"} 1.0' in lines
    assert 'chanoki_requests_total{route="/cultivars/{id}",status="2xx"} 1.0' in lines
    assert "chanoki_page_cache_hits_total 1.0" in lines
    assert "chanoki_request_seconds_count 6.0" in lines
    assert "chanoki_render_seconds_count 4.0" in lines
    assert "chanoki_render_workers 1.0" in lines
    assert "chanoki_database_connections_used 0.0" in lines
    assert 'chanoki_uploads_total{outcome="processed"} 0.0' in lines
    assert "chanoki_uploads_waiting 0.0" in lines
    assert "canary" not in told
    assert len([line for line in lines if line.startswith("# TYPE")]) == len(
        {line for line in lines if line.startswith("# TYPE")}
    )


async def test_the_site_itself_tells_no_figures(client: httpx.AsyncClient) -> None:
    for path in ("/metrics", "/health/metrics", "/api/metrics"):
        assert (await client.get(path)).status_code == 404


async def test_without_a_port_nobody_listens(settings: Settings, pool: FakePool, port: int) -> None:
    async with running(create_app(settings, pool)):
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.1", port)


async def test_the_door_answers_one_question_only(
    settings: Settings, pool: FakePool, port: int
) -> None:
    async with running(create_app(replace(settings, metrics=("127.0.0.1", port)), pool)):
        assert (await ask(port, "/"))[0] == 404
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"x" * 100_000)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await writer.drain()
            await reader.readexactly(1)
        writer.close()

        assert (await ask(port))[0] == 200


def test_a_large_figure_is_told_to_the_last_digit() -> None:
    metrics = Metrics()
    metrics.watch(lambda: {"hits_total": 1_234_567, "bytes": 67_108_863.0})

    told = {
        sample.name: sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }
    assert told["chanoki_hits_total"] == 1_234_567
    assert told["chanoki_bytes"] == 67_108_863


def test_a_name_of_a_route_can_not_break_a_line() -> None:
    metrics = Metrics()

    metrics.count('a"b\\c\nd', 200, 0.1)

    assert 'route="a\\"b\\\\c\\nd",status="2xx"' in metrics.text().decode()
