"""Every open file by its address, made once for an origin."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from server.discovery.opendata.records import FOLDER, SCHEMA, changelog, publish, record_of
from server.discovery.opendata.schemas import Catalogue, Changelog, Record
from server.discovery.opendata.table import as_table

JSON = "application/json"
SCHEMA_JSON = "application/schema+json"
CSV = "text/csv"
ORIGINS_MOST = 4


@dataclass(frozen=True, slots=True)
class OpenFile:
    """What is sent, and the tag by which a reader knows that it has it already."""

    media_type: str
    body: bytes
    tag: str


@lru_cache(ORIGINS_MOST)
def write_files(origin: str, site: str) -> Mapping[str, OpenFile]:
    return {FOLDER + name: file for name, file in _files(origin, site)}


def _files(origin: str, site: str) -> Iterator[tuple[str, OpenFile]]:
    whole = publish(origin, site)
    yield "/cultivars.json", _file(JSON, _json(whole))
    yield "/cultivars.csv", _file(CSV, as_table(whole))
    yield "/changelog.json", _file(JSON, _json(changelog()))
    yield SCHEMA.removeprefix(FOLDER), _file(SCHEMA_JSON, _json(describe(origin)))
    for cultivar in whole.cultivars:
        yield f"/cultivars/{cultivar.id}.json", _file(JSON, _json(record_of(whole, cultivar)))


def describe(origin: str) -> dict[str, Any]:
    """The JSON Schema of all files; the whole catalogue is its root."""
    (_, _, _), parts = msgspec.json.schema_components(
        (Catalogue, Record, Changelog), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": origin + SCHEMA,
        "$ref": "#/$defs/Catalogue",
        "$defs": parts,
    }


def _json(value: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1)


def _file(media_type: str, body: bytes) -> OpenFile:
    return OpenFile(media_type, body, hashlib.blake2b(body, digest_size=12).hexdigest())
