"""The host and its bare peer: started on free ports, watched, ended with all that they started."""

import asyncio
import http.client
import secrets
import socket
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
from tests.benchmarks.paths import BENCH, NODE, ROOT
from tests.fake_build import FakePool

WORKERS = 2
POSTS = 200
# As it is installed: a package that only the tests need would otherwise be loaded beside Litestar.
AS_INSTALLED = (
    "import runpy, sys; sys.modules['pydantic'] = None; "
    "runpy.run_module('server', run_name='__main__', alter_sys=True)"
)
START_LIMIT_S = 25.0
END_LIMIT_S = 4.0
HELLO = "render_worker_ready"


@dataclass(frozen=True, slots=True)
class Answer:
    """A whole answer, as it came over the wire."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, slots=True)
class Contender:
    """One of the two servers, with the processes that it consists of."""

    name: str
    port: int
    process: psutil.Process
    log: Path
    # Settings of the host; none of its peer.
    settings: Mapping[str, str] = field(default_factory=dict, repr=False)

    def tree(self) -> list[psutil.Process]:
        return [self.process, *self.process.children(recursive=True)]

    def cpu_s(self) -> tuple[float, float]:
        """Processor time so far: of all processes, and of all but the first one."""
        times = [process.cpu_times() for process in self.tree()]
        seconds: list[float] = [one.user + one.system for one in times]
        return sum(seconds), sum(seconds[1:])

    def workers(self) -> list[psutil.Process]:
        """The host's render workers."""
        return [one for one in self.process.children() if _is_worker(one)]

    def said(self, since: int = 0) -> str:
        """The log from that byte on; it grows by a line a request."""
        with self.log.open("rb") as log:
            log.seek(since)
            return log.read().decode(errors="replace")

    def ask(self, path: str, headers: Mapping[str, str] | None = None) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path, headers=dict(headers or {}))
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read())
        finally:
            connection.close()


def _is_worker(process: psutil.Process) -> bool:
    try:
        return any("worker.js" in word for word in process.cmdline())
    except psutil.Error:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def host(
    folder: Path,
    *,
    cache_mb: int = 0,
    metrics_port: int | None = None,
    entry: Sequence[str] = ("-c", AS_INSTALLED),
    root: Path = ROOT,
) -> Iterator[Contender]:
    """The site in production mode with 200 posts in a folder of its own.

    `entry` are the arguments by which Python starts it, `root` is the project that it runs in.
    """
    port = free_port()
    asyncio.run(_fill(f"sqlite+aiosqlite:///{folder / 'chanoki.sqlite3'}"))
    settings = {
        "ENVIRONMENT": "production",
        "PORT": str(port),
        "ORIGIN": f"http://127.0.0.1:{port}",
        "DATA_DIR": str(folder),
        "RENDER_WORKERS": str(WORKERS),
        "PAGE_CACHE_MB": str(cache_mb),
        "GOOGLE_CLIENT_ID": "-",
        "GOOGLE_CLIENT_SECRET": "-",
        "SECRET_KEY": secrets.token_urlsafe(48),
        "OPERATOR_REPRESENTATIVE": "-",
        "OPERATOR_ADDRESS": "-",
        "OPERATOR_EMAIL": "tea@example.com",
    }
    if metrics_port:
        settings["METRICS_PORT"] = str(metrics_port)
    log = folder / "host.log"
    migrate = [sys.executable, "-m", "server", "migrate"]
    subprocess.run(migrate, cwd=root, env=settings, check=True, stdout=subprocess.DEVNULL)
    command = [sys.executable, *entry, "serve"]
    with running(command, log, settings, root=root) as process:
        contender = Contender("Chanoki", port, psutil.Process(process.pid), log, settings)
        wait_until(lambda: "Chanoki is open" in contender.said(), process, log)
        wait_until(lambda: contender.said().count(HELLO) == WORKERS, process, log)
        yield contender


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


def documents_of(ours: Contender, paths: Sequence[str]) -> dict[str, Document]:
    """Returns the pages of a running host, with payloads of a second host over the same data."""
    payloads = asyncio.run(_payloads(ours.settings, paths))
    return {path: Document(ours.ask(path).body.decode(), payloads[path]) for path in paths}


async def _payloads(settings: Mapping[str, str], paths: Sequence[str]) -> dict[str, msgspec.Raw]:
    pool = FakePool()
    app = create_app(Settings.from_environment({**settings, "PAGE_CACHE_MB": "0"}), pool)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url=settings["ORIGIN"]) as client:
        for path in paths:
            (await client.get(path)).raise_for_status()
    return {path: msgspec.Raw(one) for path, one in zip(paths, pool.payloads, strict=True)}


@contextmanager
def bare_pair(folder: Path, documents: Mapping[str, Document]) -> Iterator[Contender]:
    """Two processes of bare Node that draw the given documents."""
    file = folder / "documents.json"
    file.write_bytes(msgspec.json.encode(documents))
    log = folder / "bare.log"
    with running([str(NODE), str(BENCH / "bare.mjs"), str(file)], log, {}) as process:
        wait_until(lambda: log.read_text().strip().isdecimal(), process, log)
        port = int(log.read_text())
        yield Contender("bare Node", port, psutil.Process(process.pid), log)


@contextmanager
def running(
    command: list[str], log: Path, settings: Mapping[str, str], *, root: Path = ROOT
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=root,
            env=settings,
            # Nothing is ever written here: its reader sees the end when this process is gone.
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.STDOUT,
            # Ctrl-C is for the benchmarks, which end their children in order.
            start_new_session=True,
        )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """In order, and what has not gone by then, by force."""
    if process.poll() is None:
        tree = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
        process.terminate()
        for one in psutil.wait_procs(tree, timeout=END_LIMIT_S)[1]:
            one.kill()
    process.wait()
    assert process.stdin is not None
    process.stdin.close()


def wait_until(is_so: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while not is_so():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} did not start:\n{log.read_text()[-4000:]}")
        time.sleep(0.03)
