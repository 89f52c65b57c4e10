"""Conversion of the catalogue into its published form."""

import msgspec

from server.contracts import cultivar as stored
from server.contracts import evidence as observed
from server.contracts import history
from server.contracts.catalogue import CULTIVARS, EDITION, LINEAGE_GROUPS, SOURCES, UNCLASSIFIED
from server.contracts.evidence import OBSERVATIONS
from server.contracts.history import CHANGELOG, new_records
from server.contracts.locales import text
from server.contracts.routes import page_url
from server.discovery.opendata.schemas import (
    Catalogue,
    Change,
    Changelog,
    Components,
    Cultivar,
    InBoth,
    Lineage,
    OtherHarvest,
    ParentName,
    Record,
    Registered,
    Revision,
    Right,
    Source,
    Traits,
)

FOLDER = "/data/v1"
SCHEMA = f"{FOLDER}/schema.json"
UNCLASSIFIED_GROUP = "14"
# Of the catalogue as a data set; structured data and the citation on the page have the same.
DATASET_NAME = text("en", "databaseInfo.dataset.name")


def schema_url(origin: str) -> str:
    """Returns the identifier of the schema, with its version as a query, which the host ignores."""
    return f"{origin}{SCHEMA}?version={EDITION.version}"


def publish(origin: str, site: str) -> Catalogue:
    """Returns the whole catalogue in its published form."""
    return Catalogue(
        schema_=schema_url(origin),
        name=DATASET_NAME,
        version=EDITION.version,
        published=EDITION.published,
        modified=EDITION.modified,
        licence=EDITION.licence,
        attribution=f"{site}, {origin}",
        url=f"{origin}{FOLDER}/cultivars.json",
        cultivars=tuple(_publish_cultivar(origin, id) for id in sorted(CULTIVARS)),
    )


def record_of(whole: Catalogue, cultivar: Cultivar) -> Record:
    """Returns the file of one record, which has the catalogue's licence and address too."""
    return Record(
        schema_=f"{whole.schema_}#/$defs/Record",
        version=whole.version,
        licence=whole.licence,
        attribution=whole.attribution,
        cultivar=cultivar,
    )


def changelog() -> Changelog:
    """Returns the changes of each edition in their published form, the newest first."""
    return Changelog(
        versions=tuple(
            Change(
                version=version,
                date=change.date,
                note=InBoth(ja=change.ja, en=change.en),
                cultivars=change.cultivars,
                added=new_records(version),
                revisions={
                    id: tuple(map(_publish_revision, revisions))
                    for id, revisions in CHANGELOG.get(version, {}).items()
                },
            )
            for version, change in reversed(EDITION.changes.items())
        )
    )


def _publish_revision(known: history.Revision) -> Revision:
    """Returns a revision as it is published."""
    return Revision(
        kind=known.kind,
        what=InBoth(ja=known.what.ja, en=known.what.en),
        why=InBoth(ja=known.why.ja, en=known.why.en),
        credit=known.credit,
    )


def _publish_cultivar(origin: str, id: str) -> Cultivar:
    """Returns a record in its published form."""
    known = CULTIVARS[id]
    earliest, latest = known.budding_range or (None, None)
    return Cultivar(
        id=id,
        kind=known.kind,
        name=InBoth(ja=known.name_ja, en=known.name_en),
        reading=known.name_kana,
        is_reading_uncertain=known.is_reading_uncertain,
        aliases=known.aliases,
        url=InBoth(
            ja=page_url(origin, "cultivar", language="ja", params={"id": id}),
            en=page_url(origin, "cultivar", language="en", params={"id": id}),
        ),
        description=InBoth(ja=known.description, en=known.description_en),
        characteristics_ja=known.characteristics,
        characteristics_en=known.characteristics_en,
        origin=InBoth(ja=known.origin, en=known.origin_en),
        breeder=_breeder(known.breeder),
        registration=_publish_registration(known.registration),
        parents=tuple(_publish_parent(parent) for parent in known.parents),
        lineages=tuple(
            _lineage(code, is_doubtful=code in known.doubtful_lineage) for code in known.lineage
        ),
        uses=known.uses,
        harvest=known.budding,
        harvest_earliest=earliest,
        harvest_latest=latest,
        harvest_basis=known.budding_basis,
        other_harvest=_other_harvest(known.other_harvest),
        maturity=known.maturity,
        traits=_publish_traits(known.traits),
        components=_components(known.components),
        aroma_ja=known.aroma.ja,
        aroma_en=known.aroma.en,
        sources=tuple(_publish_source(source, id) for source in _source_ids(id)),
        claims=known.claims,
        right=_publish_right(OBSERVATIONS.rights.get(id)),
        timing=OBSERVATIONS.timing.get(id, ()),
        resistance=OBSERVATIONS.resistance.get(id, ()),
        composition=OBSERVATIONS.composition.get(id, ()),
        areas=OBSERVATIONS.acreage.get(id, ()),
        conflicts=OBSERVATIONS.conflicts.get(id, ()),
        confidence=known.confidence,
        confidence_reason=known.confidence_reason,
        modified=EDITION.modified_on(id),
    )


