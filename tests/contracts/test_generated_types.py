"""Tests that generated TypeScript files match their sources."""

import shutil
import subprocess
from pathlib import Path

from tests.architecture.source_tree import NODE, PROJECT

SOURCE = "shared/api.json"
TARGET = "client/wire/types.generated.ts"


def test_types_of_the_api_are_current(tmp_path: Path) -> None:
    (tmp_path / SOURCE).parent.mkdir()
    (tmp_path / TARGET).parent.mkdir(parents=True)
    shutil.copy(PROJECT / SOURCE, tmp_path / SOURCE)

    subprocess.run([NODE, PROJECT / "client/wire/generate.mjs"], cwd=tmp_path, check=True)

    committed = (PROJECT / TARGET).read_text(encoding="utf-8")
    assert (tmp_path / TARGET).read_text(encoding="utf-8") == committed


def test_page_table_and_message_types_are_current(tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "shared", tmp_path / "shared")
    for folder in ("app", "contracts", "legal"):
        (tmp_path / "client" / folder).mkdir(parents=True)

    subprocess.run([NODE, PROJECT / "client/app/generate.mjs"], cwd=tmp_path, check=True)

    for name in (
        "client/app/pages.generated.ts",
        "client/contracts/limits.generated.ts",
        "client/contracts/locales.generated.ts",
        "client/legal/allowances.generated.ts",
    ):
        made = (tmp_path / name).read_text(encoding="utf-8")
        assert made == (PROJECT / name).read_text(encoding="utf-8")
