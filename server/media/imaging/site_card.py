"""Share card of the home page and of every page without a card of its own."""

from typing import NamedTuple

from server.contracts.catalogue import CULTIVARS
from server.contracts.locales import text
from server.contracts.routes import Language
from server.media.imaging.open_graph.card_data import PageCard


class SiteName(NamedTuple):
    """Name of the site in each language."""

    en: str
    ja: str

    def of(self, language: Language) -> str:
        return self.ja if language == "ja" else self.en


def site_card(language: Language, name: SiteName) -> PageCard:
    params: dict[str, str | int] = {"count": len(CULTIVARS), "site": name.of(language)}
    return PageCard(
        language=language,
        site=name.of(language),
        upright=(text("ja", "home.vertical.first"), text("ja", "home.vertical.second")),
        title=text(language, "home.meta.title", **params),
        line=text(language, "home.meta.description", **params),
    )
