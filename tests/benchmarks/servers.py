"""The host and bare Node, on free ports, with functions that start, measure and stop them."""

import asyncio
import http.client
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import msgspec
import psutil

from server.app import create_app
from server.database.engine import create_engine
from server.database.migrate import migrate
from server.settings import Settings
from tests.benchmarks.generated_posts import seed
from tests.benchmarks.paths import BENCH_DIR, NODE, ROOT
from tests.fake_build import FakePool
from tests.running_site import PRODUCTION, free_port, is_render_worker

WORKERS = 2
POSTS = 200
# Litestar would load pydantic, which is installed for the tests only.
RUN_SERVER = (
    "import runpy, sys; sys.modules['pydantic'] = None; "
    "runpy.run_module('server', run_name='__main__', alter_sys=True)"
)
START_TIMEOUT_S = 25.0
EXIT_TIMEOUT_S = 4.0
WORKER_READY = "render_worker_ready"


@dataclass(frozen=True, slots=True)
class Response:
    """Complete HTTP response; `headers` have names in lower case, `body` is as it was sent."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Server:
    """Running server with its processes; `log` is the file of its output."""

    name: str
    port: int
    process: psutil.Process
    log: Path
    # Settings of the host; empty for other servers.
    settings: Mapping[str, str] = field(default_factory=dict, repr=False)

    def tree(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]

    def cpu_s(self) -> tuple[float, float]:
        """Returns CPU seconds so far: of all processes, and of all but the first one."""
        times = [process.cpu_times() for process in self.tree()]
        seconds: list[float] = [one.user + one.system for one in times]
        return sum(seconds), sum(seconds[1:])

    def workers(self) -> list[psutil.Process]:
        """Returns the render workers of the host."""
        return [one for one in self.process.children() if is_render_worker(one)]

    def read_log(self, since: int = 0) -> str:
        """Returns the log from byte `since` on; each request adds a line."""
        with self.log.open("rb") as log:
            log.seek(since)
            return log.read().decode(errors="replace")

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> Response:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path, headers=dict(headers or {}))
            response = connection.getresponse()
            received = {name.lower(): value for name, value in response.getheaders()}
            return Response(response.status, received, response.read())
        finally:
            connection.close()


@contextmanager
def host(
    folder: Path,
    *,
    cache_mb: int = 0,
    metrics_port: int | None = None,
    entry: Sequence[str] = ("-c", RUN_SERVER),
    root: Path = ROOT,
) -> Iterator[Server]:
    """Runs the site in production mode with 200 posts, with its data in `folder`.

    `entry` are the arguments with which Python starts it, `root` is the project that it runs in.
    """
    port = free_port()
    asyncio.run(_fill(f"sqlite+aiosqlite:///{folder / 'chanoki.sqlite3'}"))
    settings = {
        **PRODUCTION,
        "PORT": str(port),
        "ORIGIN": f"http://127.0.0.1:{port}",
        "DATA_DIR": str(folder),
        "RENDER_WORKERS": str(WORKERS),
        "PAGE_CACHE_MB": str(cache_mb),
    }
    if metrics_port:
        settings["METRICS_PORT"] = str(metrics_port)
    log = folder / "host.log"
    migrate = [sys.executable, "-m", "server", "migrate"]
    subprocess.run(migrate, cwd=root, env=settings, check=True, stdout=subprocess.DEVNULL)
    command = [sys.executable, *entry, "serve"]
    with running(command, log, settings, root=root) as process:
        server = Server("Chanoki", port, psutil.Process(process.pid), log, settings)
        wait_until(lambda: "Chanoki is open" in server.read_log(), process, log)
        wait_until(lambda: server.read_log().count(WORKER_READY) == WORKERS, process, log)
        yield server


async def _fill(address: str) -> None:
    engine = create_engine(address)
    try:
        await migrate(engine)
        await seed(engine, POSTS)
    finally:
        await engine.dispose()


class Document(msgspec.Struct, frozen=True):
    """A page as the host sends it, and the payload that its worker rendered it from.

    The payload in the page leaves out what only the worker reads.
    """

    html: str
    payload: msgspec.Raw


def documents_of(ours: Server, paths: Sequence[str]) -> dict[str, Document]:
    """Returns the pages of a running host, with payloads of a second host over the same data."""
    payloads = asyncio.run(_payloads(ours.settings, paths))
    return {path: Document(ours.get(path).body.decode(), payloads[path]) for path in paths}


async def _payloads(settings: Mapping[str, str], paths: Sequence[str]) -> dict[str, msgspec.Raw]:
    pool = FakePool()
    app = create_app(Settings.from_environment({**settings, "PAGE_CACHE_MB": "0"}), pool)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=settings["ORIGIN"]) as client:
        for path in paths:
            (await client.get(path)).raise_for_status()
    return {path: msgspec.Raw(one) for path, one in zip(paths, pool.payloads, strict=True)}


@contextmanager
def bare_pair(folder: Path, documents: Mapping[str, Document]) -> Iterator[Server]:
    """Runs two processes of bare Node that render the given documents."""
    file = folder / "documents.json"
    file.write_bytes(msgspec.json.encode(documents))
    log = folder / "bare.log"
    with running([str(NODE), str(BENCH_DIR / "bare.mjs"), str(file)], log, {}) as process:
        wait_until(lambda: log.read_text().strip().isdecimal(), process, log)
        port = int(log.read_text())
        yield Server("bare Node", port, psutil.Process(process.pid), log)


@contextmanager
def running(
    command: list[str], log: Path, settings: Mapping[str, str], *, root: Path = ROOT
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=root,
            env=settings,
            # Nothing is written here; bare Node exits when the pipe closes with this process.
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C reaches the benchmarks alone; they end their child processes.
            start_new_session=True,
        )
    try:
        yield process
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Terminates the process and its children; kills those that still run after the timeout."""
    if process.poll() is None:
        tree = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
        process.terminate()
        for one in psutil.wait_procs(tree, timeout=EXIT_TIMEOUT_S)[1]:
            one.kill()
    process.wait()
    assert process.stdin is not None
    process.stdin.close()


def wait_until(is_true: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT_S
    while not is_true():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} did not start:\n{log.read_text()[-4000:]}")
        time.sleep(0.03)
