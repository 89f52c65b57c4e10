"""Confidence in a record, computed from the sources of its parents and its registration.

The rule is in shared/README.md, "Confidence".
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from server.contracts.claims import OFFICIAL, Claim, Evidence, Source
from server.contracts.cultivar import ConfidenceReason, Cultivar, Level

Field = Literal["parents", "registration"]
FIELDS: tuple[Field, ...] = ("parents", "registration")
Support = Literal["firm", "unofficial", "quoted", "carried", "disputed"]
# From the strongest support to the weakest.
ORDER: tuple[Support, ...] = ("firm", "unofficial", "quoted", "carried", "disputed")
LEVELS: Mapping[Support, Level] = {
    "firm": "high",
    "unofficial": "medium",
    "quoted": "medium",
    "carried": "medium",
    "disputed": "medium",
}


def confidence_of(
    cultivar: Cultivar, sources: Mapping[str, Source], *, disputed: Iterable[str]
) -> tuple[Level, ConfidenceReason]:
    """Returns a record's confidence and the reason; `disputed` names fields with open conflicts.

    The weakest support decides, and of parents that of the weaker one. Raises KeyError for an
    unknown source, ValueError for a parent without evidence.
    """
    open_fields = set(disputed)
    supports: dict[Field, Support] = {}
    if cultivar.parents:
        edges = [_best_support(parent.evidence, sources) for parent in cultivar.parents]
        supports["parents"] = max(edges, key=ORDER.index)
    if "registration" in cultivar.claims:
        supports["registration"] = support_of(cultivar.claims["registration"], sources)
    if not supports:
        return "low", ConfidenceReason(because="nothing", fields=())
    # Decided before the conflicts below: an open one is no reason of "low", and never raises it.
    if _weakest(supports) == "carried" and not any(
        _is_official(sources[key]) for key in cultivar.sources
    ):
        return "low", _reason_of(supports)
    # A field without a value can be disputed too: the record may follow none of the sources.
    for field in FIELDS:
        if field in open_fields:
            supports[field] = "disputed"
    return LEVELS[_weakest(supports)], _reason_of(supports)


def _weakest(supports: Mapping[Field, Support]) -> Support:
    """Returns the weakest support of a record's fields."""
    return max(supports.values(), key=ORDER.index)


def _reason_of(supports: Mapping[Field, Support]) -> ConfidenceReason:
    """Returns the weakest support and the fields that have it."""
    weakest = _weakest(supports)
    fields = tuple(name for name in FIELDS if supports.get(name) == weakest)
    return ConfidenceReason(because=weakest, fields=fields)


def support_of(claim: Claim, sources: Mapping[str, Source]) -> Support:
    """Returns how well sources support a claim, from "firm" to "disputed".

    Firm is what was read in an official source, or in two that do not repeat one document; a
    presumption is never firm. Raises KeyError for an unknown source.
    """
    if isinstance(claim, Evidence) and claim.kind == "disputed":
        return "disputed"
    if claim.basis == "read":
        given = {key: sources[key] for key in claim.sources if sources[key].type != "notes"}
        if not given:
            # Notes quote other documents, so what stands there alone is second-hand.
            return "quoted"
        roots = {one.derived_from or key for key, one in given.items()}
        is_presumed = isinstance(claim, Evidence) and claim.kind == "presumed"
        is_firm = any(map(_is_official, given.values())) or len(roots) > 1
        return "firm" if is_firm and not is_presumed else "unofficial"
    return "quoted" if claim.basis == "quoted" else "carried"


def _best_support(evidence: Iterable[Evidence], sources: Mapping[str, Source]) -> Support:
    """Returns the best support among a parent's evidence; disputed if one piece is disputed.

    Raises ValueError without evidence.
    """
    supports = [support_of(one, sources) for one in evidence]
    return "disputed" if "disputed" in supports else min(supports, key=ORDER.index)


def _is_official(source: Source) -> bool:
    """Returns whether a source is an official one, such as a register."""
    return source.type in OFFICIAL
