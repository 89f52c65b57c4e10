"""Tests that the configured linters report code that the project does not allow."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source_tree import PROJECT

SCRIPTS = Path(sys.executable).parent
BIOME = PROJECT / "node_modules" / ".bin" / "biome"
KNIP = PROJECT / "node_modules" / ".bin" / "knip"
PACKAGES = "Packages, top to bottom"


@pytest.fixture
def empty_server(tmp_path: Path) -> Path:
    """A copy of the folder `server` in which every file is empty."""
    shutil.copy(PROJECT / "pyproject.toml", tmp_path)
    for path in (PROJECT / "server").rglob("*.py"):
        copy = tmp_path / path.relative_to(PROJECT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.touch()
    return tmp_path


def broken_contracts(root: Path) -> list[str]:
    """Runs import-linter and returns the names of the broken contracts."""
    printed = output_of(SCRIPTS / "lint-imports", "--no-logo", "--no-cache", cwd=root)
    lines = [line for line in printed.splitlines() if line.endswith((" KEPT", " BROKEN"))]
    assert lines, printed
    return [line.removesuffix(" BROKEN") for line in lines if line.endswith(" BROKEN")]


def test_empty_server_breaks_no_import_contract(empty_server: Path) -> None:
    assert broken_contracts(empty_server) == []


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("server/contracts/limits.py", "import server.pages.handlers", PACKAGES),
        ("server/rendering/protocol.py", "import server.database.engine", PACKAGES),
        ("server/gifts.py", "", PACKAGES),
        ("server/pages/handlers.py", "import server.settings", "Settings are read at the top only"),
    ],
)
def test_forbidden_import_in_the_server_is_reported(
    empty_server: Path, file: str, line: str, contract: str
) -> None:
    (empty_server / file).write_text(f"{line}\n", encoding="utf-8")

    assert contract in broken_contracts(empty_server)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("import os\n\nHOME = os.environ\n", "TID251"),
        ("from sqlalchemy.dialects import sqlite\n", "TID251"),
        ('print("tea")\n', "T201"),
        ("from .files import read\n", "TID252"),
        ("def brew(a, b, c, d, e, f):\n    pass\n", "PLR0913"),
        ("import sqlalchemy as sa\n\nDROP = sa.Pool._invalidate\n", "SLF001"),
        ("x = 1\n", "D100"),
    ],
)
def test_ruff_reports_forbidden_python(code: str, rule: str) -> None:
    arguments = ("check", "--output-format=concise", "--stdin-filename=server/pages/made_up.py")

    printed = output_of(SCRIPTS / "ruff", *arguments, "-", cwd=PROJECT, text=code)

    assert f" {rule} " in printed


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("export const a: any = 1;\n", "noExplicitAny"),
        ('console.log("tea");\n', "noConsole"),
        ("export const A = () => <img src='/a.jpg' />;\n", "useAltText"),
        ("export const A = () => <p onClick={() => 1}>a</p>;\n", "useKeyWithClickEvents"),
        ("export const a = b == 1;\n", "noDoubleEquals"),
    ],
)
def test_biome_reports_forbidden_typescript(tmp_path: Path, code: str, rule: str) -> None:
    shutil.copy(PROJECT / "biome.json", tmp_path)
    made_up = tmp_path / "client" / "ui" / "MadeUp.tsx"
    made_up.parent.mkdir(parents=True)
    made_up.write_text(code, encoding="utf-8")

    printed = output_of(BIOME, "lint", "--colors=off", cwd=tmp_path)

    assert f"/{rule} " in printed


def test_knip_reports_unused_exports_and_files(tmp_path: Path) -> None:
    for name in ("package.json", "knip.json", "tsconfig.json"):
        shutil.copy(PROJECT / name, tmp_path)
    files = {
        "client/hydrate.tsx": 'import { steep } from "./tea.ts";\n\nsteep();\n',
        "client/tea.ts": "export const steep = () => 1;\nexport const pour = () => 2;\n",
        "client/cup.ts": "export const drink = () => 3;\n",
    }
    (tmp_path / "client").mkdir()
    for name, code in files.items():
        (tmp_path / name).write_text(code, encoding="utf-8")

    printed = output_of(KNIP, "--no-progress", "--include=files,exports", cwd=tmp_path)

    assert "client/cup.ts" in printed
    assert "pour" in printed
    assert "steep" not in printed


def output_of(program: Path, *arguments: str, cwd: Path, text: str = "") -> str:
    ran = subprocess.run(
        [program, *arguments], input=text, cwd=cwd, capture_output=True, text=True, check=False
    )
    return ran.stdout + ran.stderr
