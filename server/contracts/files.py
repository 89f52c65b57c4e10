"""Reader of the JSON files of `shared/`; a file that differs from its schema prevents the start."""

from pathlib import Path
from typing import TypeVar, get_args, get_origin

import msgspec

from server.errors import StartRefused

SHARED = Path(__file__).resolve().parents[2] / "shared"

Value = TypeVar("Value")


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of records of shared files, which allow no missing and no additional fields."""


def read(path: Path, expected: type[Value]) -> Value:
    """Decodes a file to the expected type; raises StartRefused for a file that does not fit."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise broken(path, error.strerror or "cannot be read") from error
    try:
        return msgspec.json.decode(content, type=expected)
    except msgspec.ValidationError as error:
        raise broken(path, f"{error}{_entry_at_fault(content, expected)}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise broken(path, str(error)) from error


def _entry_at_fault(content: bytes, expected: object) -> str:
    """Returns ` of "key"` for the first entry of an object that does not fit; empty for others.

    msgspec's own message says `$[...]` for any key.
    """
    if get_origin(expected) is not dict or not content.lstrip().startswith(b"{"):
        return ""
    _, inner = get_args(expected)
    for key, raw in msgspec.json.decode(content, type=dict[str, msgspec.Raw]).items():
        try:
            msgspec.json.decode(raw, type=inner)
        except msgspec.ValidationError:
            return f' of "{key}"'
    return ""


def broken(path: Path, reason: str) -> StartRefused:
    """Returns the StartRefused that names file, field and reason."""
    name = path.relative_to(SHARED.parent) if path.is_relative_to(SHARED.parent) else path
    return StartRefused(f"{name}: {reason.rstrip('.')}.")
