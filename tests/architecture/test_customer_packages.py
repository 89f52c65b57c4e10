"""Tests that the packages which the customer required are imported in the expected files."""

import json
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from server.database_url import database_url
from tests.architecture.conftest import MakeSourceTree
from tests.architecture.source_tree import PROJECT, Facts, SourceTree, expect_none

# Patterns of the files that must import each package.
HOST_PACKAGES: Mapping[str, tuple[str, ...]] = {
    "litestar": ("server/app.py", "server/pages/*.py", "server/accounts/*.py"),
    "uvicorn": ("server/commands/serve.py",),
    "sqlalchemy": ("server/database/engine.py", "server/community/*.py"),
    "authlib": ("server/accounts/sessions/*.py",),
    "httpx": ("server/accounts/sessions/*.py",),
    "jinja2": ("server/rendering/document.py",),
    "PIL": ("server/media/imaging/*.py",),
    "boto3": ("server/media/storage/*.py",),
    "pytest": ("tests/*.py",),
}
CLIENT_PACKAGES: Mapping[str, tuple[str, ...]] = {
    "react": ("client/page/*.ts", "client/community/*.tsx"),
    "react-dom/client": ("client/app/reactRoots.ts",),
    "react-dom/server": ("ssr/render.tsx",),
    "react-router": ("client/app/*.tsx", "ssr/render.tsx"),
    "react-helmet-async": ("client/app/App.tsx", "client/page/HeadTags.tsx"),
    "i18next": ("client/language/translator.ts",),
    "esbuild": ("client/build.mjs", "ssr/build.mjs"),
}
# Packages that the bundles of browser and worker both contain.
BUNDLED = ("react", "react-dom", "react-router", "react-helmet-async", "i18next")


def test_each_required_package_is_imported_in_its_files(project: SourceTree) -> None:
    expect_none(unused(project, {**HOST_PACKAGES, **CLIENT_PACKAGES}))


def test_asyncpg_is_the_driver_of_a_postgresql_url() -> None:
    url = database_url({"DATABASE_URL": "postgresql://name@host/site"}, Path("data"))

    assert make_url(url).get_driver_name() == "asyncpg"


@pytest.mark.parametrize("bundle", ["client", "ssr"])
def test_bundles_contain_the_packages_of_the_pages(bundle: str) -> None:
    inputs = json.loads((PROJECT / "build" / "meta" / f"{bundle}.json").read_bytes())["inputs"]

    expect_none(name for name in BUNDLED if not any(f"node_modules/{name}/" in i for i in inputs))


def test_build_needs_no_package_of_the_tests(project: SourceTree) -> None:
    packages = json.loads((PROJECT / "package.json").read_bytes())

    expect_none(files_that_import(project, packages["devDependencies"]))


def test_unused_required_package_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up({"server/app.py": "import litestar\n"})
    packages = {"litestar": ("server/app.py",), "jinja2": ("server/rendering/*.py",)}

    assert unused(tree, packages) == ["jinja2 is not imported in server/rendering/*.py"]


def test_build_that_needs_a_package_of_the_tests_is_detected(made_up: MakeSourceTree) -> None:
    tree = made_up({"client/build.mjs": 'import { build } from "esbuild";\n'})

    assert files_that_import(tree, {"esbuild": "0.28.2"}) == ["client/build.mjs needs esbuild"]
    assert files_that_import(tree, {"vitest": "5.1.1"}) == []


def unused(tree: SourceTree, packages: Mapping[str, Iterable[str]]) -> list[str]:
    return [
        f"{package} is not imported in {pattern}"
        for package, patterns in packages.items()
        for pattern in patterns
        if not any(
            fnmatch(name, pattern) and package in imported(facts)
            for name, facts in tree.facts.items()
        )
    ]


def files_that_import(tree: SourceTree, packages: Mapping[str, str]) -> list[str]:
    """Returns the files of the client and the worker that import one of these packages."""
    return [
        f"{name} needs {package}"
        for name, facts in tree.facts.items()
        for package in packages
        if name.startswith(("client/", "ssr/"))
        and any(one == package or one.startswith(f"{package}/") for one in imported(facts))
    ]


def imported(facts: Facts) -> set[str]:
    """Returns the imported modules and their top-level packages."""
    names = [one.path for one in facts.imports if one.path and not one.is_type]
    return {*names, *(name.split(".")[0] for name in names if not name.startswith("."))}
