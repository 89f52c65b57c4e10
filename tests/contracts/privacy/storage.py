"""Search of the code for what it stores in a browser: storage keys and cookies."""

import ast
import importlib
import inspect
import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from server.accounts.sessions.cookies import Cookies
from tests.architecture.source_tree import NODE, PROJECT, files_below

SCRIPT = Path(__file__).with_name("storageKeys.mjs")
PREFIX = "__Host-"
# The file with the class `Cookies`, which has the names of all cookies.
COOKIES = "server/accounts/sessions/cookies.py"
# Files with the header `set-cookie` that set no cookie of their own.
WITHOUT_OWN_COOKIES = {
    "server/accounts/sessions/authentication.py",
    "server/accounts/sessions/remembered_sign_out.py",
    "server/pages/cache/entries.py",
}
_HASH = re.compile(r"[0-9a-f]{16}$")


class Stored(msgspec.Struct, frozen=True):
    """Statement that stores something in a browser; without keys if they could not be found."""

    path: str
    places: list[str]
    keys: list[str]


def stored_by_client(root: Path = PROJECT) -> list[Stored]:
    """Returns the statements of the client that store something."""
    names = [name for name in _names_below(root, "client") if re.search(r"\.[tj]sx?$", name)]
    found = subprocess.run(
        [NODE, SCRIPT], input="\n".join(names), capture_output=True, text=True, check=True, cwd=root
    )
    return msgspec.json.decode(found.stdout, type=list[Stored])


def stored_by_host(root: Path = PROJECT) -> list[Stored]:
    """Returns the statements of the host that set cookies."""
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
    """Yields the cookies' names for each statement that sets some; an empty list if unknown."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and _is_cookie(node.func):
            key = node.args[0] if node.args else _keyword(node, "key")
            yield _names(path, key)
        is_header = isinstance(node, ast.Constant) and node.value in (b"set-cookie", "set-cookie")
        if is_header and path not in WITHOUT_OWN_COOKIES:
            yield []


def _is_cookie(function: ast.expr) -> bool:
    """Returns whether a call makes or sets a cookie."""
    name = getattr(function, "id", None) or getattr(function, "attr", None)
    return name in ("Cookie", "set_cookie")


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((one.value for one in call.keywords if one.arg == name), None)


def _names(path: str, key: ast.expr | None) -> list[str]:
    """Returns the names that an expression can have: a literal, a constant, or all of Cookies."""
    if isinstance(key, ast.Constant):
        return [str(key.value)]
    if path == COOKIES:
        return sorted(_names_of_cookies())
    module = importlib.import_module(path.removesuffix(".py").replace("/", "."))
    value = getattr(module, getattr(key, "id", ""), None)
    return [value] if isinstance(value, str) else []


def _names_of_cookies() -> Iterator[str]:
    """Yields all names of Cookies, with "…" for a part that depends on the sign-in."""
    cookies = Cookies(is_https=False)
    for name, member in inspect.getmembers(Cookies):
        if isinstance(member, property):
            yield str(member.fget(cookies)) if member.fget else ""
        elif inspect.isfunction(member) and not name.startswith("_"):
            yield _HASH.sub("…", str(member(cookies, "state")))


def keys_of(statements: Iterable[Stored]) -> set[tuple[str, str]]:
    """Returns pairs of place and key, without the prefix of cookies over https."""
    return {
        (place, key.removeprefix(PREFIX))
        for statement in statements
        for place in statement.places
        for key in statement.keys
    }
