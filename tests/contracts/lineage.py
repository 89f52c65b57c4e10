"""Computation of the lineage codes of all cultivars from their pedigree."""

from collections.abc import Iterator

from tests.contracts.tables import Table

KAGOSHIMA_BLACK_TEA = "7"
UJI_NATIVE = "13"
UNCLASSIFIED = "x"
NATIVE_OF_UJI = "宇治在来"


def lineage_codes(cultivars: Table, groups: Table) -> dict[str, list[str]]:
    leaders = leaders_of(cultivars, groups)
    return {id: _codes(id, cultivars, leaders) for id in cultivars}


def leaders_of(cultivars: Table, groups: Table) -> dict[str, str]:
    """Returns the cultivar that each lineage group is named after; some groups have none."""
    ids = {
        record["nameJa"]: id
        for id, record in cultivars.items()
        if record.get("kind") != "population"
    }
    return {code: ids[group["nameJa"]] for code, group in groups.items() if group["nameJa"] in ids}


def _codes(id: str, cultivars: Table, leaders: dict[str, str]) -> list[str]:
    line = {id, *ancestors(id, cultivars)}
    codes = {code for code, leader in leaders.items() if leader in line}
    if any(_is_kagoshima_black_tea(cultivars[one]) for one in line):
        codes.add(KAGOSHIMA_BLACK_TEA)
    if _is_of_uji(id, cultivars, set(leaders.values())):
        codes.add(UJI_NATIVE)
    return sorted(codes, key=int) or [UNCLASSIFIED]


def ancestors(id: str, cultivars: Table) -> set[str]:
    """Returns all ancestors; in a cyclic pedigree they include the cultivar itself."""
    found: set[str] = set()
    waiting = list(parents(cultivars[id]))
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting.extend(parents(cultivars[one]))
    return found


def parents(record: Table) -> Iterator[str]:
    for parent in record["parents"]:
        if parent["cultivarId"] is not None:
            yield parent["cultivarId"]
        yield from parent["ancestors"]


def _is_kagoshima_black_tea(record: Table) -> bool:
    return bool(record["originEn"] == "Kagoshima" and record["uses"][:1] == ["black"])


def _is_of_uji(id: str, cultivars: Table, leaders: set[str]) -> bool:
    """Returns whether a cultivar descends from a selection of Uji natives, not through a leader."""
    record = cultivars[id]
    is_founder = any(
        parent["role"] == "selection" and NATIVE_OF_UJI in parent["nameJa"]
        for parent in record["parents"]
    )
    heirs_of = (parent for parent in parents(record) if parent not in leaders)
    return is_founder or any(_is_of_uji(parent, cultivars, leaders) for parent in heirs_of)


def doubtful_codes(cultivars: Table, groups: Table) -> dict[str, list[str]]:
    """Returns the codes of each record that depend on presumed or disputed parents."""
    firm = {
        id: {**record, "parents": list(_firm_parents(record))} for id, record in cultivars.items()
    }
    leaders = leaders_of(cultivars, groups)
    kept = {id: _codes(id, firm, leaders) for id in firm}
    return {
        id: [code for code in record["lineage"] if code not in kept[id] and code != UNCLASSIFIED]
        for id, record in cultivars.items()
    }


def _firm_parents(record: Table) -> Iterator[Table]:
    """Yields the parents, with their ancestors, that are neither presumed nor disputed."""
    for parent in record["parents"]:
        firm_ancestors = {
            id: one for id, one in parent["ancestors"].items() if not _is_doubtful(one)
        }
        if not _is_doubtful(parent["evidence"]):
            yield {**parent, "ancestors": firm_ancestors}


def _is_doubtful(evidence: list[Table]) -> bool:
    kinds = {one["kind"] for one in evidence}
    return "disputed" in kinds or kinds == {"presumed"}
