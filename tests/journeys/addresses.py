"""Pages of every route in both languages, with their paths."""

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, ROUTES, Language, path_for

# Routes that search engines must list; written out, so that a wrong route table is noticed.
FOUND_BY_SEARCH = {
    "home", "cultivars", "cultivar", "community", "about", "terms", "privacy", "legal",
    "databaseInfo", "conflicts", "unconfirmedNames", "contact", "relations", "lineages", "lineage",
    "statistics", "timeline", "breeders", "breeder", "map", "prefecture",
    "calendar", "pedigree", "guidelines",
}  # fmt: skip

# Parameters of the paths: records with much to show; posts, members and collections do not exist.
PARAMS = {
    "cultivar": {"id": "saemidori"},
    "relation": {"a": "seimei", "b": "saemidori"},
    "lineage": {"code": "4"},
    "breeder": {"id": "kyoto"},
    "prefecture": {"id": "kagoshima"},
    "post": {"id": "1"},
    "postEdit": {"id": "1"},
    "member": {"id": "nobody"},
    "collection": {"id": "nothing"},
}


class RoutePage(NamedTuple):
    """Page of a route in one language."""

    route: str
    language: Language

    def path(self, language: Language | None = None) -> str:
        """Returns the path in this page's language, or in another one."""
        return path_for(self.route, language or self.language, params=PARAMS.get(self.route))

    @property
    def paths(self) -> dict[Language, str]:
        return {language: self.path(language) for language in LANGUAGES}

    def __str__(self) -> str:
        return f"{self.route}-{self.language}"


def _pages(*, guard: str) -> list[RoutePage]:
    return [
        RoutePage(name, language)
        for name, route in ROUTES.items()
        if route.record.guard == guard
        for language in LANGUAGES
    ]


# The language in which `make test` runs a test of a route; `make audit` runs the other one too.
LANGUAGE_OF: dict[str, Language] = {
    name: LANGUAGES[number % len(LANGUAGES)] for number, name in enumerate(ROUTES)
}


def half(paths: Iterable[str], *, is_other: bool) -> list[str]:
    """Returns the English path of one page, the Japanese one of the next, and so on; or the others.

    In `paths`, the Japanese path of a page follows its English one.
    """
    return [path for index, path in enumerate(paths) if (index % 4 in {0, 3}) != is_other]


# Parameters for `half`: `make test` runs one half of a sweep, `make audit` also the other.
HALVES = [pytest.param(False, id="half"), pytest.param(True, id="other", marks=pytest.mark.audit)]

MEMBERS_PAGES = _pages(guard="members")
# Routes of what members write; on a site without members their pages are missing.
_OF_MEMBERS = {"post", "member", "collection", "report"}
MISSING_PAGES = [page for page in _pages(guard="everyone") if page.route in _OF_MEMBERS]
OPEN_PAGES = [page for page in _pages(guard="everyone") if page.route not in _OF_MEMBERS]
CANONICAL_PAGES = [page for page in OPEN_PAGES if page.route != "authCallback"]
CULTIVAR_PATHS: dict[Language, dict[str, str]] = {
    language: {id: path_for("cultivar", language, params={"id": id}) for id in CULTIVARS}
    for language in LANGUAGES
}
