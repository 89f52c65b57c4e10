"""Cached pages of the host beside nginx, which sends the same bytes."""

import os
import shutil
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import psutil

from tests.benchmarks.comparison import Comparison, Page, compare_in_turns
from tests.benchmarks.generators import Generator, OwnGenerator
from tests.benchmarks.jobs import Job
from tests.benchmarks.servers import Server, host, running, wait_until
from tests.running_site import free_port

# The encoding that both can send from storage: Debian's nginx has no module for brotli.
CODING = "gzip"
CACHE_MB = 64
PAGES = {"list": "/ja/cultivars", "feed": "/ja/community"}
UNCACHED_PATH = "/ja/about"
REQUESTS_AT_ONCE = Job(
    port=0, path=UNCACHED_PATH, size=0, coding=CODING, connections=200, seconds=0.5
)
RENDERS_METRIC = "chanoki_page_cache_renders_total "

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


class Cached(msgspec.Struct, frozen=True, kw_only=True):
    """Comparison with nginx; renders of an uncached page that 200 connections request at once."""

    coding: str
    comparisons: list[Comparison]
    requests_at_once: int
    renders: int


def measure_cached(
    folder: Path, generator: Generator, own: OwnGenerator, *, until: float
) -> Cached | str:
    """Returns the results, or a sentence that says why the part was skipped."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        return "Skipped: there is no nginx on this machine (Debian: nginx-light)."
    metrics_port = free_port()
    with host(folder, cache_mb=CACHE_MB, metrics_port=metrics_port) as ours:
        before = _render_count(metrics_port)
        load = own.run(msgspec.structs.replace(REQUESTS_AT_ONCE, port=ours.port))
        renders = _render_count(metrics_port) - before
        responses = {
            path: ours.get(path, {"accept-encoding": CODING}).body for path in PAGES.values()
        }
        with _nginx(program, folder, responses) as peer:
            for path, body in responses.items():
                response = peer.get(path, {"accept-encoding": CODING})
                assert response.body == body, f"nginx sends other bytes for {path}"
            pages = [Page(name, path, 0, CODING) for name, path in PAGES.items()]
            comparisons = compare_in_turns(
                (ours, peer), pages, generator, max_rounds=4, until=until
            )
    return Cached(
        coding=CODING,
        comparisons=comparisons,
        requests_at_once=load.responses + load.failed,
        renders=renders,
    )


@contextmanager
def _nginx(program: str, folder: Path, responses: dict[str, bytes]) -> Iterator[Server]:
    port = free_port()
    for path, body in responses.items():
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
        server = Server("nginx", port, psutil.Process(process.pid), log)
        wait_until(lambda: _is_serving(server, next(iter(responses))), process, log)
        yield server


def _is_serving(server: Server, path: str) -> bool:
    try:
        return server.get(path, {"accept-encoding": CODING}).status == 200
    except OSError:
        return False


def _render_count(port: int) -> int:
    address = f"http://127.0.0.1:{port}/metrics"
    with urllib.request.urlopen(address, timeout=5) as response:
        lines = response.read().decode().splitlines()
    return int(float(next(line.split()[-1] for line in lines if line.startswith(RENDERS_METRIC))))
