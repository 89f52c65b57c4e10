"""Counts of claims by basis, in the records and the observations beside them."""

from collections import Counter
from collections.abc import Iterable

from tests.contracts.tables import table

OBSERVATIONS = ("rights", "timing", "resistance", "composition", "acreage")


def bases_by_field() -> dict[str, Counter[str]]:
    """Counts the bases of each field, and under `records` the records that have it."""
    bases: dict[str, Counter[str]] = {}
    records = table("catalogue/cultivars")
    for record in records.values():
        for field, claim in record["claims"].items():
            bases.setdefault(field, Counter()).update({"records": 1, claim["basis"]: 1})
        evidence = [one["basis"] for parent in record["parents"] for one in parent["evidence"]]
        bases.setdefault("parents", Counter()).update({"records": int(bool(evidence))})
        bases["parents"].update(evidence)
        behind = [rows for parent in record["parents"] for rows in parent["ancestors"].values()]
        bases.setdefault("ancestors", Counter()).update({"records": int(bool(behind))})
        bases["ancestors"].update(row["basis"] for rows in behind for row in rows)
    for name in OBSERVATIONS:
        for id, value in table(f"catalogue/{name}").items():
            rows = value if isinstance(value, list) else [value]
            found = bases.setdefault(name, Counter())
            found.update({"records": int(id in records)})
            found.update(row["basis"] for row in rows)
    return bases


def share_read(bases: Iterable[Counter[str]]) -> float:
    """Share of the claims that were read in the source itself, from 0 to 1."""
    total: Counter[str] = Counter()
    for found in bases:
        total.update(found)
    del total["records"]
    return total["read"] / total.total()
