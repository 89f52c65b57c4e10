"""Reads the shared files, for the tests that compare them with each other."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[2] / "shared"
LANGUAGES = ("en", "ja")

Table = dict[str, Any]


def table(name: str) -> Table:
    """One file, by its path below shared/ and without its ending."""
    content: Table = json.loads((SHARED / f"{name}.json").read_text(encoding="utf-8"))
    return content


def messages(language: str) -> dict[str, str]:
    """Every message by its whole key, whose first word is its file."""
    found: dict[str, str] = {}
    for path in sorted((SHARED / "locales" / language).rglob("*.json")):
        content: Table = json.loads(path.read_text(encoding="utf-8"))
        found |= flat(content, path.stem)
    return found


def flat(content: Table, before: str) -> dict[str, Any]:
    return dict(_leaves(content, before))


def _leaves(content: Table, before: str) -> Iterator[tuple[str, Any]]:
    for name, value in content.items():
        key = f"{before}.{name}"
        if isinstance(value, dict):
            yield from _leaves(value, key)
        else:
            yield key, value
