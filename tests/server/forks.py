"""Processes that load a module once and fork a copy of themselves for each task."""

import atexit
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]
READY = b"ready\n"


@cache
def forks_of(module: str) -> str:
    """Starts a process that runs `module` until this one ends; returns its socket's path."""
    folder = TemporaryDirectory()
    path = str(Path(folder.name) / "forks")
    process = subprocess.Popen(
        [sys.executable, "-m", module, path],
        cwd=ROOT,
        env={},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )

    def stop() -> None:
        process.communicate()
        folder.cleanup()

    atexit.register(stop)
    assert process.stdout
    assert process.stdout.readline() == READY
    return path


def serve_forks(work: Callable[[], None]) -> None:
    """Runs `work` in a fork for each connection, until the input of this process ends.

    The connection is the fork's standard input and output.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(sys.argv[1])
        listener.listen()
        sys.stdout.buffer.write(READY)
        sys.stdout.flush()
        while sys.stdin not in select.select([sys.stdin, listener], [], [])[0]:
            _fork(listener, work)


def _fork(listener: socket.socket, work: Callable[[], None]) -> None:
    """Accepts the next connection and runs `work` for it in a new process."""
    connection, _ = listener.accept()
    with connection:
        if os.fork() == 0:
            _work(connection, work)


def _work(connection: socket.socket, work: Callable[[], None]) -> None:
    """Runs `work` with the connection as standard input and output, and ends the process."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(connection.fileno(), 0)
    os.dup2(connection.fileno(), 1)
    connection.close()
    code = 0
    try:
        work()
        sys.stdout.flush()
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    os._exit(code)
