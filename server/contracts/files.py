"""Reader of the JSON files of `shared/`; a file that differs from its schema prevents the start."""

from pathlib import Path
from typing import TypeVar

import msgspec

from server.errors import StartRefused

SHARED = Path(__file__).resolve().parents[2] / "shared"

Value = TypeVar("Value")


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of records of shared files, which allow no missing and no additional fields."""


def read(path: Path, expected: type[Value]) -> Value:
    """Decodes a file to the expected type; raises StartRefused for a file that does not fit."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=expected)
    except OSError as error:
        raise broken(path, error.strerror or "cannot be read") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise broken(path, str(error)) from error


def broken(path: Path, reason: str) -> StartRefused:
    """Returns the StartRefused that names file, field and reason."""
    name = path.relative_to(SHARED.parent) if path.is_relative_to(SHARED.parent) else path
    return StartRefused(f"{name}: {reason.rstrip('.')}.")
