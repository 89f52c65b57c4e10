"""Every page that a visitor can come to, in both languages, those that say "not found" included."""

from typing import NamedTuple

from server.contracts.routes import LANGUAGES, Language
from tests.journeys.addresses import MISSING_PLACES, OPEN_PLACES


class Sight(NamedTuple):
    """A page to look at."""

    name: str
    language: Language
    path: str
    status: int = 200

    def __str__(self) -> str:
        return f"{self.name}-{self.language}"


def _prefix(language: Language) -> str:
    return "/ja" if language == "ja" else ""


# The callback leaves at once for where the reader belongs: tests/browser/sessions follows it.
STAYING_PLACES = [place for place in OPEN_PLACES if place.route != "authCallback"]

SIGHTS = [
    *(Sight(place.route, place.language, place.path()) for place in STAYING_PLACES),
    *(Sight("missingPost", place.language, place.path(), 404) for place in MISSING_PLACES),
    *(Sight("notFound", one, f"{_prefix(one)}/nothing", 404) for one in LANGUAGES),
    *(Sight("missingCultivar", one, f"{_prefix(one)}/cultivars/nothing", 404) for one in LANGUAGES),
    *(
        Sight("filtered", one, f"{_prefix(one)}/cultivars?search=midori&lineage=0&page=2")
        for one in LANGUAGES
    ),
    *(Sight("fewFacts", one, f"{_prefix(one)}/cultivars/z1") for one in LANGUAGES),
    *(Sight("founder", one, f"{_prefix(one)}/cultivars/yabukita") for one in LANGUAGES),
]