def _source_ids(id: str) -> tuple[str, ...]:
    """Returns the ids of a record's own sources, then of those that only its observations name."""
    found = OBSERVATIONS
    right = found.rights.get(id)
    tables = (found.timing, found.resistance, found.composition, found.acreage)
    named = [source for table in tables for row in table.get(id, ()) for source in row.sources]
    sides = [side for conflict in found.conflicts.get(id, ()) for side in conflict.values]
    named += [source for side in sides for source in side.sources]
    return tuple(dict.fromkeys((*CULTIVARS[id].sources, *(right.sources if right else ()), *named)))


def _breeder(known: stored.Breeder) -> InBoth | None:
    """Returns a breeder's name in both languages; None if it is unknown."""
    return InBoth(ja=known.ja, en=known.en) if known.ja and known.en else None


def _publish_right(known: observed.Right | None) -> Right | None:
    """Returns a plant variety right with the last day of its term; None without data."""
    if known is None:
        return None
    return Right(**msgspec.structs.asdict(known), term_end=known.last_day_of_term())


def _publish_registration(known: stored.Registration) -> Registered:
    """Returns a registration as it is published; the year 0 means unknown and becomes null."""
    return Registered(
        system=known.system,
        year=known.year or None,
        norin_number=known.norin_no,
        plant_variety_number=None if known.pvp_no is None else str(known.pvp_no),
        plant_variety_year=known.pvp_year,
    )


def _other_harvest(known: stored.OtherHarvest | None) -> OtherHarvest | None:
    """Returns the first flush by its second event (bud or pluck) as published; None without it."""
    if known is None:
        return None
    earliest, latest = known.range
    return OtherHarvest(days=known.days, earliest=earliest, latest=latest, basis=known.basis)


def _publish_parent(known: stored.Parent) -> ParentName:
    """Returns a parent as it is published, with the evidence for it."""
    name = InBoth(ja=known.name_ja, en=known.name_en)
    return ParentName(
        id=known.cultivar_id,
        role=known.role,
        name=name,
        ancestors=tuple(known.ancestors),
        evidence=known.evidence,
        ancestor_evidence=known.ancestors,
    )


def _lineage(code: str, *, is_doubtful: bool) -> Lineage:
    """Returns a lineage group by its code, in its published form.

    Records without a group have a code that is no group's, and the name of group 14.
    """
    group = LINEAGE_GROUPS[UNCLASSIFIED_GROUP if code == UNCLASSIFIED else code]
    name = InBoth(ja=group.name_ja, en=group.name)
    return Lineage(code=code, name=name, is_doubtful=is_doubtful)


def _publish_traits(known: stored.Traits) -> Traits:
    """Returns the traits as they are published."""
    return Traits(
        cold_hardiness=known.cold_hardiness,
        yield_=known.yield_,
        anthracnose_resistance=known.anthracnose_resistance,
        gray_blight_resistance=known.gray_blight_resistance,
        quality=known.quality,
    )


def _components(known: stored.Components) -> Components:
    return Components(caffeine=known.caffeine, tannin=known.tannin, amino_acid=known.amino_acid)


def _publish_source(id: str, cultivar_id: str) -> Source:
    """Returns a source in its published form.

    Its address is the source's page about this cultivar, if it has one.
    """
    known = SOURCES[id]
    return Source(
        id=id,
        title=known.title,
        publisher=known.publisher,
        url=known.pages.get(cultivar_id, known.url),
        type=known.type,
        derived_from=known.derived_from,
    )
