"""Stop of a host under load: it reports not ready, finishes its requests, and ends."""

import asyncio
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil
import pytest

from tests.fake_build import write_build
from tests.running_site import free_port
from tests.server.commands.test_serve import ROOT, WORKER, read_until

pytestmark = pytest.mark.anyio

READERS = 12
DRAIN_S = 2
PAGES = ("/", "/ja", "/about", "/ja/cultivars", "/cultivars/saemidori", "/health/live")


@dataclass
class Observations:
    """Counts of the readers' responses, and the readiness that the load balancer has seen."""

    answers: int = 0
    after_the_signal: int = 0
    failures: list[str] = field(default_factory=list)
    is_stopping: bool = False
    is_ready: bool = True
    not_ready_after_s: float = 99.0


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def site(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Yields the process of a running host with fake render workers."""
    build = tmp_path / "build"
    write_build(build)
    (build / "ssr").mkdir()
    (build / "ssr" / "worker.js").write_text(WORKER.read_text())
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.commands.serve_fake_build", str(build)],
        cwd=ROOT,
        env={
            "PORT": str(port),
            "DATA_DIR": str(tmp_path / "data"),
            "RENDER_WORKERS": "2",
            "DRAIN_SECONDS": str(DRAIN_S),
            "SAMPLES": "no",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


@pytest.mark.fault
async def test_no_request_fails_while_the_host_drains(
    site: subprocess.Popen[str], port: int
) -> None:
    read_until(site, "Chanoki is open at")
    origin, seen = f"http://localhost:{port}", Observations()
    children = psutil.Process(site.pid).children(recursive=True)
    readers = [
        asyncio.ensure_future(send_requests(origin, seen, number)) for number in range(READERS)
    ]
    balancer = asyncio.ensure_future(poll_readiness(origin, seen))
    await asyncio.sleep(1.0)

    seen.is_stopping = True
    stopped_at = time.monotonic()
    site.send_signal(signal.SIGTERM)
    await asyncio.gather(balancer, *readers)
    code = await asyncio.to_thread(site.wait, 25)

    assert seen.failures == []
    assert seen.answers > 10
    assert seen.after_the_signal > 0
    assert seen.not_ready_after_s < 1.5
    assert code == 0
    assert DRAIN_S <= time.monotonic() - stopped_at < 20
    assert not psutil.wait_procs(children, timeout=5)[1]


async def send_requests(origin: str, seen: Observations, number: int) -> None:
    """Sends requests until the balancer stops routing to the host."""
    async with httpx.AsyncClient(base_url=origin, timeout=10) as client:
        while seen.is_ready:
            try:
                answer = await client.get(PAGES[(number + seen.answers) % len(PAGES)])
            except httpx.HTTPError as error:
                seen.failures.append(repr(error))
                continue
            seen.answers += 1
            seen.after_the_signal += seen.is_stopping
            if answer.status_code != 200:
                seen.failures.append(f"{answer.status_code} {answer.url}")


async def poll_readiness(origin: str, seen: Observations) -> None:
    """Polls readiness after the stop signal, as a load balancer does."""
    while not seen.is_stopping:
        await asyncio.sleep(0.01)
    started = time.monotonic()
    async with httpx.AsyncClient(base_url=origin, timeout=5) as client:
        while seen.is_ready:
            answer = await client.get("/health/ready")
            if answer.status_code == 503 and seen.not_ready_after_s > time.monotonic() - started:
                seen.not_ready_after_s = time.monotonic() - started
                assert answer.json()["checks"]["open"] == "failing"
                assert answer.headers["connection"] == "close"
                # A balancer reacts late and meanwhile still sends requests.
                await asyncio.sleep(0.5)
                seen.is_ready = False
            await asyncio.sleep(0.05)
