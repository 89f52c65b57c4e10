"""Alembic's revision files, read once per process instead of once per migration."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory

# Path of each file and time of its last change, in nanoseconds.
Files = frozenset[tuple[Path, int]]


class SharedScripts:
    """Cache of revision files by their folders, which reads changed and added files again."""

    def __init__(self) -> None:
        self._scripts: dict[tuple[str, Files], ScriptDirectory] = {}
        self._read = ScriptDirectory.from_config

    def from_config(self, config: Config) -> ScriptDirectory:
        """Replaces `ScriptDirectory.from_config`."""
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
    def installed(self) -> Iterator[None]:
        """Makes all migrations use this cache until exit."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(ScriptDirectory, "from_config", self.from_config)
            yield
