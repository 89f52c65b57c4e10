"""Tests that the privacy policy names all storage keys and cookies of the code."""

from pathlib import Path

import msgspec
import pytest

from tests.architecture.source_tree import expect_none
from tests.contracts.privacy.storage import Stored, keys_of, stored_by_client, stored_by_host
from tests.contracts.tables import LANGUAGES, messages

TABLE = Path(__file__).with_name("kept_in_browser.json")
# Paragraphs of the policy: cookies, keys that stay, keys that are removed with the tab.
COOKIES, STAYING, UNTIL_CLOSED = 1, 2, 3


class Kept(msgspec.Struct, frozen=True):
    """Storage keys or cookies, with the words of the English and Japanese policy for them."""

    places: list[str]
    keys: list[str]
    en: str
    ja: str

    @property
    def paragraph(self) -> int:
        """Number of the policy's paragraph that must name them."""
        if self.places == ["cookie"]:
            return COOKIES
        return UNTIL_CLOSED if self.places == ["sessionStorage"] else STAYING


KEPT = msgspec.json.decode(TABLE.read_bytes(), type=list[Kept])


@pytest.fixture(scope="module")
def stored() -> list[Stored]:
    """Every statement of client and host that stores something."""
    return [*stored_by_client(), *stored_by_host()]


def test_every_key_of_the_code_can_be_found(stored: list[Stored]) -> None:
    expect_none(one.path for one in stored if not one.keys)


def test_table_has_every_key_of_client_and_host_and_no_other(stored: list[Stored]) -> None:
    listed = {(place, key) for kept in KEPT for place in kept.places for key in kept.keys}

    assert sorted(keys_of(stored)) == sorted(listed)


@pytest.mark.parametrize("language", LANGUAGES)
def test_policy_names_all_of_the_table(language: str) -> None:
    paragraphs = messages(language)["privacy.sections.cookies.body"].split("\n\n")

    missing = (
        (kept.keys, phrase)
        for kept in KEPT
        if (phrase := getattr(kept, language)) not in paragraphs[kept.paragraph]
    )

    expect_none(missing)


def in_files(root: Path, files: dict[str, str]) -> Path:
    """Writes files below a folder and returns it."""
    for name, code in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(code, encoding="utf-8")
    return root


@pytest.mark.parametrize(
    ("code", "places", "keys"),
    [
        ('localStorage.setItem("tea", "1");', ["localStorage"], ["tea"]),
        ('const a = "tea"; window.localStorage.setItem(a, "1");', ["localStorage"], ["tea"]),
        (
            'import { a } from "./keys.ts"; sessionStorage.setItem(a, "1");',
            ["sessionStorage"],
            ["cup"],
        ),
        (
            "const of = (id: string) => `tea:${id}`; sessionStorage.setItem(of('1'), '1');",
            ["sessionStorage"],
            ["tea:…"],
        ),
        (
            'type Key = "tea" | "cup"; function set(key: Key) { localStorage.setItem(key, "1"); }',
            ["localStorage"],
            ["tea", "cup"],
        ),
        (
            'const a = "tea"; function set(key: typeof a, place: "localStorage") '
            '{ window[place].setItem(key, "1"); }',
            ["localStorage", "sessionStorage"],
            ["tea"],
        ),
        ("document.cookie = `tea=${1}; Path=/`;", ["cookie"], ["tea"]),
        ('function set(key: string) { localStorage.setItem(key, "1"); }', ["localStorage"], []),
        ('localStorage.tea = "1";', [], []),
        ("const kept = localStorage;", [], []),
        ('indexedDB.open("tea");', [], []),
    ],
)
def test_made_up_key_is_found(
    tmp_path: Path, code: str, places: list[str], keys: list[str]
) -> None:
    root = in_files(tmp_path, {"client/a.ts": code, "client/keys.ts": 'export const a = "cup";'})

    [found] = stored_by_client(root)

    assert (found.path, found.places, found.keys) == ("client/a.ts", places, keys)


@pytest.mark.parametrize(
    ("code", "keys"),
    [
        ('response.set_cookie("tea", "1")', ["tea"]),
        ('Cookie(key="tea", value="1")', ["tea"]),
        ("Cookie(name_of(), value=1)", []),
        ('headers.append((b"set-cookie", b"tea=1"))', []),
    ],
)
def test_made_up_cookie_of_the_host_is_found(tmp_path: Path, code: str, keys: list[str]) -> None:
    root = in_files(tmp_path, {"server/app.py": code})

    [found] = stored_by_host(root)

    assert found.keys == keys
