"""Command that checks records and sources of the catalogue and prints one sentence for each fault.

Imports nothing that reads the catalogue strictly: a faulty record would stop the import.
"""

import sys
from difflib import get_close_matches
from pathlib import Path

from server.contracts.catalogue_files import CatalogueFiles, read_catalogue, save_records
from server.contracts.record_check import record_faults, source_faults, write_confidence
from server.errors import StartRefused


def check_catalogue(folder: Path, id: str | None, *, write: bool) -> int:
    """Checks one record or source, or all without an `id`, and prints their faults.

    `write` first stores the computed confidence. Returns 1 on a fault; raises StartRefused for an
    unknown id.
    """
    files = read_catalogue(folder)
    records = [key for key in files.cultivars if id in (None, key)]
    sources = [key for key in files.sources if id in (None, key)]
    if not records and not sources:
        raise StartRefused(_describe_unknown(files, id or ""))
    if write:
        _write(files, records)
    found = {f"record {key}": record_faults(files, key) for key in records}
    found |= {f"source {key}": source_faults(files, key) for key in sources}
    for name, faults in found.items():
        for fault in faults:
            print(f"{name}: {fault}")
    faulty = sum(map(bool, found.values()))
    if faulty:
        print(f"{faulty} of {len(found)} with faults", file=sys.stderr)
        return 1
    print("ok" if id else f"ok: {len(records)} records, {len(sources)} sources")
    return 0


def _write(files: CatalogueFiles, records: list[str]) -> None:
    """Writes the confidence of records whose value differs, and prints their ids."""
    changed = [key for key in records if write_confidence(files, key)]
    if changed:
        save_records(files)
    for key in changed:
        print(f"record {key}: confidence written")


def _describe_unknown(files: CatalogueFiles, id: str) -> str:
    """Returns the sentence about an unknown id, with up to three similar ones."""
    near = get_close_matches(id, [*files.cultivars, *files.sources], n=3)
    meant = f"; near it are {', '.join(near)}" if near else ""
    return f'no record and no source has the id "{id}"{meant}'
