"""Metrics of this process by prometheus-client, and their listener."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import NamedTuple

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

PREFIX = "chanoki"
REQUEST_BYTES_MOST = 8192
REQUEST_S = 5.0
BUCKETS_S = (0.005, 0.025, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
HELP = {
    "requests": "Requests by route and class of status.",
    "request_seconds": "Seconds from a request to the end of its response.",
    "render_seconds": "Seconds of a render, waiting included.",
}


class Labelled(NamedTuple):
    """Values of one metric that has a label, by the label's value."""

    label: str
    by_value: Mapping[str, float]


ReadValues = Callable[[], Mapping[str, float | Labelled]]


class Metrics:
    """Counters and durations of requests, and values that are read at each scrape."""

    def __init__(self) -> None:
        # The series `_created` would double the number of counters that a scrape stores.
        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        self._requests = Counter(
            f"{PREFIX}_requests", HELP["requests"], ("route", "status"), registry=self._registry
        )
        # Counters by label values: the library takes as long to look one up as to count.
        self._children: dict[tuple[str, int], Counter] = {}
        self._seconds = self.durations("request_seconds")
        self._watched: list[ReadValues] = []
        self._registry.register(_WatchedValues(self._watched))

    def count(self, route: str, status: int, seconds: float) -> None:
        """Counts a response by route and class of status, and observes its duration."""
        key = route, status // 100
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = self._requests.labels(route, f"{status // 100}xx")
        child.inc()
        self._seconds.observe(seconds)

    def durations(self, name: str) -> Histogram:
        """Returns a new histogram of durations in seconds.

        Raises ValueError for a used name, KeyError for one that HELP does not describe.
        """
        text = HELP[name]
        return Histogram(f"{PREFIX}_{name}", text, registry=self._registry, buckets=BUCKETS_S)

    def watch(self, read: ReadValues) -> None:
        """Adds a function whose values are read at each scrape.

        A name that ends with `_total` becomes a counter, any other a gauge.
        """
        self._watched.append(read)

    def text(self) -> bytes:
        """Returns all metrics in Prometheus' text format."""
        return generate_latest(self._registry)


class _WatchedValues(Collector):
    """Collector of the values that `Metrics.watch` added."""

    def __init__(self, watched: list[ReadValues]) -> None:
        self._watched = watched

    def collect(self) -> Iterator[Metric]:
        for read in self._watched:
            yield from (_make_family(name, found) for name, found in read().items())


def _make_family(name: str, found: float | Labelled) -> Metric:
    """Returns the metric of one name, with one number or one of each label.

    A counter if the name ends with `_total`, else a gauge.
    """
    kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
    text = f"{name.removesuffix('_total').replace('_', ' ').capitalize()}."
    if not isinstance(found, Labelled):
        return kind(f"{PREFIX}_{name}", text, value=found)
    family = kind(f"{PREFIX}_{name}", text, labels=[found.label])
    for value, number in found.by_value.items():
        family.add_metric([value], number)
    return family


@asynccontextmanager
async def metrics_port(
    address: tuple[str, int] | None, text: Callable[[], bytes]
) -> AsyncIterator[None]:
    """Serves `GET /metrics` on a separate port, so that no proxy rule can expose it.

    Does nothing without an address.
    """
    if address is None:
        yield
        return

    async def respond(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers one scrape and closes the connection; slow and broken clients are dropped."""
        try:
            async with asyncio.timeout(REQUEST_S):
                head = await reader.readuntil(b"\r\n\r\n")
                writer.write(_metrics_response(head, text))
                await writer.drain()
        except (TimeoutError, OSError, EOFError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    host, port = address
    server = await asyncio.start_server(respond, host, port, limit=REQUEST_BYTES_MOST)
    async with server:
        yield


def _metrics_response(request: bytes, text: Callable[[], bytes]) -> bytes:
    """Returns the bytes of a response: the metrics, or 404 for each other path."""
    is_found = request.startswith(b"GET /metrics ")
    status, body = ("200 OK", text()) if is_found else ("404 Not Found", b"")
    head = (
        f"HTTP/1.1 {status}\r\n"
        f"content-type: {CONTENT_TYPE_PLAIN_0_0_4}\r\n"
        f"content-length: {len(body)}\r\n"
        "connection: close\r\n\r\n"
    )
    return head.encode() + body
