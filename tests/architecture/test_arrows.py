"""Every import points down, and every package has its own doors."""

from tests.architecture.arrows import (
    DOORS,
    LAYERS,
    imports_of_tests,
    room_of,
    wrong_arrows,
    wrong_doors,
)
from tests.architecture.conftest import MakeHouse
from tests.architecture.house import House, expect_none


def test_every_import_of_the_client_points_down(project: House) -> None:
    expect_none(wrong_arrows(project.typescript()))


def test_every_package_is_imported_through_its_own_doors(project: House) -> None:
    expect_none(wrong_doors(project.facts))


def test_nobody_imports_tests(project: House) -> None:
    expect_none(imports_of_tests(project.facts))


def test_no_file_only_hands_on_what_others_export(project: House) -> None:
    expect_none(barrels(project))


def test_init_files_are_empty(project: House) -> None:
    expect_none(full_init_files(project))


def test_no_layer_names_a_room_twice() -> None:
    rooms = [room for layer in LAYERS for room in layer]

    assert len(rooms) == len(set(rooms))


def test_an_arrow_up_and_an_arrow_sideways_are_found(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/ui/Button.tsx": 'import { t } from "../language/translator.ts";',
            "client/home/HomePage.tsx": 'import { card } from "../cultivars/card.ts";',
            "client/page/queries.ts": 'export * from "../app/queries.ts";',
            "client/wire/request.ts": 'export const load = () => import("../page/payload.ts");',
            "client/app/App.tsx": 'import { render } from "../../ssr/render.tsx";',
        }
    )

    assert wrong_arrows(house.typescript()) == [
        "client/app/App.tsx (app) may not import ssr/render.tsx (ssr)",
        "client/home/HomePage.tsx (home) may not import client/cultivars/card.ts (cultivars)",
        "client/page/queries.ts (page) may not import client/app/queries.ts (app)",
        "client/ui/Button.tsx (ui) may not import client/language/translator.ts (language)",
        "client/wire/request.ts (wire) may not import client/page/payload.ts (page)",
    ]


def test_a_type_alone_and_an_arrow_down_are_free(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/contracts/catalogue.ts": 'import type { Diagram } from "../pedigree/types.ts";',
            "client/hydrate.tsx": 'import { pages } from "./app/pages.ts";',
            "ssr/render.tsx": 'import { pages } from "../client/app/pages.ts";',
            "ssr/worker.ts": "export const load = (file) => import(file);",
        }
    )

    assert wrong_arrows(house.typescript()) == []


def test_a_room_without_a_place_is_found(made_up: MakeHouse) -> None:
    house = made_up({"client/gifts/GiftPage.tsx": 'import { a } from "../ui/Button.tsx";'})

    assert wrong_arrows(house.typescript()) == [
        "client/gifts/GiftPage.tsx: the room 'gifts' has no place in the layers"
    ]


def test_a_package_at_the_wrong_door_is_found(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/home/HomePage.tsx": 'import { createRoot } from "react-dom/client";',
            "client/ui/Button.tsx": 'import left from "left-pad"; import "react";',
            "server/pages/handlers.py": "import json\nfrom sqlalchemy.orm import Session\n",
            "server/community/queries.py": "from sqlalchemy.orm import Session\n",
        }
    )

    assert wrong_doors(house.facts) == [
        "server/pages/handlers.py may not import sqlalchemy",
        "client/home/HomePage.tsx may not import react-dom/client",
        "client/ui/Button.tsx may not import left-pad",
    ]
    assert "left-pad" not in DOORS


def test_an_import_of_tests_is_found(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "server/app.py": '"""An app."""\nfrom tests.builders import a_post\n',
            "client/app/App.tsx": 'import { page } from "../../tests/page.ts";',
        }
    )

    assert imports_of_tests(house.facts) == [
        "server/app.py imports tests.builders",
        "client/app/App.tsx imports ../../tests/page.ts",
    ]


def test_a_barrel_and_a_full_init_file_are_found(made_up: MakeHouse) -> None:
    house = made_up(
        {
            "client/ui/all.ts": 'export { A } from "./A.tsx";\nexport * from "./B.tsx";',
            "client/home/index.ts": "export const home = 1;",
            "server/pages/__init__.py": "from server.pages import handlers\n",
            "server/__init__.py": "",
        }
    )

    assert barrels(house) == ["client/home/index.ts", "client/ui/all.ts"]
    assert full_init_files(house) == ["server/pages/__init__.py"]


def test_the_files_that_start_something_are_a_room_of_their_own() -> None:
    assert room_of("client/hydrate.tsx") == "entry"
    assert room_of("client/app/App.tsx") == "app"
    assert room_of("ssr/worker.ts") == "ssr"


def barrels(house: House) -> list[str]:
    return [
        name
        for name, facts in house.typescript().items()
        if facts.is_barrel or name.endswith(("/index.ts", "/index.tsx"))
    ]


def full_init_files(house: House) -> list[str]:
    inits = {name: text for name, text in house.texts.items() if name.endswith("/__init__.py")}
    return [name for name, text in inits.items() if text.strip()]
