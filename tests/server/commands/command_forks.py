"""Process that has loaded all commands and runs each command in a fork of itself."""

import json
import os
import socket
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

from server.__main__ import UNUSED_PACKAGES, _block_imports, main
from tests.server.forks import forks_of, serve_forks


def run_forked(*words: str | bytes, settings: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs `chanoki` with these arguments and this environment in a fork."""
    with TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX) as connection:
        files = [str(Path(folder) / name) for name in ("out", "err")]
        arguments = [os.fsdecode(word) for word in words]
        connection.connect(forks_of("tests.server.commands.command_forks"))
        connection.sendall(json.dumps([arguments, settings, files]).encode())
        connection.shutdown(socket.SHUT_WR)
        code = int(connection.makefile().read())
        out, err = (Path(file).read_text(encoding="utf-8") for file in files)
    return subprocess.CompletedProcess(arguments, code, out, err)


def _run() -> None:
    """Runs the command that the input names; writes its output to files and answers its exit code.

    Input: a JSON list of arguments, environment and the files for standard output and error.
    """
    arguments, settings, files = json.load(sys.stdin)
    answer = os.dup(1)
    for number, file in enumerate(files, 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT), number)
    sys.argv[1:] = arguments
    os.environ.clear()  # noqa: TID251 (the fork is the process of this command)
    os.environ.update(settings)  # noqa: TID251 (as above)
    code: object = 1
    try:
        code = main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
    sys.stdout.flush()
    os.write(answer, str(code).encode())


def _load() -> None:
    """Imports the modules of all commands, with the imports blocked that `main` blocks."""
    _block_imports(UNUSED_PACKAGES)
    for name in ("backup", "doctor", "migrate", "moderate", "seed", "serve"):
        import_module(f"server.commands.{name}")


if __name__ == "__main__":
    _load()
    serve_forks(_run)
