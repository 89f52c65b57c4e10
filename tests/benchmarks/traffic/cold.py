"""CPU time of cold records with the page cache on and off, and the server files that one enters."""

import json
import os
import signal
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec

from tests.benchmarks.cached import CACHE_MB
from tests.benchmarks.comparison import Ratio, ratio_of
from tests.benchmarks.generators import OwnGenerator
from tests.benchmarks.jobs import Job
from tests.benchmarks.servers import Server, host
from tests.benchmarks.traffic.mix import BROWSER_CODING, record_addresses
from tests.benchmarks.traffic.trace import Trace

ROUNDS = 2
CONNECTIONS = 4
WARM_UP = ("/ja", "/", "/ja/cultivars", "/cultivars", "/ja/community", "/community", "/ja/about")
WARM_UP_TIMES = 20
TRACE_LIMIT_S = 5.0
IDLE_S = 0.5
IDLE_SHARE = 0.02
IDLE_LIMIT_S = 20.0


class Cold(msgspec.Struct, frozen=True, kw_only=True):
    """CPU milliseconds of the host alone for one record that was not requested before."""

    coding: str
    records: int
    cache_on: float
    cache_off: float
    ratio: Ratio


def measure_cold(
    generator: OwnGenerator, *, codings: Sequence[str] = ("", BROWSER_CODING), rounds: int = ROUNDS
) -> list[Cold]:
    """Starts a new host for each round, so that no record is in its cache."""
    return [_measure(generator, coding, rounds) for coding in codings]


def _measure(generator: OwnGenerator, coding: str, rounds: int) -> Cold:
    pairs = []
    for _ in range(rounds):
        on, off = (_host_ms(generator, coding, cache_mb) for cache_mb in (CACHE_MB, 0))
        pairs.append((on, off))
    return Cold(
        coding=coding or "none",
        records=len(record_addresses()),
        cache_on=median(on for on, _ in pairs),
        cache_off=median(off for _, off in pairs),
        ratio=ratio_of([on / off for on, off in pairs]),
    )


def _host_ms(generator: OwnGenerator, coding: str, cache_mb: int) -> float:
    with (
        TemporaryDirectory(prefix="cold-") as folder,
        host(Path(folder), cache_mb=cache_mb) as site,
    ):
        _get_each(site, generator, coding, WARM_UP * WARM_UP_TIMES)
        _wait_until_idle(site)
        before, workers_before = site.cpu_s()
        addresses = record_addresses()
        responses = _get_each(site, generator, coding, addresses)
        after, workers_after = site.cpu_s()
        host_s = (after - before) - (workers_after - workers_before)
        return host_s / responses * 1000


def _wait_until_idle(site: Server) -> None:
    """Waits for the end of what a host does once after its start, such as filling name indexes.

    With the cache on the warm-up is short, so this work would count as a cost of the cache.
    """
    deadline = time.monotonic() + IDLE_LIMIT_S
    before, _ = site.cpu_s()
    while time.monotonic() < deadline:
        time.sleep(IDLE_S)
        now, _ = site.cpu_s()
        if now - before < IDLE_S * IDLE_SHARE:
            return
        before = now
    raise TimeoutError("The host is still busy after its start.")


def _get_each(site: Server, generator: OwnGenerator, coding: str, addresses: Sequence[str]) -> int:
    lines = [f"Host: 127.0.0.1:{site.port}"]
    lines += [f"Accept-Encoding: {coding}"] if coding else []
    requests = tuple("\r\n".join([f"GET {path} HTTP/1.1", *lines, "", ""]) for path in addresses)
    job = Job(port=site.port, path="", size=0, connections=CONNECTIONS, requests=requests)
    load = generator.run(job)
    assert not load.failed, f"{load.failed} of {len(requests)} pages failed"
    return load.responses


def trace_cold_record() -> Trace:
    """Traces the server files that the request of one cold record enters."""
    warm, cold = record_addresses()[:2], record_addresses()[3]
    with TemporaryDirectory(prefix="trace-") as name:
        folder, report = Path(name), Path(name) / "trace.json"
        entry = ["-m", "tests.benchmarks.traffic.trace", str(report)]
        with host(folder, cache_mb=CACHE_MB, entry=entry) as site:
            for path in (*WARM_UP, *warm):
                site.get(path)
            os.kill(site.process.pid, signal.SIGUSR1)
            assert site.get(cold).status == 200
            os.kill(site.process.pid, signal.SIGUSR2)
            deadline = time.monotonic() + TRACE_LIMIT_S
            while not report.exists() and time.monotonic() < deadline:
                time.sleep(0.05)
            return msgspec.convert(json.loads(report.read_bytes()), Trace)


def cold_lines(found: Sequence[Cold]) -> list[str]:
    rows = [
        f"| {one.coding} | {one.cache_on:.2f} | {one.cache_off:.2f} | **{one.ratio.median:.2f}** "
        f"({one.ratio.minimum:.2f}–{one.ratio.maximum:.2f}) |"
        for one in found
    ]
    return [
        "| Accept-Encoding | host CPU ms, cache on | cache off | ratio (goal: at most 1.4) |",
        "| --- | --- | --- | --- |",
        *rows,
    ]
