"""Observations about the records: rights, dates, ratings, contents, areas and conflicts."""

from calendar import isleap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from server.contracts.catalogue import CULTIVARS, SOURCES
from server.contracts.claims import Claim, Source, is_read_in_notes_alone
from server.contracts.confidence import confidence_of
from server.contracts.cultivar import Cultivar
from server.contracts.files import SHARED, Strict, broken, read
from server.contracts.institutes import (
    check_breeders,
    institutes_with_records,
    load_institutes,
)

# A day, a month or a year, as far as the source goes.
PartialDate = Annotated[str, Meta(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")]
MonthDay = Annotated[str, Meta(pattern=r"^\d{2}-\d{2}$")]
# Groups of an area that are no record.
AREA_GROUPS = ("native", "others", "all")


class InBoth(Strict, frozen=True):
    """Short text in each language."""

    ja: str
    en: str


class Right(Claim, frozen=True, kw_only=True, rename="camel"):
    """Plant variety right of a record; dates are as complete as the source gives them."""

    status: Annotated[
        Literal["granted", "announced", "none-found", "unknown"],
        Meta(
            description="What was found, not the state of today: granted stays so after the right"
            " is over, by `ended` or by its term."
        ),
    ]
    register_no: str | None
    application_no: str | None
    applied: PartialDate | None
    published: PartialDate | None
    granted: PartialDate | None
    holder: str | None
    term_years: Literal[18, 25, 30] | None
    ended: Annotated[
        PartialDate | None,
        Meta(
            description="First day without the right, as the register records it; null where no end"
            " is recorded, though the term may be over."
        ),
    ]
    # The register or the breeder forbids taking propagating material abroad.
    no_export: bool

    def last_day_of_term(self) -> str | None:
        """Returns the last day of the term, as exact as the grant; None without grant or term.

        A term from a leap day ends with February in other years.
        """
        if self.granted is None or self.term_years is None:
            return None
        year, rest = int(self.granted[:4]) + self.term_years, self.granted[4:]
        return f"{year}-02-28" if rest == "-02-29" and not isleap(year) else f"{year}{rest}"


class Timing(Claim, frozen=True, kw_only=True, rename="camel"):
    """Observation of bud break or picking at a site: its date, or days from Yabukita."""

    event: Literal["bud", "pluck"]
    date: MonthDay | None
    offset_days: float | None
    yabukita_date: MonthDay | None
    site: InBoth | None
    years: InBoth | None
    note: InBoth | None


class Rating(Claim, frozen=True, kw_only=True, rename="camel"):
    """Rating of resistance or hardiness in the source's own words and scale."""

    trait: Literal[
        "anthracnose",
        "grayBlight",
        "whitePeachScale",
        "blisterBlight",
        "barkSplit",
        "redScorch",
        "bacterialShootBlight",
        "blueScorch",
        "springBudCold",
        "netBlisterBlight",
        "cold",
        "winterBudCold",
        "brownBlight",
        "rustMite",
    ]
    rating: InBoth
    level: Literal["high", "medium", "low"]
    scale: Literal["absolute", "yabukita", "sayamakaori"]


class Content(Claim, frozen=True, kw_only=True, rename="camel"):
    """Content of a compound: a value or range with its unit, or a statement in words."""

    compound: InBoth
    value: float | None
    value_most: float | None
    unit: InBoth | None
    # Value of Yabukita in the same trial and unit.
    yabukita: float | None
    statement: InBoth | None
    season: InBoth | None
    note: InBoth | None


class Area(Claim, frozen=True, kw_only=True, rename="camel"):
    """Planted area in hectares, or the share of a larger area in percent."""

    region: InBoth
    year: int | None
    hectares: float | None
    share_percent: float | None
    share_of: InBoth | None
    rank: int | None
    note: InBoth | None


class ConflictValue(Claim, frozen=True, kw_only=True):
    """Value that one side of a conflict states, with its sources."""

    value: InBoth
    basis: Literal["read", "quoted", "carried"]


class Conflict(Strict, frozen=True):
    """Conflict of sources about a field: the values, which one the record follows, and why."""

    field: Literal[
        "parents",
        "registration",
        "recommendation",
        "rights",
        "timing",
        "maturity",
        "yield",
        "quality",
        "uses",
        "tannin",
        "crossYear",
        "area",
        "anthracnose",
        "grayBlight",
        "blisterBlight",
        "barkSplit",
        "coldHardiness",
        "bacterialShootBlight",
        "winterBudCold",
    ]
    status: Literal["open", "settled"]
    values: tuple[ConflictValue, ...]
    follows: InBoth
    reason: InBoth
    role: Annotated[
        Literal["seed", "pollen"] | None,
        Meta(description="Of a conflict on `parents`, the one parent that it is about."),
    ] = None


_FOLDER = SHARED / "catalogue"


class Observations(Strict, frozen=True):
    """All observations, each kind by the record's id."""

    rights: dict[str, Right]
    timing: dict[str, tuple[Timing, ...]]
    resistance: dict[str, tuple[Rating, ...]]
    composition: dict[str, tuple[Content, ...]]
    acreage: dict[str, tuple[Area, ...]]
    conflicts: dict[str, tuple[Conflict, ...]]


def load_observations(
    folder: Path, *, cultivars: Mapping[str, Cultivar], sources: Mapping[str, Source]
) -> Observations:
    """Reads the six files of observations; raises StartRefused for a fault.

    Faults are an unknown record or source, a claim without a source or basis, a `quoted` document
    that does not fit `basis`, and a claim said to be `read` that rests on notes alone.
    """
    found = Observations(
        rights=read(folder / "rights.json", dict[str, Right]),
        timing=read(folder / "timing.json", dict[str, tuple[Timing, ...]]),
        resistance=read(folder / "resistance.json", dict[str, tuple[Rating, ...]]),
        composition=read(folder / "composition.json", dict[str, tuple[Content, ...]]),
        acreage=read(folder / "acreage.json", dict[str, tuple[Area, ...]]),
        conflicts=read(folder / "conflicts.json", dict[str, tuple[Conflict, ...]]),
    )
    for name, id, claims in _claims(found):
        path = folder / f"{name}.json"
        if id not in cultivars and not (name == "acreage" and id in AREA_GROUPS):
            raise broken(path, f'the record "{id}" is not known')
        if not all(claim.sources for claim in claims):
            raise broken(path, f"a claim has no source - at `$.{id}`")
        if not all(claim.document_fits_basis for claim in claims):
            raise broken(path, f"`basis` and `quoted` do not agree - at `$.{id}`")
        if any(is_read_in_notes_alone(claim, sources) for claim in claims):
            raise broken(path, f"notes alone are no source that was read - at `$.{id}`")
        unknown = [key for claim in claims for key in claim.sources if key not in sources]
        if unknown:
            raise broken(path, f'"{unknown[0]}" is not known - at `$.{id}`')
    return found


def _claims(found: Observations) -> Iterator[tuple[str, str, Sequence[Claim]]]:
    """Yields the claims that need a source, with the table's name and the record's id."""
    for id, right in found.rights.items():
        yield "rights", id, [right]
    for name in ("timing", "resistance", "composition", "acreage"):
        table: Mapping[str, tuple[Claim, ...]] = getattr(found, name)
        for id, rows in table.items():
            yield name, id, rows
    for id, conflicts in found.conflicts.items():
        yield "conflicts", id, [value for one in conflicts for value in one.values]


def check_confidence(
    found: Observations, *, cultivars: Mapping[str, Cultivar], sources: Mapping[str, Source]
) -> None:
    """Raises StartRefused if a record's stored confidence differs from the computed one."""
    for id, cultivar in cultivars.items():
        disputed = [one.field for one in found.conflicts.get(id, ()) if one.status == "open"]
        level, reason = confidence_of(cultivar, sources, disputed=disputed)
        if (level, reason) != (cultivar.confidence, cultivar.confidence_reason):
            computed = f'"{level}" because of "{reason.because}" in {list(reason.fields)}'
            raise broken(_FOLDER / "cultivars.json", f"the confidence of $.{id} is {computed}")


OBSERVATIONS = load_observations(_FOLDER, cultivars=CULTIVARS, sources=SOURCES)
check_confidence(OBSERVATIONS, cultivars=CULTIVARS, sources=SOURCES)
INSTITUTES = load_institutes(_FOLDER / "institutes.json")
# Those with a page of their own.
BREEDERS = institutes_with_records(INSTITUTES, CULTIVARS)
check_breeders(
    INSTITUTES,
    _FOLDER / "cultivars.json",
    cultivars=CULTIVARS,
    granted={id: right.granted for id, right in OBSERVATIONS.rights.items()},
)
