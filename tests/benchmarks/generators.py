"""Load generators: `wrk` where it is installed, otherwise our own."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import msgspec

from tests.benchmarks.jobs import Job, Load, Spread
from tests.benchmarks.paths import ROOT

END_LIMIT_S = 3.0
MILLISECONDS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


class Generator(Protocol):
    """Does one job at a time."""

    name: str

    def run(self, job: Job) -> Load: ...


class OwnGenerator:
    """The process of `load.py`."""

    name = "tests/benchmarks/load.py (asyncio, one process)"

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, job: Job) -> Load:
        self.begin(job)
        return self.finish()

    def begin(self, job: Job) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(job).decode() + "\n")
        self._process.stdin.flush()

    def finish(self) -> Load:
        assert self._process.stdout is not None
        return msgspec.json.decode(self._process.stdout.readline(), type=Load)


@contextmanager
def own_generator() -> Iterator[OwnGenerator]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.load"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield OwnGenerator(process)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(END_LIMIT_S)
    finally:
        process.kill()
        process.wait()


class Wrk:
    """It knows whole seconds only, and tells neither first bytes nor how long an answer was."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.name = "wrk, one thread"

    def run(self, job: Job) -> Load:
        seconds = max(1, round(job.seconds))
        counts = ["-t1", f"-c{job.connections}", f"-d{seconds}s", "--latency"]
        counts += ["-H", f"Accept-Encoding: {job.coding}"] if job.coding else []
        url = f"http://127.0.0.1:{job.port}{job.path}"
        ran = subprocess.run(
            [self._path, *counts, url], capture_output=True, text=True, check=True, timeout=20
        )
        return read_wrk(ran.stdout)


def read_wrk(printed: str) -> Load:
    counted = re.search(r"(\d+) requests in ([\d.]+)(us|ms|s|m)", printed)
    assert counted is not None, printed
    errors = re.search(r"Socket errors: (.*)", printed)
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", printed)
    failed = sum(map(int, re.findall(r"\d+", errors[1]))) if errors else 0
    failed += int(refused[1]) if refused else 0
    slowest = _milliseconds(r"Latency +\S+ +\S+", printed)
    nothing = Spread(0.0, 0.0, 0.0)
    return Load(
        answers=int(counted[1]),
        failed=failed,
        undrawn=None,
        seconds=float(counted[2]) * MILLISECONDS[counted[3]] / 1000,
        whole=Spread(_milliseconds("50%", printed), _milliseconds("99%", printed), slowest),
        first_byte=nothing,
    )


def _milliseconds(before: str, printed: str) -> float:
    found = re.search(rf"^ *{before} +([\d.]+)(us|ms|s|m)\b", printed, re.MULTILINE)
    assert found is not None, printed
    return float(found[1]) * MILLISECONDS[found[2]]


def best_generator(own: OwnGenerator) -> Generator:
    path = shutil.which("wrk")
    return Wrk(path) if path else own
