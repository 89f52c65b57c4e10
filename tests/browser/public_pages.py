"""Every public page in both languages, with missing pages."""

from typing import NamedTuple

from server.contracts.routes import LANGUAGES, Language
from tests.journeys.addresses import MISSING_PAGES, OPEN_PAGES

# What readers open most; these are swept in both languages.
MAIN_PAGES = frozenset({"home", "cultivars", "cultivar"})


class PageCase(NamedTuple):
    """Page with its expected status."""

    name: str
    language: Language
    path: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.name}-{self.language}"


def _prefix(language: Language) -> str:
    return "/ja" if language == "ja" else ""


# The callback leaves at once for where the reader belongs: tests/browser/sessions follows it.
RENDERED_PAGES = [place for place in OPEN_PAGES if place.route != "authCallback"]

PAGE_CASES = [
    *(PageCase(place.route, place.language, place.path()) for place in RENDERED_PAGES),
    *(PageCase("missingPost", place.language, place.path(), 404) for place in MISSING_PAGES),
    *(PageCase("notFound", one, f"{_prefix(one)}/nothing", 404) for one in LANGUAGES),
    *(
        PageCase("missingCultivar", one, f"{_prefix(one)}/cultivars/nothing", 404)
        for one in LANGUAGES
    ),
    *(
        PageCase("filtered", one, f"{_prefix(one)}/cultivars?search=midori&lineage=0&page=2")
        for one in LANGUAGES
    ),
    *(
        PageCase("comparison", one, f"{_prefix(one)}/compare?ids=seimei,saemidori,okumidori,z1")
        for one in LANGUAGES
    ),
    *(PageCase("mapOfPosts", one, f"{_prefix(one)}/map?show=posts") for one in LANGUAGES),
    *(PageCase("fewFacts", one, f"{_prefix(one)}/cultivars/z1") for one in LANGUAGES),
    *(PageCase("founder", one, f"{_prefix(one)}/cultivars/yabukita") for one in LANGUAGES),
]
