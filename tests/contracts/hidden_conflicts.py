"""Values of the catalogue that differ from a record, and that no disagreement shows."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

from server.contracts.cultivar import Cultivar, Parent
from server.contracts.evidence import Conflict, Rating, Timing

Event = Literal["bud", "pluck"]

# Traits whose ratings are compared with the level of the record.
RATED = {
    "anthracnose": "anthracnose_resistance",
    "grayBlight": "gray_blight_resistance",
    "cold": "cold_hardiness",
}
# A conflict on hardiness is on that of the record; types of injury have their own.
FIELD_OF = {"cold": "coldHardiness"}
YIELDS = {
    "high": r"heav(y|ier)[- ]yield|yields? (well )?(more|above)|outyield|high yield",
    "low": r"yields? (is |rated )?(less|below|lower)|lower yield|low yield",
}


# How values begin in which a source states that it knows no parent.
UNKNOWN = ("unknown", "not known", "none stated", "no origin given")


def fields_of(conflicts: Sequence[Conflict]) -> set[str]:
    return {conflict.field for conflict in conflicts}


def hidden_ratings(
    cultivar: Cultivar, ratings: Sequence[Rating], conflicts: Sequence[Conflict]
) -> Iterator[str]:
    """Names traits of disease, pests and cold whose ratings on one scale differ."""
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
    """Names days from Yabukita outside those of the record, or unlike each other without one."""
    if "timing" in fields_of(conflicts):
        return
    stated = dict(_stated(cultivar))
    offsets: dict[Event, set[float]] = defaultdict(set)
    for row in rows:
        if row.offset_days is not None:
            offsets[row.event].add(row.offset_days)
    for event, found in offsets.items():
        earliest, latest = stated.get(event, (min(found), min(found)))
        yield from (f"{event} {days:g}" for days in found if not earliest <= days <= latest)


def _stated(cultivar: Cultivar) -> Iterator[tuple[Event, tuple[float, float]]]:
    if cultivar.budding is not None and cultivar.budding_basis is not None:
        days = cultivar.budding
        yield cultivar.budding_basis, cultivar.budding_range or (days, days)
    if cultivar.other_harvest is not None:
        yield cultivar.other_harvest.basis, cultivar.other_harvest.range


def hidden_yields(cultivar: Cultivar, conflicts: Sequence[Conflict]) -> Iterator[str]:
    """Names sentences on the yield that the level of the record contradicts."""
    if "yield" in fields_of(conflicts):
        return
    texts = (cultivar.description_en, *cultivar.characteristics_en)
    for text in texts:
        for level, words in YIELDS.items():
            if re.search(words, text, re.IGNORECASE) and cultivar.traits.yield_ != level:
                yield f"{level}: {text}"


def is_about(conflict: Conflict, parent: Parent) -> bool:
    """Returns whether a disagreement is open and about this parent, or about all parents."""
    is_open = conflict.field == "parents" and conflict.status == "open"
    return is_open and conflict.role in {None, parent.role}


def undisputed_parents(cultivar: Cultivar, conflicts: Sequence[Conflict]) -> Iterator[str]:
    """Names parents that a source contradicts, but whose evidence is not disputed."""
    for parent in cultivar.parents:
        if any(one.kind == "disputed" for one in parent.evidence):
            continue
        for conflict in conflicts:
            stated = [one for one in conflict.values if not one.value.en.startswith(UNKNOWN)]
            if is_about(conflict, parent) and len(stated) > 1:
                yield parent.name_en
                break
