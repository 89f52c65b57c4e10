"""A real nginx before two hosts, without sticky sessions.

A request chooses a host by the header `x-wanted`; a response names its host in `x-answered-by`.
"""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.running_site import free_port

NGINX = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
MISSING = "there is no nginx on this machine (Debian: nginx-light)"
START_LIMIT_S = 10.0

# The hosts close an idle connection after 15 seconds; a proxy must close it earlier.
CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log warn;
events {{ worker_connections 2048; }}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  client_max_body_size 12m;
  keepalive_requests 1000000;
  map $http_upgrade $connection_header {{ "" ""; default upgrade; }}
  map $http_x_wanted $hosts {{ default both; one one; other other; }}
  upstream both {{
    server 127.0.0.1:{one} max_fails=1 fail_timeout=1s;
    server 127.0.0.1:{other} max_fails=1 fail_timeout=1s;
    keepalive 64;
    keepalive_timeout 10s;
  }}
  upstream one {{ server 127.0.0.1:{one}; }}
  upstream other {{ server 127.0.0.1:{other}; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://$hosts;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection $connection_header;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_buffers 16 16k;
      proxy_connect_timeout 1s;
      proxy_next_upstream error timeout;
      add_header x-answered-by $upstream_addr always;
    }}
  }}
}}
"""


@contextmanager
def nginx_before(folder: Path, *, port: int, hosts: tuple[int, int]) -> Iterator[None]:
    """Runs nginx at a port until exit; the hosts may stop and start."""
    one, other = hosts
    text = CONFIGURATION.format(folder=folder, port=port, one=one, other=other)
    configuration = folder / "nginx.conf"
    configuration.write_text(text)
    command = [str(NGINX), "-e", str(folder / "nginx.log"), "-p", str(folder), "-c"]
    process = subprocess.Popen([*command, str(configuration)], stdin=subprocess.DEVNULL)
    try:
        wait_until_open(port, process)
        yield
    finally:
        process.terminate()
        process.wait(START_LIMIT_S)


def wait_until_open(port: int, process: subprocess.Popen[bytes]) -> None:
    """Waits until a proxy accepts connections."""
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline:
        assert process.poll() is None, "the proxy did not start"
        try:
            httpx.get(f"http://127.0.0.1:{port}/", timeout=START_LIMIT_S)
        except httpx.ConnectError:
            time.sleep(0.05)
        else:
            return
    raise AssertionError("the proxy did not open")


def free_ports(count: int) -> list[int]:
    """Returns different free ports, before anything listens there."""
    ports: set[int] = set()
    while len(ports) < count:
        ports.add(free_port())
    return list(ports)
