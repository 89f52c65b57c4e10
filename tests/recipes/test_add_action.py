"""The README's recipe "Add an action", carried out in a copy of the project."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COPIED = ("client", "server", "shared", "tests")
LINKED = ("build", "node_modules", "ssr", "package.json", "pyproject.toml", "tsconfig.json")
GENERATED = ("shared/api.json", "client/wire/types.generated.ts")
PACKAGE = "server/accounts/profiles"
TEST = "tests/server/accounts/profiles/test_favourite.py"

# What the recipe adds to the end of each file.
ADDITIONS = {
    f"{PACKAGE}/schemas.py": """

class FavouriteChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    \"\"\"The cultivar that a member likes best.\"\"\"

    cultivar: str
""",
    f"{PACKAGE}/rules.py": """

def checked_favourite(cultivar: str) -> str:
    if cultivar not in CULTIVARS:
        raise Refusal("profileEdit.errors.unknownCultivar", 422)
    return cultivar
""",
    f"{PACKAGE}/actions.py": """

async def save_favourite(
    transaction: Transaction, member: Member, *, cultivar: str, now: datetime
) -> None:
    await _update(transaction, member, favorite_tea_variety=cultivar, updated_at=now)
""",
    f"{PACKAGE}/endpoints.py": """

@put(
    "/api/profiles/me/favourite",
    operation_id="putMyFavourite",
    summary="Choose the favourite cultivar",
    guards=[members_only()],
    status_code=204,
)
async def put_favourite(
    data: JSONBody[FavouriteChange], profiles: FromProfiles, member: FromMember
) -> Response[None]:
    cultivar = checked_favourite(data.cultivar)
    async with transaction(profiles.database) as opened:
        await save_favourite(opened, member, cultivar=cultivar, now=profiles.now())
    return Response(None, status_code=204, headers=PRIVATE)


HANDLERS = (*HANDLERS, put_favourite)
""",
    "client/accounts/profiles/actions.ts": """
export function saveFavourite(session: Session, body: FavouriteChange): Promise<void> {
  const change = { method: "PUT", path: `${path}/favourite`, body } as const;
  return session.change((csrf) => sendJson(change, csrf));
}
""",
    "tests/server/access_rules.toml": """
["PUT /api/profiles/me/favourite"]
nobody = 401
suspended = 403
owner = 204
body = { cultivar = "saemidori" }
""",
    TEST: """import pytest

from tests.server.members import Browser

pytestmark = pytest.mark.anyio
PATH = "/api/profiles/me/favourite"


async def test_visitor_cannot_choose_a_favourite(visitor: Browser) -> None:
    response = await visitor.change("PUT", PATH, json={"cultivar": "saemidori"})

    assert response.status_code == 401


async def test_favourite_is_saved(hana: Browser) -> None:
    response = await hana.change("PUT", PATH, json={"cultivar": "saemidori"})

    assert response.status_code == 204
    profile = (await hana.get("/api/profiles/me")).json()
    assert profile["favorite_tea_variety"] == "saemidori"


async def test_unknown_favourite_is_refused(hana: Browser) -> None:
    response = await hana.change("PUT", PATH, json={"cultivar": "coffee"})

    assert response.json()["code"] == "profileEdit.errors.unknownCultivar"
""",
}

# The imports that the additions need: old text, new text.
IMPORTS = {
    f"{PACKAGE}/endpoints.py": (
        ("import save_language,", "import save_favourite, save_language,"),
        ("import ReservedNames, ", "import ReservedNames, checked_favourite, "),
        ("    CurrentMember,\n", "    CurrentMember,\n    FavouriteChange,\n"),
    ),
    "client/accounts/profiles/actions.ts": (
        ("  CurrentMember,\n", "  CurrentMember,\n  FavouriteChange,\n"),
    ),
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with the action, and the contracts written from it."""
    folder = tmp_path_factory.mktemp("project")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in LINKED:
        (folder / name).symlink_to(ROOT / name)
    for name, added in ADDITIONS.items():
        file = folder / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for old, new in IMPORTS.get(name, ()):
            assert old in text, f"{name} has no {old!r}"
            text = text.replace(old, new, 1)
        file.write_text(text + added, encoding="utf-8")
    run(folder, sys.executable, "-m", "server.describe")
    run(folder, str(Path(sys.executable).with_name("node")), "client/wire/generate.mjs")
    return folder


def test_contracts_describe_the_action(project: Path) -> None:
    api, types = ((project / name).read_text(encoding="utf-8") for name in GENERATED)

    assert "putMyFavourite" in api
    assert "interface FavouriteChange" in types


def test_action_is_callable_and_in_the_table_of_access_rules(project: Path) -> None:
    table = "tests/server/test_access_rules.py"
    missing = f"{table}::test_access_table_contains_every_operation"

    output = run(project, sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", TEST, missing)

    assert re.search(r"^4 passed", output, re.MULTILINE), output


def test_client_action_has_the_types_of_the_contract(project: Path) -> None:
    run(project, str(ROOT / "node_modules/.bin/tsc"), "--noEmit")


def test_recipe_names_the_files_that_are_added_to() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    recipe = readme.partition("## Add an action\n")[2].partition("\n## ")[0]
    named = {path for path in re.findall(r"`([\w/.]+\.(?:py|ts|toml|json))`", recipe)}

    assert named == {*ADDITIONS, *GENERATED}


def run(folder: Path, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
