"""S3 store in its own process, which a test can suspend, kill and start again."""

import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from server.media.storage.s3 import Account

START_LIMIT_S = 60.0
KEY, SECRET = "chanoki", "only-for-these-tests-0123456789"


def account_at(port: int) -> Account:
    """Returns an account on this port, with a bucket that does not exist yet."""
    return Account("tea-pictures", "us-east-1", f"http://127.0.0.1:{port}", KEY, SECRET)


@dataclass
class Program:
    """Program that runs in the foreground, with its log."""

    command: list[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=dict(self.environment),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def signal(self, number: signal.Signals) -> None:
        assert self.process
        self.process.send_signal(number)

    def kill(self) -> None:
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None


@dataclass
class RealStore:
    """S3 store by its account and program."""

    account: Account
    program: Program

    def start(self) -> None:
        """Starts the program and waits until it accepts connections."""
        self.program.start()
        deadline = time.monotonic() + START_LIMIT_S
        while not self._is_open():
            assert time.monotonic() < deadline, self.program.log.read_text(errors="replace")[-2000:]
            time.sleep(0.1)

    def hang(self) -> None:
        self.program.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.program.signal(signal.SIGCONT)

    def kill(self) -> None:
        self.program.kill()

    def _is_open(self) -> bool:
        try:
            httpx.get(str(self.account.endpoint), timeout=2)
        except httpx.TransportError:
            return False
        return True
