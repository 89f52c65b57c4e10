"""Replay of the Dockerfile in a folder without a container engine, and a page from the result."""

import os
import shutil
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.architecture.source_tree import PROJECT
from tests.deployment.dockerfile import Stage, is_ignored, read_patterns, read_stages
from tests.running_site import PRODUCTION, free_port

START_LIMIT_S = 60.0
# Commands that change the image's system, and are skipped here.
SKIPPED_COMMANDS = ("apt-get", "useradd")
# Parts of paths that the last stage must not contain.
NOT_INSIDE = ("include/node", "lib/node_modules/npm", "site-packages/pip", "/bin/uv", "/bin/npm")
SETTINGS = {**PRODUCTION, "HOST": "127.0.0.1", "RENDER_WORKERS": "1"}


class Replay:
    """Stages of the Dockerfile, each in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._patterns = read_patterns(PROJECT / ".dockerignore")

    def root(self, stage: str) -> Path:
        return self._folder / stage

    def run(self, stage: Stage) -> Path:
        """Runs the steps of a stage; returns its last working directory."""
        root = self.root(stage.name)
        here = root
        root.mkdir()
        for step in stage.steps:
            if step.word == "WORKDIR":
                here = root / step.arguments[0].lstrip("/")
                here.mkdir(parents=True, exist_ok=True)
            elif step.word == "COPY":
                self._copy(step.arguments, step.options.get("from"), here)
            elif step.word == "RUN" and not any(word in step.rest for word in SKIPPED_COMMANDS):
                print(f"RUN {step.rest[:90]}", flush=True)
                command = step.rest.replace("/srv/chanoki", f"{root}/srv/chanoki")
                subprocess.run(
                    ["/bin/sh", "-ec", command],
                    cwd=here,
                    env=_environment_without_project(),
                    check=True,
                )
        return here

    def _copy(self, arguments: list[str], stage: str | None, here: Path) -> None:
        *sources, target = arguments
        for source in sources:
            origin = self.root(stage) / source.lstrip("/") if stage else PROJECT / source
            place = here / target
            if place.is_dir() or target.endswith("/") or target == ".":
                place = place / origin.name
            if origin.is_dir():
                shutil.copytree(
                    origin, place, symlinks=True, ignore=None if stage else self._ignored_names
                )
            else:
                shutil.copy2(origin, place)

    def _ignored_names(self, folder: str, names: list[str]) -> set[str]:
        inside = Path(folder).relative_to(PROJECT)
        return {name for name in names if is_ignored((inside / name).as_posix(), self._patterns)}


def _environment_without_project() -> dict[str, str]:
    """Returns the environment without the programs of the project's .venv and node_modules."""
    path = os.environ["PATH"].split(os.pathsep)  # noqa: TID251
    foreign = [part for part in path if "venv" not in part and "node_modules" not in part]
    return {**os.environ, "PATH": os.pathsep.join(foreign), "VIRTUAL_ENV": ""}  # noqa: TID251


def main() -> int:
    started = time.monotonic()
    with TemporaryDirectory(prefix="chanoki-image-") as folder:
        replay = Replay(Path(folder))
        for stage in read_stages(PROJECT / "Dockerfile"):
            here = replay.run(stage)
        _check_files(here)
        _serve(here, Path(folder) / "data")
    print(f"The steps of the Dockerfile work: {time.monotonic() - started:.0f} s.")
    return 0


def _check_files(here: Path) -> None:
    """Fails if the result contains forbidden files; prints number and size of its files."""
    names = [path.as_posix() for path in here.rglob("*")]
    found = [name for name in names if any(part in name for part in NOT_INSIDE)]
    assert not found, found[:5]
    size = sum(path.lstat().st_size for path in here.rglob("*") if path.is_file())
    print(f"{len(names)} files, {size >> 20} MB.")


def _serve(here: Path, data: Path) -> None:
    """Runs the host from the result; checks a page and the health check."""
    port = free_port()
    python = str(here / ".venv" / "bin" / "python")
    origin = f"http://127.0.0.1:{port}"
    settings = {**SETTINGS, "PORT": str(port), "ORIGIN": origin, "DATA_DIR": str(data)}
    subprocess.run([here / "chanoki", "migrate"], cwd="/", env=settings, check=True)
    process = subprocess.Popen([python, "-m", "server", "serve"], cwd=here, env=settings)
    try:
        _wait_for(f"{origin}/health/ready", process)
        with urllib.request.urlopen(f"{origin}/ja/cultivars/saemidori", timeout=10) as answer:
            html = answer.read().decode()
        assert "さえみどり" in html
        assert '<div id="root"></div>' not in html
        alive = [python, "-m", "server.commands.health_check"]
        subprocess.run(alive, cwd=here, env=settings, check=True)
    finally:
        process.terminate()
        code = process.wait(30)
    assert code == 0, code
    assert subprocess.run(alive, cwd=here, env=settings, check=False).returncode == 1


def _wait_for(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise AssertionError("the site did not open")


if __name__ == "__main__":
    sys.exit(main())
