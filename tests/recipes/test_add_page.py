"""The README's recipe "Add a page", carried out in a copy of the project."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.architecture.house import NODE

ROOT = Path(__file__).parents[2]
COPIED = ("client", "shared", "ssr")
LINKED = ("node_modules", "package.json", "tsconfig.json")
ROUTE = {
    "path": "brewing",
    "params": {},
    "frame": "main",
    "footer": True,
    "guard": "everyone",
    "indexed": True,
    "preload": [],
    "needs": [],
    "query": [],
    "component": "brewing/BrewingPage.tsx",
    "messages": ["brewing"],
    "title": "brewing.meta.title",
    "description": "brewing.meta.description",
}
WRITTEN = {
    "shared/locales/en/brewing.json": {
        "meta": {"title": "Brewing", "description": "How to brew."},
        "title": "Brewing",
    },
    "shared/locales/ja/brewing.json": {
        "meta": {"title": "淹れ方", "description": "お茶の淹れ方です。"},
        "title": "淹れ方",
    },
}
COMPONENT = "client/brewing/BrewingPage.tsx"
TSX = """/** Page about brewing. */
import { usePage } from "../page/PageContext.ts";
import { PageHead } from "../page/PageHead.tsx";

export default function BrewingPage() {
  const { t } = usePage();
  return (
    <>
      <PageHead title={t("brewing.meta.title")} description={t("brewing.meta.description")} />
      <h1>{t("brewing.title")}</h1>
    </>
  );
}
"""


# Compressing takes half of a build, and the recipe says nothing of it.
UNCOMPRESSED = """export async function compressFile() {}
export async function compressFolder() {}
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("recipe")
    for folder in COPIED:
        shutil.copytree(ROOT / folder, root / folder)
    for name in LINKED:
        (root / name).symlink_to(ROOT / name)
    # The build writes here; what it reads of earlier steps is copied.
    for folder in ("catalogue", "fonts"):
        shutil.copytree(ROOT / "build" / folder, root / "build" / folder)
    (root / "client/compress.mjs").write_text(UNCOMPRESSED, encoding="utf-8")
    table = root / "shared" / "routes.json"
    routes = json.loads(table.read_bytes()) | {"brewing": ROUTE}
    table.write_text(json.dumps(routes), encoding="utf-8")
    for name, messages in WRITTEN.items():
        (root / name).write_text(json.dumps(messages), encoding="utf-8")
    (root / COMPONENT).parent.mkdir()
    (root / COMPONENT).write_text(TSX, encoding="utf-8")
    run(root, "client/app/generate.mjs")
    return root


def run(root: Path, script: str, *arguments: str) -> None:
    ran = subprocess.run(
        [NODE, script, *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_recipe_writes_four_files() -> None:
    assert len([*WRITTEN, COMPONENT, "shared/routes.json"]) == 4


def test_new_page_passes_the_type_check(copy: Path) -> None:
    scope = {"extends": "./tsconfig.json", "include": ["client", "ssr"]}
    (copy / "tsconfig.recipe.json").write_text(json.dumps(scope), encoding="utf-8")

    run(copy, "node_modules/typescript/bin/tsc", "--noEmit", "--project", "tsconfig.recipe.json")


def test_browser_build_contains_the_new_page_in_both_languages(copy: Path) -> None:
    run(copy, "client/build.mjs")

    manifest = json.loads((copy / "build" / "manifest.json").read_bytes())
    preloads = manifest["preloads"]["brewing"]
    assert any("BrewingPage" in name for name in preloads["en"])
    assert preloads["en"] != preloads["ja"]


def test_worker_build_contains_the_new_page(copy: Path) -> None:
    run(copy, "ssr/build.mjs")

    assert "brewing.title" in (copy / "build/ssr/worker.js").read_text(encoding="utf-8")


def test_readme_names_the_files_of_the_recipe() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    recipe = re.split(r"^## ", readme, flags=re.MULTILINE)
    steps = next(part for part in recipe if part.startswith("Add a page"))

    for name in (*WRITTEN, COMPONENT, "shared/routes.json", "make contracts"):
        assert f"`{name}`" in steps
