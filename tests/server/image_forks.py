"""Process that loads the image worker once and forks a copy of itself for each image."""

import atexit
import os
import select
import signal
import socket
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from server.media.imaging import image_worker

ROOT = Path(__file__).resolve().parents[2]
READY = b"ready\n"


@cache
def image_forks() -> str:
    """Starts the process, for as long as this one lives, and returns the path of its socket."""
    folder = TemporaryDirectory()
    path = str(Path(folder.name) / "images")
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.server.image_forks", path],
        cwd=ROOT,
        env={},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdout
    assert process.stdout.readline() == READY

    def stop() -> None:
        process.communicate()
        folder.cleanup()

    atexit.register(stop)
    return path


def main() -> None:
    """Gives each connection to a fork of its own, until the input of this process ends."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    Image.init()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(sys.argv[1])
        listener.listen()
        sys.stdout.buffer.write(READY)
        sys.stdout.flush()
        while sys.stdin not in select.select([sys.stdin, listener], [], [])[0]:
            connection, _ = listener.accept()
            with connection:
                if os.fork() == 0:
                    _work(connection)


def _work(connection: socket.socket) -> None:
    """Is the worker of one image; ends the process as a crash or an answer of the worker does."""
    os.dup2(connection.fileno(), 0)
    os.dup2(connection.fileno(), 1)
    connection.close()
    try:
        image_worker.main()
    finally:
        sys.stdout.flush()
        os._exit(0)


if __name__ == "__main__":
    main()
