"""Record of a cultivar, and the rule that each value has a claim with its sources."""

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from server.contracts.claims import Claim, Evidence
from server.contracts.files import Strict

Level = Literal["high", "medium", "low"]
# Empty without a registration.
Year = Annotated[str, msgspec.Meta(pattern=r"^(?:[0-9]{4})?\Z")]
Kind = Literal["cultivar", "line", "parental-line", "population", "ornamental"]


class Registration(Strict, frozen=True, rename="camel"):
    """Registration of a cultivar: system, numbers and years.

    A plant variety right has its own year.
    """

    system: Literal["norin", "pvp", "prefecture", "none", "unknown"]
    norin_no: int | None
    year: Year
    pvp_no: str | int | None
    pvp_year: Year | None


class Breeder(Strict, frozen=True):
    """Breeder or selector, in each language."""

    ja: str | None
    en: str | None


class Parent(Strict, frozen=True, rename="camel"):
    """One parent: a record of the catalogue, or only a name.

    `ancestors` are the records that a parent without one descends from, through an unknown number
    of generations, with the evidence for each.
    """

    cultivar_id: str | None
    role: Literal["seed", "pollen", "selection"] | None
    name_ja: str
    name_en: str
    ancestors: dict[str, tuple[Evidence, ...]]
    evidence: tuple[Evidence, ...]
    # A mutation of the parent itself, such as a bud sport.
    clone: bool = False

    def supports(self) -> Iterator[tuple[str, tuple[Evidence, ...]]]:
        """Yields the evidence for the parent and for each of its ancestors, with its field."""
        yield "evidence", self.evidence
        yield from ((f"ancestors.{id}", evidence) for id, evidence in self.ancestors.items())


class OtherHarvest(Strict, frozen=True):
    """First flush by the event that `budding_basis` does not name, in days from Yabukita.

    Only for records of which a source states both events, bud break and picking.
    """

    basis: Literal["bud", "pluck"]
    days: float
    range: tuple[int, int]


class Traits(Strict, frozen=True, rename="camel"):
    """Growth traits; null where no source states them."""

    cold_hardiness: Level | None
    yield_: Level | None = msgspec.field(name="yield")
    anthracnose_resistance: Level | None
    gray_blight_resistance: Level | None
    quality: Level | None
    # Of few cultivars a source states these.
    disease_resistance: Level | None = None
    shooting_ability: Level | None = None
    propagation: Level | None = None
    flower_fragrance: Level | None = None


class Components(Strict, frozen=True, rename="camel"):
    """Components of the leaf; null where no source states them."""

    caffeine: Level | None
    tannin: Level | None
    amino_acid: Level | None


class Aroma(Strict, frozen=True):
    """Aroma notes that a source names."""

    en: tuple[str, ...]
    ja: tuple[str, ...]


class ConfidenceReason(Strict, frozen=True):
    """Weakest support among the parents and the registration, and the fields that have it."""

    because: Literal["firm", "unofficial", "quoted", "carried", "disputed", "nothing"]
    fields: tuple[Literal["parents", "registration"], ...]


