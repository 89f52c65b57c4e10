"""Size of the code: packages, files and lines, as `git ls-files` lists them."""

import subprocess
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import msgspec

from tests.benchmarks.paths import ROOT

CLIENT_ENDINGS = {".ts", ".tsx", ".mjs"}


class CodeSize(msgspec.Struct, frozen=True, kw_only=True):
    """Numbers of packages, files and lines; `server_files` leaves out empty files."""

    server_packages: int
    server_files: int
    server_lines: int
    client_files: int


def measure_code_size() -> CodeSize:
    server = [path for path in _tracked("server") if path.suffix == ".py"]
    texts = [Path(ROOT, path).read_bytes() for path in server]
    client = [path for path in _tracked("client", "ssr") if path.suffix in CLIENT_ENDINGS]
    return CodeSize(
        server_packages=len({path.parts[1] for path in server if len(path.parts) > 2}),
        server_files=sum(bool(text) for text in texts),
        server_lines=sum(text.count(b"\n") for text in texts),
        client_files=len(client),
    )


def _tracked(*folders: str) -> Sequence[PurePosixPath]:
    command = ["git", "ls-files", *folders]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    paths = (PurePosixPath(line) for line in listed.stdout.splitlines())
    return [path for path in paths if Path(ROOT, path).exists()]
