"""The real site, with real render workers, as a process of its own on a free port."""

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
# What a host in production needs besides ORIGIN, with a secret of this process.
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
    """Where the site answers, and the process behind it."""

    origin: str
    process: SiteProcess
    log: Path

    @property
    def host(self) -> str:
        return self.origin.partition("://")[2]

    @property
    def port(self) -> int:
        return int(self.origin.rpartition(":")[2])

    def workers(self) -> list[psutil.Process]:
        """The render workers, by the process tree; one that is only just starting is left out."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        return [child for child in children if is_render_worker(child)]

    def said(self) -> str:
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
    """Starts the site with its data in an empty folder; ends it, and looks who was left behind."""
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
    """Waits until the site is open; ends it, and looks who was left behind."""
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
        if "Chanoki is open at" in site.said() and len(site.workers()) == workers:
            return
        time.sleep(0.05)
    raise AssertionError(f"the site did not open:\n{site.said()}")


def _end(site: RunningSite) -> None:
    assert site.process.poll() is None, f"the site ended by itself:\n{site.said()[-4000:]}"
    children = psutil.Process(site.process.pid).children(recursive=True)
    site.process.send_signal(signal.SIGTERM)
    code = site.process.wait(END_LIMIT_S)
    left = psutil.wait_procs(children, timeout=5)[1]
    assert (code, left) == (0, []), site.said()[-4000:]
    assert "Traceback" not in site.said(), site.said()[-4000:]


def wait_for_pages(site: RunningSite, path: str = "/") -> None:
    """Until the workers draw again: several pages in a row with something in them."""
    deadline = time.monotonic() + START_LIMIT_S
    drawn = 0
    while drawn < 2 * WORKERS:
        assert time.monotonic() < deadline, site.said()[-4000:]
        drawn = drawn + 1 if is_drawn(httpx.get(site.origin + path).text) else 0
        time.sleep(0.05)


def is_drawn(html: str) -> bool:
    assert '<div id="root">' in html
    return '<div id="root"></div>' not in html
