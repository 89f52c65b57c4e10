"""Facts about prefectures with a page: tea area and recommended cultivars."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from server.contracts.catalogue import CULTIVARS, SOURCES
from server.contracts.claims import Claim, Source, is_read_in_notes_alone
from server.contracts.cultivar import Cultivar
from server.contracts.evidence import InBoth
from server.contracts.files import SHARED, Strict, broken, read
from server.contracts.reference import PREFECTURES


class TeaArea(Claim, frozen=True, kw_only=True):
    """Area of tea in a year, in hectares."""

    year: int
    hectares: Annotated[float, Meta(gt=0)]
    note: InBoth | None


class Recommendation(Claim, frozen=True, kw_only=True):
    """Cultivars that a prefecture recommended, and when."""

    cultivars: Annotated[tuple[str, ...], Meta(min_length=1)]
    when: InBoth
    note: InBoth | None


class PrefectureFacts(Strict, frozen=True):
    """Facts that sources state about a prefecture; the areas by year."""

    areas: tuple[TeaArea, ...]
    recommended: tuple[Recommendation, ...]


def load_prefecture_facts(
    path: Path, *, cultivars: Mapping[str, Cultivar], sources: Mapping[str, Source]
) -> Mapping[str, PrefectureFacts]:
    """Reads the table; raises StartRefused for an unknown prefecture, record or source.

    Also for areas that are not in order of their years, and claims without fitting sources.
    """
    found = read(path, dict[str, PrefectureFacts])
    for id, facts in found.items():
        years = [area.year for area in facts.areas]
        if id not in PREFECTURES:
            raise broken(path, f"the prefecture is not known - at `$.{id}`")
        if years != sorted(set(years)):
            raise broken(path, f"the areas are not in order, one a year - at `$.{id}`")
        for wrong in (*_wrong_claims(facts, sources), *_unknown_records(facts, cultivars)):
            raise broken(path, f"{wrong} - at `$.{id}`")
    return found


def _wrong_claims(facts: PrefectureFacts, sources: Mapping[str, Source]) -> Iterator[str]:
    """Yields claims whose sources are missing or do not fit."""
    for claim in (*facts.areas, *facts.recommended):
        if not claim.sources:
            yield "a claim has no source"
        if not claim.document_fits_basis:
            yield "`basis` and `quoted` do not agree"
        if is_read_in_notes_alone(claim, sources):
            yield "notes alone are no source that was read"
        yield from (f'"{key}" is not known' for key in claim.sources if key not in sources)


def _unknown_records(facts: PrefectureFacts, cultivars: Mapping[str, Cultivar]) -> Iterator[str]:
    """Yields recommended records that the catalogue does not have."""
    for row in facts.recommended:
        yield from (
            f'the record "{id}" is not known' for id in row.cultivars if id not in cultivars
        )


PREFECTURE_FACTS = load_prefecture_facts(
    SHARED / "catalogue" / "prefectures.json", cultivars=CULTIVARS, sources=SOURCES
)
_ORIGINS = {cultivar.origin_en for cultivar in CULTIVARS.values()}
# From north to south.
PREFECTURE_PAGES: tuple[str, ...] = tuple(
    id
    for id, one in sorted(PREFECTURES.items(), key=lambda item: item[1].order)
    if one.name in _ORIGINS or id in PREFECTURE_FACTS
)
