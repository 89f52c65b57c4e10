"""Counts of the catalogue's claims by their basis, such as `read` or `quoted`."""

from collections import Counter
from collections.abc import Iterable

from tests.contracts.tables import table

OBSERVATIONS = ("rights", "timing", "resistance", "composition", "acreage")


def bases_by_field() -> dict[str, Counter[str]]:
    """Counts the bases of each field; the key `records` counts the records with the field."""
    bases: dict[str, Counter[str]] = {}
    records = table("catalogue/cultivars")
    for record in records.values():
        for field, claim in record["claims"].items():
            bases.setdefault(field, Counter()).update({"records": 1, claim["basis"]: 1})
        evidence = [row["basis"] for parent in record["parents"] for row in parent["evidence"]]
        bases.setdefault("parents", Counter()).update({"records": int(bool(evidence))})
        bases["parents"].update(evidence)
        ancestors = [rows for parent in record["parents"] for rows in parent["ancestors"].values()]
        bases.setdefault("ancestors", Counter()).update({"records": int(bool(ancestors))})
        bases["ancestors"].update(row["basis"] for rows in ancestors for row in rows)
    for name in OBSERVATIONS:
        for id, value in table(f"catalogue/{name}").items():
            rows = value if isinstance(value, list) else [value]
            found = bases.setdefault(name, Counter())
            found.update({"records": int(id in records)})
            found.update(row["basis"] for row in rows)
    return bases


def share_read(bases: Iterable[Counter[str]]) -> float:
    """Returns the share of claims with the basis `read`, from 0 to 1."""
    total: Counter[str] = Counter()
    for found in bases:
        total.update(found)
    del total["records"]
    return total["read"] / total.total()
