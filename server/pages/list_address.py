"""The one right spelling of the address of the cultivar list."""

from collections.abc import Mapping
from urllib.parse import parse_qs, urlencode

# More than the boxes of the list's form, which sends a field for each checked one.
_FIELDS_MOST = 200
# Filters that hold one value.
_SINGLE = ("kind",)


def canonical_query(
    query: str, fields: tuple[str, ...], filters: Mapping[str, Mapping[str, str]]
) -> str | None:
    """Returns the query with the values of each filter joined by commas in the order of its labels.

    None for a query without several values of a filter, and for one that is written so already.
    """
    try:
        parsed = parse_qs(query, max_num_fields=_FIELDS_MOST)
    except ValueError:
        return None
    chosen = {name: ",".join(parsed[name]).split(",") for name in filters if name in parsed}
    if all(len(values) < 2 for values in chosen.values()):
        return None
    values = {name: parsed[name][0] for name in fields if name in parsed}
    for name, ids in chosen.items():
        known = [id for id in filters[name] if id in ids]
        values[name] = ",".join(known[:1] if name in _SINGLE else known)
    canonical = urlencode({name: value for name, value in values.items() if value}, safe=",")
    return None if canonical == query else canonical
