"""Command `serve`: start, responses, stop with all workers, and errors."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest

from tests.fake_build import write_build

ROOT = Path(__file__).resolve().parents[3]
WORKER = ROOT / "tests" / "server" / "rendering" / "fake_worker.mjs"


@pytest.fixture
def port() -> int:
    """Returns a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    return free


@pytest.fixture
def site(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Yields the process of a running host with fake render workers."""
    build = tmp_path / "build"
    write_build(build)
    (build / "ssr").mkdir()
    (build / "ssr" / "worker.js").write_text(WORKER.read_text())
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.commands.serve_fake_build", str(build)],
        cwd=ROOT,
        env={
            "PORT": str(port),
            "DATA_DIR": str(tmp_path / "data"),
            "RENDER_WORKERS": "2",
            "SAMPLES": "no",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    yield process
    process.kill()
    process.communicate()


def read_until(site: subprocess.Popen[str], words: str) -> list[str]:
    """Returns the lines of output up to the first one with `words`."""
    assert site.stdout
    lines = []
    for line in site.stdout:
        lines.append(line)
        if words in line:
            return lines
    raise AssertionError("".join(lines))


@pytest.mark.parametrize(
    "stop_signal", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.fault)]
)
def test_serve_opens_answers_and_stops_with_its_child_processes(
    site: subprocess.Popen[str], port: int, stop_signal: signal.Signals
) -> None:
    lines = read_until(site, "Chanoki is open at")
    answer = httpx.get(f"http://localhost:{port}/health/ready")
    children = psutil.Process(site.pid).children(recursive=True)

    site.send_signal(stop_signal)
    rest, _ = site.communicate(timeout=10)

    assert f"http://localhost:{port}" in lines[-1]
    assert answer.status_code == 200
    assert children
    assert site.returncode == 0
    assert "Chanoki is closed." in rest
    assert "Traceback" not in rest
    assert not psutil.wait_procs(children, timeout=5)[1]


@pytest.mark.skipif(sys.platform != "linux", reason="no other system knows this policy")
@pytest.mark.fault
def test_host_and_workers_use_the_batch_scheduling_policy(site: subprocess.Popen[str]) -> None:
    read_until(site, "Chanoki is open at")

    processes = [site.pid, *(child.pid for child in psutil.Process(site.pid).children())]

    assert len(processes) == 3
    assert {os.sched_getscheduler(pid) for pid in processes} == {os.SCHED_BATCH}


COUNT_TRACKED_OBJECTS = """
import gc, sys
from dataclasses import replace
from pathlib import Path
from server.commands import serve
from server.settings import Settings
serve._Site.run = lambda *_, **__: print("tracked:", len(gc.get_objects()))
serve.serve(replace(Settings.from_environment(), build_dir=Path(sys.argv[1]), has_samples=False))
"""


def test_garbage_collection_skips_what_the_start_made(tmp_path: Path, port: int) -> None:
    build = tmp_path / "build"
    write_build(build)
    (build / "ssr").mkdir()
    (build / "ssr" / "worker.js").write_text(WORKER.read_text())

    ran = subprocess.run(
        [sys.executable, "-c", COUNT_TRACKED_OBJECTS, str(build)],
        cwd=ROOT,
        env={"PORT": str(port), "DATA_DIR": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=True,
    )

    assert int(ran.stdout.partition("tracked: ")[2].split()[0]) < 1000


def test_busy_port_is_reported_in_one_line(tmp_path: Path, port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        ran = subprocess.run(
            [sys.executable, "-m", "server", "serve"],
            cwd=ROOT,
            env={"PORT": str(port), "DATA_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )

    assert ran.returncode == 1
    assert ran.stderr.count("\n") == 1
    assert "PORT" in ran.stderr


@pytest.mark.parametrize("command", ["serve", "migrate", "doctor"])
def test_missing_settings_are_reported_without_a_traceback(command: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "server", command],
        cwd=ROOT,
        env={"ENVIRONMENT": "production"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert ran.returncode == 1
    assert "OPERATOR_ADDRESS" in ran.stderr
    assert len(ran.stderr.splitlines()) == 4
    assert "Traceback" not in ran.stderr
