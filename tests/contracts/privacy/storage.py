"""Finds what the site stores in a browser: keys of the client's storages, and cookies of both."""

import ast
import importlib
import inspect
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from server.accounts.sessions.cookies import Cookies
from tests.architecture.house import NODE, PROJECT, files_below

SCRIPT = Path(__file__).with_name("storageKeys.mjs")
PREFIX = "__Host-"
# Where the names of cookies are made; `Cookies` has them all.
COOKIES = "server/accounts/sessions/cookies.py"
# Files that name the header, but pass on cookies of another file or only look for them.
PASSED_ON = {
    "server/accounts/sessions/authentication.py",
    "server/accounts/sessions/remembered_sign_out.py",
    "server/pages/cache/entries.py",
}
_HASH = re.compile(r"[0-9a-f]{16}$")


class Stored(msgspec.Struct, frozen=True):
    """One statement of a file that stores something; without keys if none could be found."""

    path: str
    places: list[str]
    keys: list[str]


def stored_by_client(root: Path = PROJECT) -> list[Stored]:
    """Returns what the files of the client store."""
    names = [name for name in _names_below(root, "client") if re.search(r"\.[tj]sx?$", name)]
    found = subprocess.run(
        [NODE, SCRIPT], input="\n".join(names), capture_output=True, text=True, check=True, cwd=root
    )
    return msgspec.json.decode(found.stdout, type=list[Stored])


def stored_by_host(root: Path = PROJECT) -> list[Stored]:
    """Returns the cookies that the files of the host set."""
    return [
        Stored(name, ["cookie"], keys)
        for name in _names_below(root, "server")
        if name.endswith(".py")
        for keys in _cookies_of(name, (root / name).read_text(encoding="utf-8"))
    ]


def _names_below(root: Path, top: str) -> list[str]:
    """Returns the paths of the files in a folder of the project."""
    names = (path.relative_to(root).as_posix() for path in files_below(root))
    return [name for name in names if name.startswith(f"{top}/")]


def _cookies_of(path: str, code: str) -> Iterator[list[str]]:
    """Yields the names of the cookies of each statement that sets some; none if unknown."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and _is_cookie(node.func):
            key = node.args[0] if node.args else _keyword(node, "key")
            yield _names(path, key)
        is_header = isinstance(node, ast.Constant) and node.value in (b"set-cookie", "set-cookie")
        if is_header and path not in PASSED_ON:
            yield []


def _is_cookie(function: ast.expr) -> bool:
    """Returns whether a call makes or sets a cookie."""
    name = getattr(function, "id", None) or getattr(function, "attr", None)
    return name in ("Cookie", "set_cookie")


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((one.value for one in call.keywords if one.arg == name), None)


def _names(path: str, key: ast.expr | None) -> list[str]:
    """Returns the names that an expression stands for: a text, a constant, or those of Cookies."""
    if isinstance(key, ast.Constant):
        return [str(key.value)]
    if path == COOKIES:
        return sorted(_names_of_cookies())
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    value = getattr(module, getattr(key, "id", ""), None)
    return [value] if isinstance(value, str) else []


def _names_of_cookies() -> Iterator[str]:
    """Yields all names of Cookies; of a name that depends on a sign-in its beginning."""
    cookies = Cookies(is_https=False)
    for name, member in inspect.getmembers(Cookies):
        if isinstance(member, property):
            yield str(member.fget(cookies)) if member.fget else ""
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield _HASH.sub("…", str(member(cookies, "state")))


def keys_of(stored: Iterable[Stored]) -> set[tuple[str, str]]:
    """Returns place and key of each; the prefix of cookies on https is no part of the key."""
    return {
        (place, key.removeprefix(PREFIX))
        for one in stored
        for place in one.places
        for key in one.keys
    }
