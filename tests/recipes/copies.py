"""Copy of the project, and commands that run in it."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
COPIED = ("client", "server", "shared", "ssr", "tests")
LINKED = ("node_modules", "package.json", "pyproject.toml", "tsconfig.json")
# Parts of the build that further builds need; copied, because a build writes into the folder.
BUILT = ("catalogue", "fonts")


def copy_to(folder: Path) -> None:
    """Copies the sources and links the rest of the project."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    for name in BUILT:
        shutil.copytree(ROOT / "build" / name, folder / "build" / name)


def run(folder: Path, *command: str | Path) -> str:
    """Runs a command in the copy and returns its output; fails if the command fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
