"""Queries of pages that show one of a few choices: an invalid choice is left out of the address."""

import re
from collections.abc import Mapping
from itertools import chain
from urllib.parse import parse_qsl, urlencode

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


def without_invalid_choices(route: str, query: str) -> str | None:
    """Returns the query without invalid choices.

    None if the query has no invalid choice, or more than _FIELDS_MOST fields.
    """
    choices = _CHOICES.get(route)
    if choices is None:
        return None
    try:
        pairs = parse_qsl(query, keep_blank_values=True, max_num_fields=_FIELDS_MOST)
    except ValueError:
        return None
    valid = [(name, value) for name, value in pairs if value in choices.get(name, {value})]
    return None if len(valid) == len(pairs) else urlencode(valid, safe=",")
