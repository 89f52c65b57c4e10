"""Open data files by their addresses, made once for an origin: JSON, CSV and the schema."""

import csv
import hashlib
import io
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from server.contracts.catalogue import EDITION
from server.discovery.opendata.records import (
    DATASET_NAME,
    FOLDER,
    SCHEMA,
    changelog,
    publish,
    record_of,
    schema_url,
)
from server.discovery.opendata.schemas import Catalogue, Changelog, Cultivar, Record

# A spreadsheet runs a cell that begins with one of these as a formula.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
# A spreadsheet reads UTF-8 by this byte order mark; every other reader skips it.
_BOM = "\ufeff"

_COLUMNS: Mapping[str, Callable[[Cultivar], object]] = {
    "id": lambda one: one.id,
    "name_ja": lambda one: one.name.ja,
    "name_en": lambda one: one.name.en,
    "reading": lambda one: one.reading,
    "aliases": lambda one: one.aliases,
    "url_ja": lambda one: one.url.ja,
    "url_en": lambda one: one.url.en,
    "description_ja": lambda one: one.description.ja,
    "description_en": lambda one: one.description.en,
    "origin_ja": lambda one: one.origin.ja,
    "origin_en": lambda one: one.origin.en,
    "registration_system": lambda one: one.registration.system,
    "registration_year": lambda one: one.registration.year,
    "norin_number": lambda one: one.registration.norin_number,
    "plant_variety_number": lambda one: one.registration.plant_variety_number,
    "plant_variety_year": lambda one: one.registration.plant_variety_year,
    "parents_ja": lambda one: tuple(parent.name.ja for parent in one.parents),
    "parents_en": lambda one: tuple(parent.name.en for parent in one.parents),
    "lineages": lambda one: tuple(lineage.code for lineage in one.lineages),
    "uses": lambda one: one.uses,
    "harvest_days": lambda one: one.harvest,
    "harvest_earliest_days": lambda one: one.harvest_earliest,
    "harvest_latest_days": lambda one: one.harvest_latest,
    "harvest_basis": lambda one: one.harvest_basis,
    "other_harvest_days": lambda one: one.other_harvest and one.other_harvest.days,
    "other_harvest_earliest_days": lambda one: one.other_harvest and one.other_harvest.earliest,
    "other_harvest_latest_days": lambda one: one.other_harvest and one.other_harvest.latest,
    "other_harvest_basis": lambda one: one.other_harvest and one.other_harvest.basis,
    "maturity": lambda one: one.maturity,
    "cold_hardiness": lambda one: one.traits.cold_hardiness,
    "yield": lambda one: one.traits.yield_,
    "anthracnose_resistance": lambda one: one.traits.anthracnose_resistance,
    "gray_blight_resistance": lambda one: one.traits.gray_blight_resistance,
    "quality": lambda one: one.traits.quality,
    "caffeine": lambda one: one.components.caffeine,
    "tannin": lambda one: one.components.tannin,
    "amino_acid": lambda one: one.components.amino_acid,
    "aroma_ja": lambda one: one.aroma_ja,
    "aroma_en": lambda one: one.aroma_en,
    "confidence": lambda one: one.confidence,
    "sources": lambda one: tuple(source.url for source in one.sources),
    "modified": lambda one: one.modified.isoformat(),
    # Later columns stand at the end: the earlier ones keep their positions.
    "kind": lambda one: one.kind,
    "right_status": lambda one: one.right and one.right.status,
    "right_granted": lambda one: one.right and one.right.granted,
    "right_ended": lambda one: one.right and one.right.ended,
    "reading_uncertain": lambda one: str(one.is_reading_uncertain).lower(),
    "right_term_end": lambda one: one.right and one.right.term_end,
    # One value for each of `parents_en`, with all kinds of evidence for the parent.
    "parents_evidence": lambda one: tuple(
        ", ".join(dict.fromkeys(evidence.kind for evidence in parent.evidence))
        for parent in one.parents
    ),
    "doubtful_lineages": lambda one: tuple(
        lineage.code for lineage in one.lineages if lineage.is_doubtful
    ),
}

JSON = "application/json"
SCHEMA_JSON = "application/schema+json"
CSV = "text/csv"
ORIGINS_MOST = 4


def write_csv(whole: Catalogue) -> bytes:
    """Returns the catalogue as CSV (RFC 4180); several values of one cell are separated by "; "."""
    written = io.StringIO(newline="")
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for one in whole.cultivars:
        writer.writerow(format_cell(read(one)) for read in _COLUMNS.values())
    return (_BOM + written.getvalue()).encode()


def format_cell(value: object) -> str:
    """Formats a value so that spreadsheets read numbers as numbers and text never as a formula."""
    if value is None:
        return ""
    if isinstance(value, int | float):
        return f"{value:g}"
    text = "; ".join(value) if isinstance(value, tuple) else str(value)
    return f"'{text}" if text.startswith(_FORMULA) else text


@dataclass(frozen=True, slots=True)
class OpenFile:
    """Content of a file with its media type and entity tag."""

    media_type: str
    body: bytes
    etag: str


@lru_cache(ORIGINS_MOST)
def write_files(origin: str, site: str) -> Mapping[str, OpenFile]:
    """Returns all open data files by their addresses."""
    return {FOLDER + name: file for name, file in _list_files(origin, site)}


def write_selection(name: str, ids: tuple[str, ...], *, origin: str, site: str) -> OpenFile:
    """Returns the catalogue with only these records, in this order.

    It is CSV if `name` ends so, else JSON.
    """
    whole = _published_catalogue(origin, site)
    known = {one.id: one for one in whole.cultivars}
    chosen = msgspec.structs.replace(whole, cultivars=tuple(known[id] for id in ids))
    if name.endswith("csv"):
        return make_file(CSV, write_csv(chosen))
    return make_file(JSON, msgspec.json.encode(chosen))


@lru_cache(ORIGINS_MOST)
def _published_catalogue(origin: str, site: str) -> Catalogue:
    """Returns the whole catalogue in its published form, made once."""
    return publish(origin, site)


def _list_files(origin: str, site: str) -> Iterator[tuple[str, OpenFile]]:
    """Yields the path below the folder and the content of each file."""
    whole = _published_catalogue(origin, site)
    yield "/cultivars.json", make_file(JSON, _json(whole))
    yield "/cultivars.csv", make_file(CSV, write_csv(whole))
    yield "/changelog.json", make_file(JSON, _json(changelog()))
    yield SCHEMA.removeprefix(FOLDER), make_file(SCHEMA_JSON, _json(make_json_schema(origin, site)))
    for cultivar in whole.cultivars:
        yield f"/cultivars/{cultivar.id}.json", make_file(JSON, _json(record_of(whole, cultivar)))


def make_json_schema(origin: str, site: str) -> dict[str, Any]:
    """Returns the JSON Schema of all files; the whole catalogue is its root."""
    (_, _, _), parts = msgspec.json.schema_components(
        (Catalogue, Record, Changelog), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": schema_url(origin),
        "title": f"{site}: {DATASET_NAME}, version {EDITION.version}",
        "$ref": "#/$defs/Catalogue",
        "$defs": parts,
    }


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)


def make_file(media_type: str, body: bytes) -> OpenFile:
    """Returns a file with its entity tag."""
    return OpenFile(media_type, body, hashlib.blake2b(body, digest_size=12).hexdigest())
