"""The launcher `chanoki`: from any folder, with the settings file beside it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.__main__ import main
from tests.architecture.source_tree import PROJECT


@pytest.fixture
def installation(tmp_path: Path) -> Path:
    """Returns the folder of an installation with a .env file."""
    folder = tmp_path / "a site"
    folder.mkdir()
    shutil.copy2(PROJECT / "chanoki", folder)
    for name in (".venv", "server", "shared"):
        (folder / name).symlink_to(PROJECT / name)
    (folder / ".env").write_text("PORT=beside\n", encoding="utf-8")
    return folder


def run(
    command: Path, *words: str, here: Path, **settings: str
) -> subprocess.CompletedProcess[str]:
    """Runs the launcher from the folder `here` with these arguments and settings."""
    return subprocess.run(
        [command, *words],
        cwd=here,
        env={"PATH": os.defpath, **settings},
        capture_output=True,
        text=True,
        check=False,
    )


def test_launcher_prints_help_from_any_folder(tmp_path: Path) -> None:
    (tmp_path / "server").mkdir()
    (tmp_path / "server" / "__main__.py").write_text("print('another program')", encoding="utf-8")

    ran = run(PROJECT / "chanoki", "--help", here=tmp_path)

    assert (ran.returncode, ran.stderr) == (0, "")
    commands = ("serve", "migrate", "seed", "doctor", "backup", "restore", "moderate", "export")
    assert [name for name in commands if name not in ran.stdout] == []


def test_environment_overrides_the_env_file_beside_the_launcher(
    installation: Path, tmp_path: Path
) -> None:
    beside = run(installation / "chanoki", "migrate", here=tmp_path)
    overridden = run(installation / "chanoki", "migrate", here=tmp_path, PORT="shell")

    assert (beside.returncode, overridden.returncode) == (1, 1)
    assert 'PORT is "beside"' in beside.stderr
    assert 'PORT is "shell"' in overridden.stderr


def test_launcher_without_installation_names_make_build(installation: Path) -> None:
    (installation / ".venv").unlink()

    ran = run(installation / "chanoki", "doctor", here=installation)

    assert ran.returncode == 1
    assert "run `make build`" in ran.stderr


def test_command_whose_output_is_not_read_ends_quietly() -> None:
    reading, writing = os.pipe()
    os.close(reading)

    ran = subprocess.run(
        [PROJECT / "chanoki", "catalogue", "check", "saemidori"],
        env={"PATH": os.defpath},
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert (ran.returncode, ran.stderr) == (141, "")


def test_command_without_an_output_succeeds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["chanoki", "catalogue", "check", "saemidori"])
    monkeypatch.setattr(sys, "stdout", None)

    assert main() == 0
