"""The catalogue's files as plain JSON, read without the checks that stop the start."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from server.contracts.files import broken

OBSERVED = ("rights", "timing", "resistance", "composition", "acreage", "conflicts")
# Files beside the observations that name sources.
OTHERS = ("unconfirmed", "prefectures")

Json = Any
Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class CatalogueFiles:
    """Contents of the catalogue's files as plain JSON, by file name without ending."""

    folder: Path
    content: Mapping[str, dict[str, Json]]

    def __getitem__(self, name: str) -> dict[str, Json]:
        return self.content[name]

    @property
    def cultivars(self) -> dict[str, Json]:
        return self.content["cultivars"]

    @property
    def sources(self) -> dict[str, Json]:
        return self.content["sources"]


def read_catalogue(folder: Path) -> CatalogueFiles:
    """Reads the catalogue's files; raises StartRefused for a file that is no JSON object."""
    content = {}
    for name in ("cultivars", "sources", "lineage-groups", *OTHERS, *OBSERVED):
        path = folder / f"{name}.json"
        try:
            content[name] = json.loads(path.read_bytes())
        except (OSError, ValueError) as error:
            raise broken(path, str(error)) from error
        if not isinstance(content[name], dict):
            raise broken(path, "an object keyed by id is expected")
    return CatalogueFiles(folder, content)


def save_records(files: CatalogueFiles) -> None:
    """Writes the records back to `cultivars.json`."""
    written = json.dumps(files.cultivars, indent=2, ensure_ascii=False) + "\n"
    (files.folder / "cultivars.json").write_text(written, encoding="utf-8")


def decoded(raw: Json, expected: type[Value]) -> Value | None:
    """Returns raw JSON as the expected type; None if it does not fit."""
    try:
        return msgspec.convert(raw, expected)
    except msgspec.ValidationError:
        return None
