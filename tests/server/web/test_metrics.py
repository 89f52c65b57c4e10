"""Metrics by route and status class, on a separate port that is closed by default."""

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
    """Returns a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    return free


async def scrape(port: int, path: str = "/metrics") -> tuple[int, str]:
    """Requests the metrics; returns the status and the text."""
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"http://127.0.0.1:{port}{path}")
        return answer.status_code, answer.text


async def test_requests_are_counted_by_route_and_never_by_path(
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
        status, output = await scrape(port)

    lines = output.splitlines()
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
    assert "canary" not in output
    assert len([line for line in lines if line.startswith("# TYPE")]) == len(
        {line for line in lines if line.startswith("# TYPE")}
    )


async def test_metrics_paths_of_the_site_answer_404(client: httpx.AsyncClient) -> None:
    for path in ("/metrics", "/health/metrics", "/api/metrics"):
        assert (await client.get(path)).status_code == 404


async def test_metrics_port_is_closed_by_default(
    settings: Settings, pool: FakePool, port: int
) -> None:
    async with running(create_app(settings, pool)):
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.1", port)


async def test_metrics_server_answers_only_its_path_and_survives_garbage(
    settings: Settings, pool: FakePool, port: int
) -> None:
    async with running(create_app(replace(settings, metrics=("127.0.0.1", port)), pool)):
        assert (await scrape(port, "/"))[0] == 404
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"x" * 100_000)
        with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
            await writer.drain()
            await reader.readexactly(1)
        writer.close()

        assert (await scrape(port))[0] == 200


def test_large_metric_keeps_every_digit() -> None:
    metrics = Metrics()
    metrics.watch(lambda: {"hits_total": 1_234_567, "bytes": 67_108_863.0})

    output = {
        sample.name: sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }
    assert output["chanoki_hits_total"] == 1_234_567
    assert output["chanoki_bytes"] == 67_108_863


def test_route_name_is_escaped_in_the_metrics() -> None:
    metrics = Metrics()

    metrics.count('a"b\\c\nd', 200, 0.1)

    assert 'route="a\\"b\\\\c\\nd",status="2xx"' in metrics.text().decode()
