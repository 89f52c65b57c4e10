"""Fixtures: the sources of the project, and made-up source trees that break rules."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.source_tree import SourceTree, read_project, read_source_tree

MakeSourceTree = Callable[[dict[str, str]], SourceTree]


@pytest.fixture(scope="session")
def project() -> SourceTree:
    """The sources of this project."""
    return read_project()


@pytest.fixture
def made_up(tmp_path: Path) -> MakeSourceTree:
    """Function that writes files, given by path and text, and reads them as a source tree."""

    def make(files: dict[str, str]) -> SourceTree:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return read_source_tree(tmp_path)

    return make
