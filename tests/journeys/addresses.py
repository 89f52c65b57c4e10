"""Paths of every route in both languages."""

from collections.abc import Iterable
from typing import NamedTuple

import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, ROUTES, Language, path_for

# What search engines are to list, whatever the route table says.
FOUND_BY_SEARCH = {
    "home", "cultivars", "cultivar", "community", "about", "terms", "privacy", "legal",
    "databaseInfo", "conflicts", "unconfirmedNames", "contact", "relations", "lineages", "lineage",
    "statistics", "timeline", "breeders", "breeder", "map", "prefecture",
    "calendar", "pedigree", "guidelines",
}  # fmt: skip

# What stands in an address for a parameter: a record with much to show, no post and no member.
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


class Place(NamedTuple):
    """A route in a language."""

    route: str
    language: Language

    def path(self, language: Language | None = None) -> str:
        return path_for(self.route, language or self.language, params=PARAMS.get(self.route))

    @property
    def paths(self) -> dict[Language, str]:
        return {language: self.path(language) for language in LANGUAGES}

    def __str__(self) -> str:
        return f"{self.route}-{self.language}"


def _places(*, guard: str) -> list[Place]:
    return [
        Place(name, language)
        for name, route in ROUTES.items()
        if route.record.guard == guard
        for language in LANGUAGES
    ]


# One language of each route, where a test asks of both the same; the audit asks for the other.
LANGUAGE_OF: dict[str, Language] = {
    name: LANGUAGES[number % len(LANGUAGES)] for number, name in enumerate(ROUTES)
}


def half(paths: Iterable[str], *, is_other: bool) -> list[str]:
    """Returns each page in one language, by turns, or in its other language.

    The Japanese path of a page follows its English one.
    """
    return [path for place, path in enumerate(paths) if (place % 4 in {0, 3}) != is_other]


# Of a sweep that asks of both languages the same: one half, and the other for the audit.
HALVES = [pytest.param(False, id="half"), pytest.param(True, id="other", marks=pytest.mark.audit)]

MEMBERS_PLACES = _places(guard="members")
# Nobody has come yet: there is no post and no member, and their addresses say so.
_OF_PEOPLE = {"post", "member", "collection", "report"}
MISSING_PLACES = [place for place in _places(guard="everyone") if place.route in _OF_PEOPLE]
OPEN_PLACES = [place for place in _places(guard="everyone") if place.route not in _OF_PEOPLE]
ADDRESSED_PLACES = [place for place in OPEN_PLACES if place.route != "authCallback"]
CULTIVAR_PATHS: dict[Language, dict[str, str]] = {
    language: {id: path_for("cultivar", language, params={"id": id}) for id in CULTIVARS}
    for language in LANGUAGES
}
