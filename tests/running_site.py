"""The real host with real render workers, in a process of its own on a free port."""

import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import httpx
import psutil

ROOT = Path(__file__).resolve().parents[1]
# The settings that production requires besides ORIGIN, with a secret made up for this process.
PRODUCTION = {
    "ENVIRONMENT": "production",
    "GOOGLE_CLIENT_ID": "-",
    "GOOGLE_CLIENT_SECRET": "-",
    "OPERATOR_REPRESENTATIVE": "-",
    "OPERATOR_ADDRESS": "-",
    "OPERATOR_EMAIL": "tea@example.com",
    "SECRET_KEY": secrets.token_urlsafe(48),
}
WORKERS = 2
START_LIMIT_S = 120.0
END_LIMIT_S = 60.0


class SiteProcess(Protocol):
    """Process of a site, such as a `subprocess.Popen`."""

    pid: int

    @property
    def returncode(self) -> int | None: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, signal: int, /) -> None: ...
    def kill(self) -> None: ...


@dataclass(frozen=True)
class RunningSite:
    """Site that accepts connections, with its process and log."""

    origin: str
    process: SiteProcess
    log: Path

    @property
    def host(self) -> str:
        """Value of the Host header, with the port."""
        return self.origin.partition("://")[2]

    @property
    def port(self) -> int:
        return int(self.origin.rpartition(":")[2])

    def workers(self) -> list[psutil.Process]:
        """Returns the processes of render workers, except those that are just starting."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in children if is_render_worker(child)]

    def log_text(self) -> str:
        return self.log.read_text(errors="replace")


def is_render_worker(process: psutil.Process) -> bool:
    """Returns whether the process is a render worker; False for one that has ended."""
    try:
        return any("worker.js" in argument for argument in process.cmdline())
    except psutil.Error:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def running_site(
    folder: Path,
    *,
    samples: bool = False,
    may_end: bool = False,
    descriptors: int = 0,
    wrapper: Sequence[str] = (),
    **more: str,
) -> Iterator[RunningSite]:
    """Starts a site with its data in an empty folder; ends it with the checks of `site_at`.

    With `may_end`, the host may have ended before. `descriptors` limits its open files, `wrapper`
    is a command that runs it, and further keywords are settings.
    """
    settings = site_settings(folder, samples=samples, **more)
    log = folder / "site.log"
    command = [*wrapper, sys.executable, "-m", "server", "serve"]
    if descriptors:
        command = ["/bin/sh", "-c", f'ulimit -n {descriptors}; exec "$@"', "sh", *command]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    with site_at(folder, settings, process, may_end=may_end) as site:
        yield site


def site_settings(folder: Path, *, samples: bool, **more: str) -> dict[str, str]:
    return {
        "PORT": more.get("PORT") or str(free_port()),
        "DATA_DIR": str(folder),
        "RENDER_WORKERS": str(WORKERS),
        "SAMPLES": "yes" if samples else "no",
        **more,
    }


@contextmanager
def site_at(
    folder: Path, settings: dict[str, str], process: SiteProcess, *, may_end: bool = False
) -> Iterator[RunningSite]:
    """Waits until a site serves; at exit ends it and fails if it left processes or tracebacks."""
    site = RunningSite(f"http://localhost:{settings['PORT']}", process, folder / "site.log")
    try:
        _wait_until_open(site, int(settings["RENDER_WORKERS"]))
        yield site
        if not may_end or process.poll() is None:
            _end(site)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()


def _wait_until_open(site: RunningSite, workers: int) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline and site.process.poll() is None:
        if "Chanoki is open at" in site.log_text() and len(site.workers()) == workers:
            return
        time.sleep(0.05)
    raise AssertionError(f"the site did not open:\n{site.log_text()}")


def _end(site: RunningSite) -> None:
    assert site.process.poll() is None, (
        f"the site ended before the test did:\n{site.log_text()[-4000:]}"
    )
    children = psutil.Process(site.process.pid).children(recursive=True)
    site.process.send_signal(signal.SIGTERM)
    code = site.process.wait(END_LIMIT_S)
    remaining = psutil.wait_procs(children, timeout=5)[1]
    assert (code, remaining) == (0, []), site.log_text()[-4000:]
    assert "Traceback" not in site.log_text(), site.log_text()[-4000:]


def wait_for_pages(site: RunningSite, path: str = "/") -> None:
    """Waits until the workers render again: twice as many pages in a row as there are workers."""
    deadline = time.monotonic() + START_LIMIT_S
    rendered = 0
    while rendered < 2 * WORKERS:
        assert time.monotonic() < deadline, site.log_text()[-4000:]
        rendered = rendered + 1 if is_rendered(httpx.get(site.origin + path).text) else 0
        time.sleep(0.05)


def is_rendered(html: str) -> bool:
    """Returns whether a worker rendered the page; without one its root element is empty."""
    assert '<div id="root">' in html
    return '<div id="root"></div>' not in html
