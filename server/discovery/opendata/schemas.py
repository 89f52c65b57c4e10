"""Published schema of the catalogue; its names and types are stable."""

from datetime import date
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.contracts import evidence as observed
from server.contracts.claims import Claim, Evidence, SourceType
from server.contracts.cultivar import ConfidenceReason, Kind
from server.contracts.evidence import Area, Conflict, Content, PartialDate, Rating, Timing
from server.contracts.history import RevisionKind

Level = Literal["high", "medium", "low"]
Days = Annotated[float, Meta(description="Days after (or, negative, before) Yabukita.")]


class Published(msgspec.Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Everything that is published says all of its fields; what is not known is null."""


class InBoth(Published, frozen=True):
    """The same in both languages."""

    ja: str
    en: str


class Registered(Published, frozen=True):
    """Where and when it was registered."""

    system: Annotated[
        Literal["norin", "pvp", "prefecture", "none", "unknown"],
        Meta(
            description="norin: named by the ministry (茶農林); pvp: plant variety protection;"
            " prefecture: named by a prefecture; none: no registration found, which was looked for"
            " only where the status of `right` is none-found."
        ),
    ]
    year: str | None
    norin_number: int | None
    plant_variety_number: str | None
    plant_variety_year: str | None


class ParentName(Published, frozen=True):
    """One parent; without an id it has no record here."""

    id: str | None
    role: Literal["seed", "pollen", "selection"] | None
    name: InBoth
    ancestors: Annotated[
        tuple[str, ...],
        Meta(
            description="Records from which a parent without a record descends;"
            " the generations between are not known."
        ),
    ]
    evidence: tuple[Evidence, ...]
    ancestor_evidence: Annotated[
        dict[str, tuple[Evidence, ...]],
        Meta(
            description="Evidence for each of `ancestors`, by id. Where all of it is of kind"
            " presumed, it is presumed which line the name of the parent means."
        ),
    ]


class Lineage(Published, frozen=True):
    """A family of the pedigree."""

    code: str
    name: InBoth
    is_doubtful: Annotated[
        bool,
        Meta(
            description="Whether the record belongs to it through presumed or disputed parents"
            " alone. Such parents count for a lineage, but not for the kinship on the pages."
        ),
    ]


class Traits(Published, frozen=True):
    """How it grows, where a source says so."""

    cold_hardiness: Level | None
    yield_: Level | None = msgspec.field(name="yield")
    anthracnose_resistance: Level | None
    gray_blight_resistance: Level | None
    quality: Level | None


class Components(Published, frozen=True):
    """What its leaf holds, where a source says so."""

    caffeine: Level | None
    tannin: Level | None
    amino_acid: Level | None


class Source(Published, frozen=True):
    """A publication that the facts were taken from."""

    id: str
    title: str
    publisher: str
    url: str
    type: SourceType
    derived_from: Annotated[
        str | None, Meta(description="Sources with the same origin repeat one document.")
    ]


class OtherHarvest(Published, frozen=True):
    """Days of the other event of the first flush, where a source states both."""

    days: Days
    earliest: Days
    latest: Days
    basis: Literal["bud", "pluck"]


class Right(observed.Right, frozen=True, kw_only=True, rename="camel"):
    """Plant variety right of a record, with the last day of its term."""

    term_end: Annotated[
        PartialDate | None,
        Meta(
            description="Last day of the term, computed from `granted` and `termYears` and as exact"
            " as the grant; the right may be over earlier."
        ),
    ]


class Cultivar(Published, frozen=True):
    """One cultivar of the tea plant, with what its facts rest on."""

    id: Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$")]
    kind: Kind
    name: InBoth
    reading: Annotated[str, Meta(description="The Japanese name in kana.")]
    is_reading_uncertain: Annotated[
        bool, Meta(description="Whether no source that was read gives the reading.")
    ]
    aliases: tuple[str, ...]
    url: InBoth
    description: InBoth
    characteristics_ja: tuple[str, ...]
    characteristics_en: tuple[str, ...]
    origin: Annotated[InBoth, Meta(description="Where it was bred or selected.")]
    breeder: InBoth | None
    registration: Registered
    parents: tuple[ParentName, ...]
    lineages: tuple[Lineage, ...]
    uses: Annotated[tuple[str, ...], Meta(description="Kinds of tea that it is suited to.")]
    harvest: Days | None
    harvest_earliest: Days | None
    harvest_latest: Days | None
    harvest_basis: Annotated[
        Literal["bud", "pluck"] | None, Meta(description="Whether buds or pickings were compared.")
    ]
    other_harvest: Annotated[
        OtherHarvest | None, Meta(description="The other event, where a source states both.")
    ]
    maturity: Literal["very-early", "early", "mid", "late", "very-late"] | None
    traits: Traits
    components: Components
    aroma_ja: tuple[str, ...]
    aroma_en: tuple[str, ...]
    sources: tuple[Source, ...]
    claims: Annotated[
        dict[str, Claim], Meta(description="Sources and basis of each field with a value.")
    ]
    # Null where no register names the record, as for a line or a population.
    right: Right | None
    timing: tuple[Timing, ...]
    resistance: tuple[Rating, ...]
    composition: tuple[Content, ...]
    areas: tuple[Area, ...]
    conflicts: tuple[Conflict, ...]
    confidence: Annotated[
        Level, Meta(description="Computed from the sources of parents and registration.")
    ]
    confidence_reason: ConfidenceReason
    modified: date


class Catalogue(Published, frozen=True):
    """The whole catalogue in one file."""

    schema_: str = msgspec.field(name="$schema")
    name: str
    version: str
    published: date
    modified: date
    licence: str
    attribution: str
    url: str
    cultivars: tuple[Cultivar, ...]


class Record(Published, frozen=True):
    """One record in a file of its own."""

    schema_: str = msgspec.field(name="$schema")
    version: str
    licence: str
    attribution: str
    cultivar: Cultivar


class Revision(Published, frozen=True):
    """One change of a record."""

    kind: Annotated[
        RevisionKind,
        Meta(
            description="correction: a value was wrong; addition: a value was missing; sources: a"
            " value was tied to its source; grade: the confidence; text: words only."
        ),
    ]
    what: InBoth
    why: InBoth
    credit: Annotated[
        str | None, Meta(description="The reader who reported it, if they wish to be named.")
    ]


class Change(Published, frozen=True):
    """What one version brought."""

    version: str
    date: date
    note: InBoth
    cultivars: Annotated[tuple[str, ...], Meta(description="Records that it changed.")]
    added: Annotated[tuple[str, ...], Meta(description="Records that it published first.")]
    revisions: Annotated[
        dict[str, tuple[Revision, ...]], Meta(description="Changes by id of the record.")
    ]


class Changelog(Published, frozen=True):
    """Every version, the newest first."""

    versions: tuple[Change, ...]
