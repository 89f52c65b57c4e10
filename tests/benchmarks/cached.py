"""Cached pages of ours beside nginx, which sends the same bytes."""

import os
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil

from tests.benchmarks.comparison import Duel, Page, fight
from tests.benchmarks.generators import Generator, OwnGenerator
from tests.benchmarks.jobs import Job
from tests.benchmarks.servers import Contender, free_port, host, running, wait_until

# What both have ready made: Debian's nginx has no module for brotli.
CODING = "gzip"
CACHE_MB = 64
PAGES = {"list": "/ja/cultivars", "feed": "/ja/community"}
COLD_PATH = "/ja/about"
AT_ONCE = Job(port=0, path=COLD_PATH, size=0, coding=CODING, connections=200, seconds=0.5)
DRAWINGS = "chanoki_page_cache_renders_total "

CONFIGURATION = """
{user}daemon off; master_process on; worker_processes 1; pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; gzip_static on; keepalive_requests 1000000000;
  open_file_cache max=100; types {{ }} default_type "text/html; charset=utf-8";
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {folder}/pages; }}
}}
"""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """Both side by side; and how often a cold page is drawn for two hundred who ask at once."""

    coding: str
    duels: list[Duel]
    asked_at_once: int
    drawings: int


def measure_kept(
    folder: Path, generator: Generator, own: OwnGenerator, *, until: float
) -> Kept | str:
    """Or in words why it can't be measured."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        return "Skipped: there is no nginx on this machine (Debian: nginx-light)."
    figures = free_port()
    with host(folder, cache_mb=CACHE_MB, metrics_port=figures) as ours:
        before = _drawings(figures)
        load = own.run(msgspec.structs.replace(AT_ONCE, port=ours.port))
        drawings = _drawings(figures) - before
        answers = {
            path: ours.ask(path, {"accept-encoding": CODING}).body for path in PAGES.values()
        }
        with _nginx(program, folder, answers) as peer:
            for path, body in answers.items():
                got = peer.ask(path, {"accept-encoding": CODING})
                assert got.body == body, f"nginx serves {path} otherwise"
            pages = [Page(name, path, 0, CODING) for name, path in PAGES.items()]
            duels = fight((ours, peer), pages, generator, rounds_most=4, until=until)
    return Kept(
        coding=CODING, duels=duels, asked_at_once=load.answers + load.failed, drawings=drawings
    )


@contextmanager
def _nginx(program: str, folder: Path, answers: dict[str, bytes]) -> Iterator[Contender]:
    port = free_port()
    for path, body in answers.items():
        file = folder / "pages" / path.lstrip("/")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"")
        file.with_name(f"{file.name}.gz").write_bytes(body)
    user = "user root; " if os.geteuid() == 0 else ""
    settings = folder / "nginx.conf"
    settings.write_text(CONFIGURATION.format(user=user, folder=folder, port=port))
    log = folder / "nginx.log"
    command = [program, "-p", str(folder), "-e", "stderr", "-c", str(settings)]
    with running(command, log, {}) as process:
        contender = Contender("nginx", port, psutil.Process(process.pid), log)
        wait_until(lambda: _answers(contender, next(iter(answers))), process, log)
        yield contender


def _answers(contender: Contender, path: str) -> bool:
    try:
        return contender.ask(path, {"accept-encoding": CODING}).status == 200
    except OSError:
        return False


def _drawings(port: int) -> int:
    address = f"http://127.0.0.1:{port}/metrics"
    with urllib.request.urlopen(address, timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    return int(float(next(line.split()[-1] for line in lines if line.startswith(DRAWINGS))))
