"""Texts of the share card of a comparison, made from the messages and the records."""

from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import ROUTES, Language
from server.discovery.cards.card_texts import SEPARATOR, DescribedCard, vertical_text
from server.media.imaging.open_graph.card_data import Compared, ComparisonCard, SiteName
from server.pages.comparison import name_of, names_of


def comparison_card(
    ids: tuple[str, ...], language: Language, site: SiteName
) -> DescribedCard | None:
    """Returns the card of a comparison: the records in the reader's order.

    None unless the ids are those of two to `compared_records` different records.
    """
    is_canonical = len(set(ids)) == len(ids) and all(id in CULTIVARS for id in ids)
    if not is_canonical or not 1 < len(ids) <= LIMITS.compared_records:
        return None
    title = text(language, "comparison.meta.title", names=names_of(ids, language))
    card = ComparisonCard(
        language=language,
        site=site.of(language),
        upright=vertical_text(ROUTES["compare"]),
        heading=text(language, "comparison.caption"),
        compared=tuple(_compared(id, language) for id in ids),
    )
    alt = text(language, "outside.card.page", site=site.of(language), title=title)
    return DescribedCard(card, alt)


def _compared(id: str, language: Language) -> Compared:
    """Returns a record as its row shows it: name, name in the other language, and epithet."""
    record = CULTIVARS[id]
    name, other = name_of(id, language), name_of(id, "en" if language == "ja" else "ja")
    epithet = record.epithet if language == "ja" else record.epithet_en
    below = SEPARATOR.join(part for part in (other, epithet) if part != name)
    return Compared(name, below)
