"""Alembic's revision files: read once in a process, instead of once for each step."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

# Path and time of the last change of each file.
Files = frozenset[tuple[Path, int]]


class SharedScripts:
    """Revision files by their folders; files that are changed or added are read again."""

    def __init__(self) -> None:
        self._scripts: dict[tuple[str, Files], ScriptDirectory] = {}
        self._read = ScriptDirectory.from_config

    def from_config(self, config: Config) -> ScriptDirectory:
        """Takes the place of `ScriptDirectory.from_config`."""
        folders = config.get_main_option("version_locations") or ""
        files = frozenset(
            (path, path.stat().st_mtime_ns)
            for folder in folders.split(":")
            for path in Path(folder).rglob("*.py")
        )
        if (folders, files) not in self._scripts:
            self._scripts[folders, files] = self._read(config)
        return self._scripts[folders, files]

    @contextmanager
    def used(self) -> Iterator[None]:
        """Lets all migrations meanwhile use the shared files."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ScriptDirectory, "from_config", self.from_config)
            yield
