"""Trace spans of requests: they contain route and outcome, and no private data."""

import json
import socket
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from time import monotonic
from typing import Any

import httpx
import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SpanExportResult
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from sqlalchemy.ext.asyncio import AsyncEngine

from server.app import assemble
from server.errors import StartRefused
from server.parts import make_parts
from server.settings import Settings
from server.web.asgi import App
from server.web.telemetry.spans import Spans
from server.web.telemetry.tracing import NoTracing, tracing_to
from server.web.telemetry.trusted_proxies import TrustedProxies
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running
from tests.server.community.builders import add_post
from tests.server.members import Moment

pytestmark = pytest.mark.anyio

PROXY, STRANGER = "10.1.2.3", "203.0.113.7"
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01"}


@dataclass
class Traced:
    """Site with tracing, and the spans that it has collected."""

    app: App
    spans: Spans
    collected: InMemorySpanExporter
    pool: FakePool

    async def get(self, path: str, peer: str = STRANGER, **options: Any) -> httpx.Response:
        app = TrustedProxies(self.app, ["10.1.0.0/16", "not-an-address"])
        transport = httpx.ASGITransport(app, client=(peer, 1))
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
            return await http.get(path, **options)

    def finished_spans(self) -> list[ReadableSpan]:
        """Returns the spans that have ended."""
        self.spans.flush()
        return list(self.collected.get_finished_spans())

    def named(self, name: str) -> ReadableSpan:
        """Returns the one span with this name."""
        [span] = [span for span in self.finished_spans() if span.name == name]
        return span


@pytest.fixture
async def site(settings: Settings, database: AsyncEngine, moment: Moment) -> AsyncIterator[Traced]:
    """Yields a running site whose spans are collected."""
    address = database.url.render_as_string(hide_password=False)
    chosen, pool = replace(settings, database_url=address), FakePool()
    collected = InMemorySpanExporter()
    spans = Spans(collected)
    parts = make_parts(chosen, database, now=moment)
    app = assemble(chosen, parts, engine=database, pool=pool, tracing=spans)
    async with running(app):
        yield Traced(app, spans, collected, pool)


def as_json(spans: list[ReadableSpan]) -> str:
    return "".join(span.to_json() for span in spans)


async def test_span_of_a_request_has_route_and_status_and_no_private_data(
    site: Traced, database: AsyncEngine
) -> None:
    post_id = await add_post(database)

    await site.get(f"/api/posts/{post_id}?secret=kettle", headers={"cookie": "session=pot"})

    span = site.named("GET /api/posts/{id}")
    finished_spans = dict(span.attributes or {})
    assert finished_spans.pop("chanoki.request_id")
    assert finished_spans == {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "http.route": "/api/posts/{id}",
    }
    assert not [
        word for word in ("kettle", 'pot"', STRANGER) if word in as_json(site.finished_spans())
    ]


async def test_render_and_statement_spans_share_the_trace_of_the_request(
    site: Traced, database: AsyncEngine
) -> None:
    post_id = await add_post(database, content="内緒の茶")

    await site.get(f"/post/{post_id}")

    spans = site.finished_spans()
    request_span = site.named("draw GET /post/{id}")
    render = site.named("render")
    statements = [span for span in spans if span.name == "SELECT"]
    assert render.context.trace_id == request_span.context.trace_id
    assert {span.context.trace_id for span in statements} == {request_span.context.trace_id}
    texts = [str((span.attributes or {})["db.query.text"]) for span in statements]
    assert any("FROM posts" in text for text in texts)
    assert "内緒の茶" not in json.dumps(as_json(spans), ensure_ascii=False)


async def test_statements_outside_of_requests_make_no_spans(
    site: Traced, database: AsyncEngine
) -> None:
    await add_post(database)

    assert site.finished_spans() == []


async def test_span_of_a_cached_page_has_the_cache_status(site: Traced) -> None:
    await site.get("/about")
    await site.get("/about")

    cached = [span for span in site.finished_spans() if span.name == "GET cached page"]
    assert [(span.attributes or {})["chanoki.page_cache"] for span in cached] == ["miss", "hit"]


