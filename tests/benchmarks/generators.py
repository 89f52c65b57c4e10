"""Load generators: `wrk` where it is installed, otherwise `load.py`."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import msgspec

from tests.benchmarks.jobs import Job, Latencies, LoadResult
from tests.benchmarks.paths import ROOT

EXIT_TIMEOUT_S = 3.0
MILLISECONDS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


class Generator(Protocol):
    """Load generator that runs one job at a time."""

    name: str

    def run(self, job: Job) -> LoadResult: ...


class OwnGenerator:
    """Load generator in a process that runs `load.py`."""

    name = "tests/benchmarks/load.py (asyncio, one process)"

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def run(self, job: Job) -> LoadResult:
        self.begin(job)
        return self.finish()

    def begin(self, job: Job) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(msgspec.json.encode(job).decode() + "\n")
        self._process.stdin.flush()

    def finish(self) -> LoadResult:
        assert self._process.stdout is not None
        return msgspec.json.decode(self._process.stdout.readline(), type=LoadResult)


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
        process.wait(EXIT_TIMEOUT_S)
    finally:
        process.kill()
        process.wait()


class Wrk:
    """`wrk`: runs whole seconds only; reports neither first bytes nor the length of responses."""

    def __init__(self, path: str) -> None:
        self._path = path
        self.name = "wrk, one thread"

    def run(self, job: Job) -> LoadResult:
        seconds = max(1, round(job.seconds))
        counts = ["-t1", f"-c{job.connections}", f"-d{seconds}s", "--latency"]
        counts += ["-H", f"Accept-Encoding: {job.coding}"] if job.coding else []
        url = f"http://127.0.0.1:{job.port}{job.path}"
        ran = subprocess.run(
            [self._path, *counts, url], capture_output=True, text=True, check=True, timeout=20
        )
        return read_wrk(ran.stdout)


def read_wrk(output: str) -> LoadResult:
    total = re.search(r"(\d+) requests in ([\d.]+)(us|ms|s|m)", output)
    assert total is not None, output
    errors = re.search(r"Socket errors: (.*)", output)
    rejected = re.search(r"Non-2xx or 3xx responses: (\d+)", output)
    failed = sum(map(int, re.findall(r"\d+", errors[1]))) if errors else 0
    failed += int(rejected[1]) if rejected else 0
    slowest = _milliseconds(r"Latency +\S+ +\S+", output)
    unknown = Latencies(0.0, 0.0, 0.0)
    return LoadResult(
        responses=int(total[1]),
        failed=failed,
        without_page=None,
        seconds=float(total[2]) * MILLISECONDS[total[3]] / 1000,
        last_byte=Latencies(_milliseconds("50%", output), _milliseconds("99%", output), slowest),
        first_byte=unknown,
    )


def _milliseconds(before: str, output: str) -> float:
    found = re.search(rf"^ *{before} +([\d.]+)(us|ms|s|m)\b", output, re.MULTILINE)
    assert found is not None, output
    return float(found[1]) * MILLISECONDS[found[2]]


def best_generator(own: OwnGenerator) -> Generator:
    path = shutil.which("wrk")
    return Wrk(path) if path else own
