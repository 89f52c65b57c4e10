"""Search for contradictions in the catalogue that no entry of `conflicts.json` states."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from server.contracts.cultivar import Cultivar, Parent
from server.contracts.evidence import Conflict, Rating, Timing

Event = Literal["bud", "pluck"]

# Traits whose ratings are compared with the record, with the record's field.
RATED = {
    "anthracnose": "anthracnose_resistance",
    "grayBlight": "gray_blight_resistance",
    "cold": "cold_hardiness",
}
# Fields of conflicts that are named unlike the trait.
FIELD_OF = {"cold": "coldHardiness"}
YIELDS = {
    "high": r"heav(y|ier)[- ]yield|yields? (well )?(more|above)|outyield|high yield",
    "low": r"yields? (is |rated )?(less|below|lower)|lower yield|low yield",
}

PICKED_BESIDE = re.compile(
    r"\b[Pp]ick(?:ed|ing)\b[^.;]*\bdays?(?: or two)? (after|before|behind|ahead of) ([A-Z]\w+)"
)

# Beginnings of values that say that a source knows no parent.
UNKNOWN = ("unknown", "not known", "none stated", "no origin given")


def fields_of(conflicts: Sequence[Conflict]) -> set[str]:
    return {conflict.field for conflict in conflicts}


def hidden_ratings(
    cultivar: Cultivar, ratings: Sequence[Rating], conflicts: Sequence[Conflict]
) -> Iterator[str]:
    """Yields the traits whose ratings on one scale differ, without a conflict."""
    levels: dict[tuple[str, str], set[str]] = defaultdict(set)
    for rating in ratings:
        levels[rating.trait, rating.scale].add(rating.level)
    for trait, name in RATED.items():
        level = getattr(cultivar.traits, name)
        if level is not None and (trait, "absolute") in levels:
            levels[trait, "absolute"].add(level)
    shown = fields_of(conflicts)
    for (trait, _), found in levels.items():
        if len(found) > 1 and FIELD_OF.get(trait, trait) not in shown:
            yield trait


def hidden_timings(
    cultivar: Cultivar, rows: Sequence[Timing], conflicts: Sequence[Conflict]
) -> Iterator[str]:
    """Yields timings, in days from Yabukita, that differ from the record or from each other."""
    if "timing" in fields_of(conflicts):
        return
    stated = dict(_days_of_record(cultivar))
    offsets: dict[Event, set[float]] = defaultdict(set)
    for row in rows:
        if row.offset_days is not None:
            offsets[row.event].add(row.offset_days)
    for event, found in offsets.items():
        earliest, latest = stated.get(event, (min(found), min(found)))
        yield from (f"{event} {days:g}" for days in found if not earliest <= days <= latest)


def _days_of_record(cultivar: Cultivar) -> Iterator[tuple[Event, tuple[float, float]]]:
    if cultivar.budding is not None and cultivar.budding_basis is not None:
        days = cultivar.budding
        yield cultivar.budding_basis, cultivar.budding_range or (days, days)
    if cultivar.other_harvest is not None:
        yield cultivar.other_harvest.basis, cultivar.other_harvest.range


def hidden_orders(
    cultivar: Cultivar, cultivars: Mapping[str, Cultivar], conflicts: Sequence[Conflict]
) -> Iterator[str]:
    """Yields texts on picking before or after another record that the days of both contradict."""
    if "timing" in fields_of(conflicts):
        return
    named = {other.name_en: other for other in cultivars.values() if other is not cultivar}
    days = dict(_days_of_record(cultivar)).get("pluck")
    for text in (cultivar.description_en, *cultivar.characteristics_en):
        for order, name in PICKED_BESIDE.findall(text):
            other = dict(_days_of_record(named[name])).get("pluck") if name in named else None
            if days is None or other is None:
                continue
            fits = days[0] > other[1] if order in {"after", "behind"} else days[1] < other[0]
            if not fits:
                yield text


def hidden_yields(cultivar: Cultivar, conflicts: Sequence[Conflict]) -> Iterator[str]:
    """Yields texts on the yield that the record's level contradicts."""
    if "yield" in fields_of(conflicts):
        return
    texts = (cultivar.description_en, *cultivar.characteristics_en)
    for text in texts:
        for level, words in YIELDS.items():
            if re.search(words, text, re.IGNORECASE) and cultivar.traits.yield_ != level:
                yield f"{level}: {text}"


def is_about(conflict: Conflict, parent: Parent) -> bool:
    """Returns whether a conflict is open and about this parent or about all parents."""
    is_open = conflict.field == "parents" and conflict.status == "open"
    return is_open and conflict.role in {None, parent.role}


def undisputed_parents(cultivar: Cultivar, conflicts: Sequence[Conflict]) -> Iterator[str]:
    """Yields parents that a conflict is about although their evidence is not marked as disputed."""
    for parent in cultivar.parents:
        if any(evidence.kind == "disputed" for evidence in parent.evidence):
            continue
        for conflict in conflicts:
            stated = [value for value in conflict.values if not value.value.en.startswith(UNKNOWN)]
            if is_about(conflict, parent) and len(stated) > 1:
                yield parent.name_en
                break
