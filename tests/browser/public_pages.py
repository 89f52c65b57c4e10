"""Every public page in both languages, with missing pages and further states of pages."""

from typing import NamedTuple

from server.contracts.routes import LANGUAGES, Language
from tests.journeys.addresses import MISSING_PAGES, OPEN_PAGES

# The pages that are read most: `make test` opens them in both languages.
MAIN_PAGES = frozenset({"home", "cultivars", "cultivar"})


class PageCase(NamedTuple):
    """Path of a page in a language, with its expected status."""

    name: str
    language: Language
    path: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.name}-{self.language}"


def _prefix(language: Language) -> str:
    return "/ja" if language == "ja" else ""


# The callback of the login redirects at once; tests/browser/sessions tests it.
RENDERED_PAGES = [page for page in OPEN_PAGES if page.route != "authCallback"]

PAGE_CASES = [
    *(PageCase(page.route, page.language, page.path()) for page in RENDERED_PAGES),
    *(PageCase("missingPost", page.language, page.path(), 404) for page in MISSING_PAGES),
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
