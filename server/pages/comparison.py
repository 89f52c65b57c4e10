"""Addresses of comparisons: the records that they name, and their canonical form."""

import re
from collections.abc import Mapping
from urllib.parse import quote

import msgspec

from server.contracts.catalogue import CULTIVARS, cultivar_called
from server.contracts.limits import LIMITS
from server.contracts.locales import listed
from server.contracts.routes import Language
from server.contracts.views import CatalogueViews

# Fields of the form, each with the id or name of one record.
FORM_FIELDS = ("a", "b", "c", "d")
# More than are compared: the page also lists unknown names, and records that are too many.
_NAMES_MOST = 2 * LIMITS.compared_records
_NAME_CHARACTERS = 60

_INVISIBLE = re.compile("[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def compared_ids(query: Mapping[str, str]) -> tuple[str, ...]:
    """Returns the known ids in the query, in its order, at most as many as are compared."""
    known = [name for name in _find_names(query) if name in CULTIVARS]
    return tuple(known[: LIMITS.compared_records])


def name_of(id: str, language: Language) -> str:
    """Returns the name of a cultivar in a language."""
    record = CULTIVARS[id]
    return record.name_ja if language == "ja" else record.name_en


def names_of(ids: tuple[str, ...], language: Language) -> str:
    """Returns the names of cultivars as the title of their comparison lists them."""
    return listed([name_of(id, language) for id in ids], language)


def compared_records(query: Mapping[str, str], views: CatalogueViews) -> msgspec.Raw:
    """Returns the compared records and their observations as a JSON list."""
    records = (
        b'{"cultivar":%b,"observations":%b}'
        % (bytes(views.cultivars[id]), bytes(views.observations[id]))
        for id in compared_ids(query)
    )
    return msgspec.Raw(b"[" + b",".join(records) + b"]")


def canonical_comparison(query: Mapping[str, str], raw: bytes) -> str | None:
    """Returns the query that the address should have, or None if it has it already or is empty.

    Ids keep the reader's order and occur once each; other names of a record become its id. A query
    that names nothing becomes an empty text. `raw` is the query as it was sent.
    """
    if not query:
        return None
    canonical = ",".join(quote(name, safe="") for name in _find_names(query))
    has_form = any(field in query for field in FORM_FIELDS)
    if f"ids={canonical}".encode() in raw.split(b"&") and canonical and not has_form:
        return None
    return f"ids={canonical}" if canonical else ""


def _find_names(query: Mapping[str, str]) -> list[str]:
    """Returns the ids that the query names, each once, at most _NAMES_MOST; unknown names stay.

    Invisible characters are removed, names above 60 characters are left out.
    """
    given = [*query.get("ids", "").split(","), *(query.get(field, "") for field in FORM_FIELDS)]
    names = (_INVISIBLE.sub("", name).strip() for name in given)
    called = [cultivar_called(name) or name for name in names if 0 < len(name) <= _NAME_CHARACTERS]
    return list(dict.fromkeys(called))[:_NAMES_MOST]
