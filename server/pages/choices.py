"""Queries of pages that show a choice: one spelling of it, without invalid values."""

import re
from collections.abc import Mapping
from itertools import chain
from urllib.parse import parse_qsl, urlencode

from server.contracts.catalogue import cultivar_called
from server.contracts.evidence import OBSERVATIONS

_FIELDS_MOST = 200
_YEAR = re.compile("[0-9]{4}")


def _calendar_years() -> frozenset[str]:
    """Returns the values of the calendar's field `year`: years of observations, and "average"."""
    rows = chain.from_iterable(OBSERVATIONS.timing.values())
    years = {row.years.en for row in rows if row.years is not None}
    return frozenset({year for year in years if _YEAR.fullmatch(year)} | {"average"})


# Route -> field -> valid values; an empty one is that of a form's field without a choice.
_CHOICES: Mapping[str, Mapping[str, frozenset[str]]] = {
    "map": {"show": frozenset({"", "cultivars", "area", "posts"})},
    "calendar": {"year": _calendar_years() | {""}},
    "relation": {"parents": frozenset({"", "recorded", "all"})},
}


# Route -> fields with ids of records; another name of a record becomes its id.
_RECORD_FIELDS: Mapping[str, tuple[str, ...]] = {"relations": ("a", "b"), "calendar": ("ids",)}


def canonical_choices(route: str, query: str) -> str | None:
    """Returns the query with ids in place of other names of records, without invalid choices.

    Unknown names are kept, for the page to name. None if the query is canonical already, or has
    more than _FIELDS_MOST fields.
    """
    choices, fields = _CHOICES.get(route, {}), _RECORD_FIELDS.get(route, ())
    if not choices and not fields:
        return None
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=_FIELDS_MOST)
    except ValueError:
        return None
    valid = [
        (name, _with_ids(value) if name in fields else value)
        for name, value in pairs
        if value in choices.get(name, {value})
    ]
    return None if valid == pairs else urlencode(valid, safe=",")


def _with_ids(names: str) -> str:
    """Returns the comma-separated names with ids in place of the names that a record has."""
    return ",".join(cultivar_called(name) or name for name in names.split(","))
