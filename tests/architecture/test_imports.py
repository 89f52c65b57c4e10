"""Tests that imports follow the rules of `import_rules.py`."""

from tests.architecture.conftest import MakeSourceTree
from tests.architecture.import_rules import (
    CLIENT_IMPORTERS,
    LAYERS,
    folder_of,
    forbidden_package_imports,
    imports_against_layers,
    imports_of_tests,
)
from tests.architecture.source_tree import SourceTree, expect_none


def test_client_imports_only_lower_layers(project: SourceTree) -> None:
    expect_none(imports_against_layers(project.typescript()))


def test_packages_are_imported_in_the_allowed_files_only(project: SourceTree) -> None:
    expect_none(forbidden_package_imports(project.facts))


def test_product_code_does_not_import_tests(project: SourceTree) -> None:
    expect_none(imports_of_tests(project.facts))


def test_no_file_only_reexports_other_files(project: SourceTree) -> None:
    expect_none(barrels(project))


def test_init_files_are_empty(project: SourceTree) -> None:
    expect_none(non_empty_init_files(project))


def test_every_folder_is_in_one_layer_only() -> None:
    folders = [folder for layer in LAYERS for folder in layer]

    assert len(folders) == len(set(folders))


def test_import_of_a_higher_or_equal_layer_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/ui/Button.tsx": 'import { t } from "../language/translator.ts";',
            "client/home/HomePage.tsx": 'import { card } from "../cultivars/card.ts";',
            "client/page/queries.ts": 'export * from "../app/queries.ts";',
            "client/wire/request.ts": 'export const load = () => import("../page/payload.ts");',
            "client/app/App.tsx": 'import { render } from "../../ssr/render.tsx";',
        }
    )

    assert imports_against_layers(tree.typescript()) == [
        "client/app/App.tsx (app) may not import ssr/render.tsx (ssr)",
        "client/home/HomePage.tsx (home) may not import client/cultivars/card.ts (cultivars)",
        "client/page/queries.ts (page) may not import client/app/queries.ts (app)",
        "client/ui/Button.tsx (ui) may not import client/language/translator.ts (language)",
        "client/wire/request.ts (wire) may not import client/page/payload.ts (page)",
    ]


def test_import_of_a_type_or_a_lower_layer_is_allowed(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/contracts/catalogue.ts": 'import type { Diagram } from "../pedigree/types.ts";',
            "client/hydrate.tsx": 'import { pages } from "./app/pages.ts";',
            "ssr/render.tsx": 'import { pages } from "../client/app/pages.ts";',
            "ssr/worker.ts": "export const load = (file) => import(file);",
        }
    )

    assert imports_against_layers(tree.typescript()) == []


def test_folder_without_a_layer_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up({"client/gifts/GiftPage.tsx": 'import { a } from "../ui/Button.tsx";'})

    assert imports_against_layers(tree.typescript()) == [
        "client/gifts/GiftPage.tsx: the folder 'gifts' is in no layer"
    ]


def test_package_imported_in_a_wrong_file_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/home/HomePage.tsx": 'import { createRoot } from "react-dom/client";',
            "client/ui/Button.tsx": 'import left from "left-pad"; import "react";',
            "server/pages/handlers.py": "import json\nfrom sqlalchemy.orm import Session\n",
            "server/community/queries.py": "from sqlalchemy.orm import Session\n",
        }
    )

    assert forbidden_package_imports(tree.facts) == [
        "server/pages/handlers.py may not import sqlalchemy",
        "client/home/HomePage.tsx may not import react-dom/client",
        "client/ui/Button.tsx may not import left-pad",
    ]
    assert "left-pad" not in CLIENT_IMPORTERS


def test_import_of_tests_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "server/app.py": '"""An app."""\nfrom tests.builders import a_post\n',
            "client/app/App.tsx": 'import { page } from "../../tests/page.ts";',
        }
    )

    assert imports_of_tests(tree.facts) == [
        "server/app.py imports tests.builders",
        "client/app/App.tsx imports ../../tests/page.ts",
    ]


def test_barrel_and_non_empty_init_file_are_detected(made_up: MakeSourceTree) -> None:
    tree = made_up(
        {
            "client/ui/all.ts": 'export { A } from "./A.tsx";\nexport * from "./B.tsx";',
            "client/home/index.ts": "export const home = 1;",
            "server/pages/__init__.py": "from server.pages import handlers\n",
            "server/__init__.py": "",
        }
    )

    assert barrels(tree) == ["client/home/index.ts", "client/ui/all.ts"]
    assert non_empty_init_files(tree) == ["server/pages/__init__.py"]


def test_entry_files_belong_to_the_folder_entry() -> None:
    assert folder_of("client/hydrate.tsx") == "entry"
    assert folder_of("client/app/App.tsx") == "app"
    assert folder_of("ssr/worker.ts") == "ssr"


def barrels(tree: SourceTree) -> list[str]:
    return [
        name
        for name, facts in tree.typescript().items()
        if facts.is_barrel or name.endswith(("/index.ts", "/index.tsx"))
    ]


def non_empty_init_files(tree: SourceTree) -> list[str]:
    inits = {name: text for name, text in tree.texts.items() if name.endswith("/__init__.py")}
    return [name for name, text in inits.items() if text.strip()]