async def test_span_of_a_failed_render_has_the_error_status(site: Traced) -> None:
    site.pool.is_down = True

    await site.get("/about")

    render = site.named("render")
    assert (render.status.is_ok, render.status.description) == (False, "crash")
    assert not render.events


@pytest.mark.parametrize(("peer", "is_taken_over"), [(PROXY, True), (STRANGER, False)])
async def test_traceparent_is_accepted_from_trusted_proxies_only(
    site: Traced, peer: str, is_taken_over: bool
) -> None:
    await site.get("/health/live", peer, headers=PARENT)

    span = site.named("GET /health/live")
    assert (f"{span.context.trace_id:032x}" == TRACE) is is_taken_over
    assert (span.parent is not None) is is_taken_over


async def test_traceparent_is_accepted_from_each_address_if_all_are_trusted(site: Traced) -> None:
    transport = httpx.ASGITransport(TrustedProxies(site.app, ["*"]), client=(STRANGER, 1))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
        await http.get("/health/live", headers=PARENT)

    assert site.named("GET /health/live").parent is not None


async def test_traceparent_is_ignored_without_the_proxy_middleware(site: Traced) -> None:
    transport = httpx.ASGITransport(site.app, client=(PROXY, 1))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
        await http.get("/health/live", headers=PARENT)

    assert site.named("GET /health/live").parent is None


async def test_unknown_method_is_not_in_the_spans(site: Traced) -> None:
    transport = httpx.ASGITransport(site.app)
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
        await http.request("HANAKO", "/about")

    assert "HANAKO" not in as_json(site.finished_spans())


class FailingExporter(InMemorySpanExporter):
    """Exporter of spans that raises an exception."""

    def export(self, spans: Any) -> SpanExportResult:
        raise ConnectionError(len(spans))


async def test_failing_trace_export_is_logged_once_and_fails_no_request(
    settings: Settings, database: AsyncEngine, capsys: pytest.CaptureFixture[str]
) -> None:
    spans = Spans(FailingExporter())
    parts = make_parts(settings, database)
    app = assemble(settings, parts, engine=database, pool=FakePool(), tracing=spans)
    async with (
        running(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as http,
    ):
        for _ in range(3):
            assert (await http.get("/health/live")).status_code == 200
            spans.flush()

    captured = capsys.readouterr()
    assert (captured.out + captured.err).count("traces_not_sent") == 1


def test_tracing_is_off_by_default(settings: Settings) -> None:
    assert settings.trace_collector is None
    assert isinstance(tracing_to(None), NoTracing)


def test_missing_telemetry_packages_refuse_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "server.web.telemetry.spans")
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.resources", None)

    with pytest.raises(StartRefused, match="install the extra `telemetry`"):
        tracing_to("http://127.0.0.1:4318")


@pytest.mark.parametrize("value", ["collector:4318", "grpc://c:4317", "http://", "http://c/?a=b"])
def test_invalid_collector_endpoint_refuses_the_start(value: str) -> None:
    with pytest.raises(StartRefused, match="OTEL_EXPORTER_OTLP_ENDPOINT"):
        Settings.from_environment({"OTEL_EXPORTER_OTLP_ENDPOINT": value})


async def test_spans_are_sent_to_the_collector_by_http(
    settings: Settings, database: AsyncEngine
) -> None:
    got: list[tuple[str, int]] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            got.append((self.path, len(body)))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_words: object) -> None:
            """Log nothing."""

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        chosen = replace(settings, trace_collector=f"http://127.0.0.1:{server.server_port}")
        await send_one_request(chosen, database)
        server.shutdown()

    assert [path for path, length in got if length] == ["/v1/traces"]


@pytest.mark.fault
async def test_hanging_collector_delays_neither_requests_nor_the_shutdown(
    settings: Settings, database: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.web.telemetry.spans.SEND_S", 60.0)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        started = monotonic()
        await send_one_request(replace(settings, trace_collector=address), database)
        took = monotonic() - started

    assert took < 20


async def send_one_request(settings: Settings, database: AsyncEngine) -> None:
    """Starts a host, sends one request and stops the host."""
    parts = make_parts(settings, database)
    app = assemble(settings, parts, engine=database, pool=FakePool())
    async with (
        running(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN) as http,
    ):
        assert (await http.get("/health/live")).status_code == 200
