"""Access to the JSON files of `shared/`, for tests that compare them."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SHARED = Path(__file__).resolve().parents[2] / "shared"
LANGUAGES = ("en", "ja")

Table = dict[str, Any]


def table(name: str) -> Table:
    """Returns the content of a file, by its path below shared/ without `.json`."""
    content: Table = json.loads((SHARED / f"{name}.json").read_text(encoding="utf-8"))
    return content


def messages(language: str) -> dict[str, str]:
    """Returns every message by its full key, which begins with the name of its file."""
    found: dict[str, str] = {}
    for path in sorted((SHARED / "locales" / language).rglob("*.json")):
        content: Table = json.loads(path.read_text(encoding="utf-8"))
        found |= flat(content, path.stem)
    return found


def flat(content: Table, before: str) -> dict[str, Any]:
    """Returns the leaves of nested objects by their path, which begins with `before`."""
    return dict(_leaves(content, before))


def _leaves(content: Table, before: str) -> Iterator[tuple[str, Any]]:
    for name, value in content.items():
        key = f"{before}.{name}"
        if isinstance(value, dict):
            yield from _leaves(value, key)
        else:
            yield key, value
