"""Copies of the project, in which commands run."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("client", "server", "shared", "ssr", "tests")
LINKED = ("node_modules", "package.json", "pyproject.toml", "tsconfig.json")
# A build writes beside them.
BUILT = ("catalogue", "fonts")


def copy_to(folder: Path) -> None:
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    for name in BUILT:
        shutil.copytree(ROOT / "build" / name, folder / "build" / name)


def run(folder: Path, *command: str | Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
