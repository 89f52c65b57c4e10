"""Isolation of workers: each has access to its socket and bundle alone, and ends with its host."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from server.rendering.process import NODE
from tests.server.rendering.conftest import StartPool
from tests.server.rendering.worker_commands import command, is_running, outcome, pids_of, until

pytestmark = pytest.mark.anyio


async def test_worker_does_not_inherit_the_environment_of_the_host(
    start_pool: StartPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://chanoki:secret@nowhere/chanoki")
    monkeypatch.setenv("NODE_OPTIONS", "--trace-warnings")
    pool = await start_pool()

    state = json.loads((await pool.render(command("environment"))).body)

    assert state["environment"] == {
        "NODE_ENV": "production",
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "8192",
    }
    assert "--enable-source-maps" in state["flags"]


async def test_worker_is_a_node_process_in_its_own_session(start_pool: StartPool) -> None:
    pool = await start_pool()

    [pid] = await pids_of(pool)

    assert Path(f"/proc/{pid}/exe").resolve() == NODE.resolve()
    assert os.getsid(pid) == pid != os.getsid(0)


async def test_workers_share_no_socket(start_pool: StartPool) -> None:
    pool = await start_pool(2)

    sockets = [sockets_of(pid) for pid in await pids_of(pool)]

    assert sockets[0].isdisjoint(sockets[1])


def sockets_of(pid: int) -> set[str]:
    """Returns the sockets that a process has open."""
    links = {os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir()}
    return {link for link in links if link.startswith("socket:")}


@pytest.mark.parametrize(
    "signal_number", [pytest.param(signal.SIGTERM, marks=pytest.mark.fault), signal.SIGKILL]
)
def test_hanging_workers_end_with_their_host(signal_number: int) -> None:
    host = subprocess.Popen(
        [sys.executable, "-c", HOST_OF_HANGING_WORKERS], stdout=subprocess.PIPE, text=True
    )
    assert host.stdout is not None
    pids = [int(pid) for pid in host.stdout.readline().split()]
    assert len(pids) == 2

    with host:
        host.send_signal(signal_number)

    give_up = time.monotonic() + 5
    while any(is_running(pid) for pid in pids) and time.monotonic() < give_up:
        time.sleep(0.01)
    assert [pid for pid in pids if is_running(pid)] == []


HOST_OF_HANGING_WORKERS = """
import asyncio, structlog
from server.rendering.pool import RenderPool
from tests.server.rendering.worker_commands import FAKE_WORKER, command, pids_of, until

async def main():
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    pool = RenderPool(FAKE_WORKER, 2, deadline_s=60)
    await pool.start()
    await until(lambda: pool.snapshot().ready == 2)
    pids = await pids_of(pool)
    hanging = [asyncio.create_task(pool.render(command("hang"))) for _ in range(2)]
    await asyncio.sleep(0.1)
    print(*pids, flush=True)
    await asyncio.gather(*hanging)

asyncio.run(main())
"""


async def test_worker_can_not_read_files_outside_its_bundle(
    start_pool: StartPool, tmp_path: Path
) -> None:
    bundle = tmp_path / "bundle" / "worker.mjs"
    bundle.parent.mkdir()
    bundle.write_text(
        "import { readFileSync } from 'node:fs';\n"
        "try { readFileSync(process.argv[1] + '/../../secret'); console.log('was read'); }\n"
        "catch (error) { console.log(error.code); }\n"
    )
    (tmp_path / "secret").write_text("secret")

    with capture_logs() as logs:
        await start_pool(1, bundle)

    assert {entry["line"] for entry in logs if "line" in entry} == {"ERR_ACCESS_DENIED"}


async def test_output_of_a_worker_is_logged_in_shortened_lines(start_pool: StartPool) -> None:
    pool = await start_pool()

    with capture_logs() as logs:
        assert await outcome(pool, command("log")) == "page"
        await until(lambda: len([entry for entry in logs if "line" in entry]) >= 2)

    lines = [entry["line"] for entry in logs if entry["event"] == "render_worker_output"]
    assert lines[0] == "Warning: a leaf is brown"
    assert max(len(line) for line in lines) < 5000
    assert await outcome(pool, command("echo")) == "page"
