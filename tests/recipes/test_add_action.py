"""Tests of the README's recipe "Add an action", carried out in a copy of the project."""

import re
import sys
from pathlib import Path

from tests.recipes.add_action import ADDITIONS, TEST
from tests.recipes.copies import ROOT, run

GENERATED = (
    "shared/api.json",
    "client/wire/types.generated.ts",
    "tests/server/access_matrix.md",
)


def test_contracts_describe_the_action(project: Path) -> None:
    api, types, roles = ((project / name).read_text(encoding="utf-8") for name in GENERATED)

    assert "putMyFavourite" in api
    assert "interface FavouriteChange" in types
    assert "`PUT /api/profiles/me/favourite`" in roles


def test_action_is_callable_and_in_the_table_of_access_rules(project: Path) -> None:
    table = "tests/server/test_access_rules.py"
    missing = f"{table}::test_access_table_contains_every_operation"

    output = run(project, sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", TEST, missing)

    assert re.search(r"^4 passed", output, re.MULTILINE), output


def test_recipe_names_the_files_that_are_added_to() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    recipe = readme.partition("## Add an action\n")[2].partition("\n## ")[0]
    named = {path for path in re.findall(r"`([\w/.]+\.(?:py|ts|toml|json|md))`", recipe)}

    assert named == {*ADDITIONS, *GENERATED}
