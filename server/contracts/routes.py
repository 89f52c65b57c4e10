"""Addresses of all pages in both languages, from the shared table."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args
from urllib.parse import quote

from server.contracts.files import SHARED, Strict, broken, read

Language = Literal["en", "ja"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
PREFIXES: Mapping[Language, str] = {"en": "", "ja": "/ja"}


class RouteRecord(Strict, frozen=True):
    """Entry of shared/routes.json."""

    path: str
    params: dict[str, Literal["slug", "integer"]]
    frame: Literal["main", "bare"]
    footer: bool
    guard: Literal["everyone", "members"]
    indexed: bool
    preload: tuple[str, ...]
    needs: tuple[str, ...]
    query: tuple[str, ...]
    component: str
    messages: tuple[str, ...]
    title: str
    description: str
    # A page of several chosen values: not indexed, not cached, and limited like searches.
    combination: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """Route of a page: its name and its entry in the table."""

    name: str
    record: RouteRecord

    def pattern(self, language: Language) -> str:
        """Returns the path in a language, with `{}` around its parameters."""
        path = self.record.path
        return PREFIXES[language] + (f"/{path}" if path else "") or "/"


@dataclass(frozen=True, slots=True)
class Match:
    """Route, language and parameters that a path names."""

    route: Route
    language: Language
    params: dict[str, str]


_PART = r"(?:[a-z0-9-]+|{\w+})"
_PATH = re.compile(f"(?:{_PART}(?:/{_PART})*)?")
# Routes that the host's code names.
NEEDED = frozenset(
    {
        "account", "authCallback", "breeder", "breeders", "calendar", "collection", "community",
        "compare", "cultivar", "cultivars", "databaseInfo", "home", "lineage", "login", "member",
        "moderationLog", "notifications", "pedigree", "post", "prefecture", "profile", "relation",
        "suspended",
    }
)  # fmt: skip


def load_routes(path: Path) -> dict[str, Route]:
    """Reads the route table.

    Raises StartRefused if a route that the host needs is missing, if parameters and path differ, or
    for a path that is invalid or that two pages have.
    """
    records = read(path, dict[str, RouteRecord])
    for name in sorted(NEEDED - records.keys()):
        raise broken(path, f"the route is missing - at `$.{name}`")
    owners: dict[str, str] = {}
    for name, record in records.items():
        if not _PATH.fullmatch(record.path):
            raise broken(path, f'"{record.path}" is no path - at `$.{name}.path`')
        for language in LANGUAGES:
            pattern = re.sub(r"{\w+}", "{}", Route(name, record).pattern(language))
            owner = owners.setdefault(pattern, name)
            if owner != name:
                raise broken(path, f"the path is that of `$.{owner}` too - at `$.{name}.path`")
        if set(re.findall(r"{(\w+)}", record.path)) != set(record.params):
            raise broken(path, f"`$.{name}.params` must name exactly the parameters of its path")
    return {name: Route(name, record) for name, record in records.items()}


ROUTES: Mapping[str, Route] = load_routes(SHARED / "routes.json")

_EXPRESSIONS = {"slug": r"[a-z0-9]+(?:-[a-z0-9]+)*", "integer": r"[1-9][0-9]{0,17}"}


def _expression(route: Route, language: Language) -> re.Pattern[str]:
    """Returns the regular expression of a route's path in one language."""
    pattern = re.escape(route.pattern(language)).replace(r"\{", "{").replace(r"\}", "}")
    for name, kind in route.record.params.items():
        pattern = pattern.replace(f"{{{name}}}", f"(?P<{name}>{_EXPRESSIONS[kind]})")
    return re.compile(pattern)


_MATCHERS = tuple(
    (_expression(route, language), route, language)
    for language in LANGUAGES
    for route in ROUTES.values()
)


def match(path: str) -> Match | None:
    """Returns the page at exactly this decoded path; None without one."""
    for expression, route, language in _MATCHERS:
        found = expression.fullmatch(path)
        if found:
            return Match(route, language, found.groupdict())
    return None


def language_of(path: str) -> Language:
    """Returns the language of a path: Japanese below /ja."""
    return "ja" if path == "/ja" or path.startswith("/ja/") else "en"


def in_language(path: str, language: Language) -> str:
    """Returns the path of the same page in `language`; keeps query and fragment."""
    bare = re.sub(r"^/ja(?=[/?#]|$)", "", path)
    if language == "en":
        return bare if bare.startswith("/") else f"/{bare}"
    return "/ja" + re.sub(r"^/(?=[?#]|$)", "", bare)


def path_for(name: str, language: Language, *, params: Mapping[str, str] | None = None) -> str:
    """Returns the path of a page with its parameters filled in and encoded."""
    path = ROUTES[name].pattern(language)
    for param, value in (params or {}).items():
        path = path.replace(f"{{{param}}}", quote(value, safe=""))
    return path


def page_url(
    origin: str, name: str, *, language: Language, params: Mapping[str, str] | None = None
) -> str:
    """Returns the whole address of a page."""
    return origin + path_for(name, language, params=params)