class Cultivar(Strict, frozen=True, rename="camel"):
    """Record of the catalogue; `claims` names the sources of each field that has a value."""

    kind: Kind
    name_ja: str
    name_kana: str
    name_en: str
    aliases: tuple[str, ...]
    epithet: str
    epithet_en: str
    description: str
    description_en: str
    characteristics: tuple[str, ...]
    characteristics_en: tuple[str, ...]
    origin: str
    origin_en: str
    registration_year: Year
    registration: Registration
    breeder: Breeder
    parent_cultivar: tuple[str, ...]
    parent_cultivar_en: tuple[str, ...]
    parents: tuple[Parent, ...]
    lineage: tuple[str, ...]
    suitable_for: tuple[str, ...]
    suitable_for_en: tuple[str, ...]
    uses: tuple[str, ...]
    budding: float | None
    budding_range: tuple[int, int] | None
    budding_basis: Literal["bud", "pluck"] | None
    maturity: Literal["very-early", "early", "mid", "late", "very-late"] | None
    traits: Traits
    components: Components
    aroma: Aroma
    sources: tuple[str, ...]
    confidence: Level
    confidence_reason: ConfidenceReason
    claims: dict[str, Claim]
    # Why the English name departs from the rule of romanisation.
    name_en_basis: Literal["breeder", "established", "code"] | None = None
    # The event that `budding_basis` does not name.
    other_harvest: OtherHarvest | None = None
    # No source that was read gives `name_kana`, which `name_en` follows.
    is_reading_uncertain: bool = False
    # Codes of `lineage` that hold through presumed or disputed parents alone.
    doubtful_lineage: tuple[str, ...] = ()


def year_faults(cultivar: Cultivar) -> Iterator[str]:
    """Yields a fault, as a sentence, if the record's two years of registration differ."""
    if cultivar.registration_year != cultivar.registration.year:
        yield "registrationYear: it differs from registration.year; write the same year."


def claim_faults(cultivar: Cultivar) -> Iterator[str]:
    """Yields the name of each field with a fault.

    Faults are a value without a claim, a claim without a value or of an unknown field, and a claim
    or evidence of a parent or its ancestor that names no source or not the document that it quotes.
    """
    stated = dict(stated_fields(cultivar))
    yield from (
        name for name, has_value in stated.items() if has_value != (name in cultivar.claims)
    )
    yield from (f"claims.{name}" for name in cultivar.claims if name not in stated)
    yield from (
        f"claims.{name}" for name, claim in cultivar.claims.items() if not _is_sourced(claim)
    )
    for index, parent in enumerate(cultivar.parents):
        for place, evidence in parent.supports():
            if not evidence or not all(map(_is_sourced, evidence)):
                yield f"parents[{index}].{place}"


def _is_sourced(claim: Claim) -> bool:
    """Returns whether a claim names its sources and, if it is second-hand, the quoted document."""
    return bool(claim.sources) and claim.document_fits_basis


def _has_right_beside(registration: Registration) -> bool:
    """Returns whether a record has a plant variety right and another registration."""
    is_second = registration.system in {"norin", "prefecture"}
    return is_second and bool(registration.pvp_no or registration.pvp_year)


def stated_fields(cultivar: Cultivar) -> Iterator[tuple[str, bool]]:
    """Yields the fields that need a claim if they have a value, and whether they have one."""
    yield "registration", cultivar.registration.system not in {"none", "unknown"}
    yield "registration.pvp", _has_right_beside(cultivar.registration)
    yield "breeder", bool(cultivar.breeder.ja or cultivar.breeder.en)
    yield "origin", bool(cultivar.origin_en)
    yield "harvest", cultivar.budding is not None
    yield "otherHarvest", cultivar.other_harvest is not None
    yield "maturity", cultivar.maturity is not None
    yield "uses", bool(cultivar.uses)
    yield "aroma", bool(cultivar.aroma.ja)
    traits = cultivar.traits
    yield "traits.coldHardiness", traits.cold_hardiness is not None
    yield "traits.yield", traits.yield_ is not None
    yield "traits.anthracnoseResistance", traits.anthracnose_resistance is not None
    yield "traits.grayBlightResistance", traits.gray_blight_resistance is not None
    yield "traits.quality", traits.quality is not None
    yield "traits.diseaseResistance", traits.disease_resistance is not None
    yield "traits.shootingAbility", traits.shooting_ability is not None
    yield "traits.propagation", traits.propagation is not None
    yield "traits.flowerFragrance", traits.flower_fragrance is not None
    components = cultivar.components
    yield "components.caffeine", components.caffeine is not None
    yield "components.tannin", components.tannin is not None
    yield "components.aminoAcid", components.amino_acid is not None
