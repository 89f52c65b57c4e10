"""Canonical address of the cultivar list, by its filters, order, view and range of days."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from urllib.parse import parse_qs, urlencode

from server.contracts.folded import read_search
from server.contracts.locales import text
from server.contracts.routes import Language

# More than the boxes of the list's form, which sends a field for each checked one.
_FIELDS_MOST = 200
# The kind that the list shows without a choice, and the value for all kinds.
_LISTED_KIND = "cultivar"
_EVERY_KIND = "all"
ORDERS = ("earliest", "latest", "newest", "written")
VIEWS = ("table", "bud", "pluck")
_NAMED = {"sort": ORDERS, "view": VIEWS}
_DAYS = re.compile("-?[0-9]{1,2}")


def canonical_query(
    query: str, fields: tuple[str, ...], filters: Mapping[str, Mapping[str, str]]
) -> str | None:
    """Returns the query with only known values, in the order of `fields`, or None to keep it.

    `filters` is filter -> value -> label. Values of a filter are joined by commas in the order of
    its labels, in any case of letters; days are plain numbers. A query is kept if its filters and
    the values of its other fields are canonical, whatever unknown fields it has, or if it has over
    _FIELDS_MOST fields.
    """
    try:
        parsed = parse_qs(query, keep_blank_values=True, max_num_fields=_FIELDS_MOST)
    except ValueError:
        return None
    written = {name: ",".join(values) for name, values in parsed.items() if name in filters}
    wanted = {}
    for name in fields:
        chosen = written.get(name, "").lower().split(",")
        if name == "kind":
            search = read_search(parsed.get("search", [""])[0])
            chosen = _written_kinds(chosen, filters.get(name, {}), is_searched=search != "")
        known = [id for id in filters.get(name, ()) if id.lower() in chosen]
        if known:
            wanted[name] = ",".join(known)
    given = [pair for pair in query.split("&") if _is_filled(pair, filters)]
    stated = {name: values[0] for name, values in parsed.items() if name in fields}
    others = _ascending({name: _read_field(name, value) for name, value in stated.items()})
    is_plain = all(others[name] == value for name, value in stated.items() if name not in filters)
    if is_plain and given == [f"{name}={value}" for name, value in wanted.items()]:
        return None
    values = {name: wanted.get(name, others.get(name, "")) for name in fields}
    values |= {name: "" for name in filters if name not in wanted}
    canonical = urlencode({name: value for name, value in values.items() if value}, safe=",")
    return None if canonical == query else canonical


def titled_values(
    query: Mapping[str, str], filters: Mapping[str, Mapping[str, str]], language: Language
) -> Iterator[str]:
    """Yields the labels of the chosen values; empty for unknown values and filters without one.

    A label that several filters have is preceded by the filter's name.
    """
    owners = Counter(label for labels in filters.values() for label in set(labels.values()))
    for name, labels in filters.items():
        for value in query.get(name, "").split(","):
            label = labels.get(value, "")
            if owners[label] > 1:
                filter = text(language, f"cultivars.filters.{name}")
                label = text(language, "cultivars.filters.chosen", filter=filter, value=label)
            yield label


def _written_kinds(chosen: list[str], labels: Mapping[str, str], *, is_searched: bool) -> list[str]:
    """Returns the kinds as the canonical address has them: "all" for every kind.

    Empty for cultivars alone, which the list shows by default; a search covers all kinds by
    default, so there cultivars alone are named. The form's box of cultivars, if it is checked by
    default, sends an empty value, which beside other values means cultivars.
    """
    default = _LISTED_KIND if len(chosen) > 1 else ""
    kinds = {value or default for value in chosen} & set(labels)
    if _EVERY_KIND in kinds or len(kinds) == len(labels) - 1:
        return [_EVERY_KIND]
    return [] if kinds == {_LISTED_KIND} and not is_searched else list(kinds)


def _ascending(fields: dict[str, str]) -> dict[str, str]:
    """Returns the fields with `from` and `to` exchanged if `from` is the greater day."""
    start, end = fields.get("from", ""), fields.get("to", "")
    if start and end and int(start) > int(end):
        return fields | {"from": end, "to": start}
    return fields


def _read_field(name: str, value: str) -> str:
    """Returns the value of an order, view or day in normal form; empty if it is invalid.

    Values of other fields are returned as they are.
    """
    if name in _NAMED:
        return value.lower() if value.lower() in _NAMED[name] else ""
    if name in ("from", "to"):
        return str(int(value)) if _DAYS.fullmatch(value) else ""
    return value


def _is_filled(pair: str, filters: Mapping[str, object]) -> bool:
    """Returns whether `name=value` is a filter with a value; forms also send empty ones."""
    name, _, value = pair.partition("=")
    return name in filters and value != ""
