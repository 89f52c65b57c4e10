"""Tests of the README's recipe "Add a page", carried out in a copy of the project."""

import json
import re
from pathlib import Path

import pytest

from tests.architecture.source_tree import NODE
from tests.recipes.add_page import COMPONENT, MESSAGE_FILES
from tests.recipes.copies import ROOT, run


def test_recipe_writes_four_files() -> None:
    assert len([*MESSAGE_FILES, COMPONENT, "shared/routes.json"]) == 4


@pytest.mark.audit
def test_page_and_action_pass_the_type_check(project: Path) -> None:
    run(project, str(ROOT / "node_modules/.bin/tsc"), "--noEmit")


def test_browser_build_contains_the_new_page_in_both_languages(project: Path) -> None:
    run(project, NODE, "client/build.mjs")

    manifest = json.loads((project / "build" / "manifest.json").read_bytes())
    preloads = manifest["preloads"]["brewing"]
    assert any("BrewingPage" in name for name in preloads["en"])
    assert preloads["en"] != preloads["ja"]


def test_worker_build_contains_the_new_page(project: Path) -> None:
    run(project, NODE, "ssr/build.mjs")

    assert "brewing.title" in (project / "build/ssr/worker.js").read_text(encoding="utf-8")


def test_readme_names_the_files_of_the_recipe() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    recipe = re.split(r"^## ", readme, flags=re.MULTILINE)
    steps = next(part for part in recipe if part.startswith("Add a page"))

    for name in (*MESSAGE_FILES, COMPONENT, "shared/routes.json", "make contracts"):
        assert f"`{name}`" in steps
