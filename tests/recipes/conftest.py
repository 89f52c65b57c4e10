"""Fixture: a copy of the project in which both recipes of the README are carried out."""

import sys
from pathlib import Path

import pytest

from tests.architecture.source_tree import NODE
from tests.recipes import add_action, add_page
from tests.recipes.copies import copy_to, run

# Replacements for compression and minification, which take most of a build and do not matter here.
UNCOMPRESSED = """export async function compressFile() {}
export async function compressFolder() {}
"""
MINIFIER = 'import { minify } from "terser";'
UNMINIFIED = "const minify = async (code) => ({ code });"


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with both recipes and the files that `make contracts` generates."""
    folder = tmp_path_factory.mktemp("project")
    copy_to(folder)
    (folder / "client/compress.mjs").write_text(UNCOMPRESSED, encoding="utf-8")
    build = folder / "client/build.mjs"
    script = build.read_text(encoding="utf-8")
    assert MINIFIER in script
    build.write_text(script.replace(MINIFIER, UNMINIFIED), encoding="utf-8")
    add_page.carry_out(folder)
    add_action.carry_out(folder)
    run(folder, sys.executable, "-m", "server.describe")
    run(folder, NODE, "client/wire/generate.mjs")
    run(folder, NODE, "client/app/generate.mjs")
    run(folder, sys.executable, "-m", "tests.server.access_matrix")
    return folder
