"""The steps of the README's recipe "Add an action"."""

from pathlib import Path

PACKAGE = "server/accounts/profiles"
TEST = "tests/server/accounts/profiles/test_favourite.py"

# Code that the recipe appends to each file, or a new file.
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


def carry_out(folder: Path) -> None:
    """Carries out the recipe in a copy of the project."""
    for name, added in ADDITIONS.items():
        file = folder / name
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        for old, new in IMPORTS.get(name, ()):
            assert old in text, f"{name} has no {old!r}"
            text = text.replace(old, new, 1)
        file.write_text(text + added, encoding="utf-8")
