"""A real HAProxy before two hosts, with readiness checks and without sticky sessions.

A request chooses a host by the header `x-wanted`; a response names its host in `x-answered-by`.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.faults.nginx import START_LIMIT_S, wait_until_open

HAPROXY = shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")
MISSING = "there is no haproxy on this machine (Debian: haproxy)"

# Only GET requests are retried: a change without a response fails at its client.
CONFIGURATION = """
global
  maxconn 2048
  nbthread 1
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  timeout tunnel 1h
  timeout check 2s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response 0rtt-rejected
frontend site
  bind 127.0.0.1:{port}
  http-request set-header X-Forwarded-For %[src]
  http-request set-header X-Forwarded-Proto http
  http-response set-header x-answered-by %si:%sp
  use_backend one if {{ req.hdr(x-wanted) one }}
  use_backend other if {{ req.hdr(x-wanted) other }}
  default_backend both
backend both
  balance roundrobin
  http-request disable-l7-retry unless METH_GET
  option httpchk
  http-check send meth GET uri /health/ready ver HTTP/1.1 hdr Host localhost:{port}
  default-server check inter 300ms fall 1 rise 1
  server one 127.0.0.1:{one}
  server other 127.0.0.1:{other}
backend one
  server one 127.0.0.1:{one}
backend other
  server other 127.0.0.1:{other}
"""


@contextmanager
def haproxy_before(folder: Path, *, port: int, hosts: tuple[int, int]) -> Iterator[None]:
    """Runs HAProxy at a port until exit; the hosts may stop and start."""
    one, other = hosts
    configuration = folder / "haproxy.conf"
    configuration.write_text(CONFIGURATION.format(port=port, one=one, other=other))
    with (folder / "haproxy.log").open("wb") as log:
        process = subprocess.Popen(
            [str(HAPROXY), "-db", "-f", str(configuration)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_until_open(port, process)
        yield
    finally:
        process.terminate()
        process.wait(START_LIMIT_S)
