"""The project itself, read once, and made-up source trees that break one rule each."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.house import House, read_house, read_project

MakeHouse = Callable[[dict[str, str]], House]


@pytest.fixture(scope="session")
def project() -> House:
    return read_project()


@pytest.fixture
def made_up(tmp_path: Path) -> MakeHouse:
    """Writes the given files and reads them as the project is read."""

    def make(files: dict[str, str]) -> House:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return read_house(tmp_path)

    return make
