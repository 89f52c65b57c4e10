"""Address of the database in the settings: its driver, parameters and password."""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qs, unquote

from server.errors import StartRefused
from server.values import PORT_MOST

# Parsed as the database driver does, so that the password is recognised.
_DATABASE = re.compile(
    r"(?:[^:/@]*(?::([^@]*))?@)?(?:\[[^/?\]]+\]|[^/:?@]*)(?::([0-9]{1,5}))?(?:/[^?]*)?(?:\?(.*))?"
)
# Of the database driver; `sslmode` is libpq's name of `ssl`, whose values both have.
SSL_NAMES = ("ssl", "sslmode")
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")
DATABASE_PARAMETERS = (
    *SSL_NAMES,
    *("host", "port", "user", "password", "database", "passfile", "target_session_attrs"),
)


def database_url(values: Mapping[str, str], data_dir: Path) -> str:
    """Returns the database's address with its async driver; by default of an SQLite file.

    Raises StartRefused for any other address, and for SQLite in memory in production.
    """
    value = values.get("DATABASE_URL")
    if value is None:
        return f"sqlite+aiosqlite:///{data_dir / 'chanoki.sqlite3'}"
    scheme, separator, rest = value.partition("://")
    drivers = {
        "sqlite": "sqlite+aiosqlite",
        "sqlite+aiosqlite": "sqlite+aiosqlite",
        "postgres": "postgresql+asyncpg",
        "postgresql": "postgresql+asyncpg",
        "postgresql+asyncpg": "postgresql+asyncpg",
    }
    if not separator or scheme not in drivers:
        # The address may contain a password, so the message names its scheme only.
        raise StartRefused(
            f'DATABASE_URL starts with "{scheme[:20]}"; it must start with postgresql:// '
            "or sqlite:///."
        )
    is_lasting = not scheme.startswith("sqlite") or rest.strip("/") not in ("", ":memory:")
    if values.get("ENVIRONMENT") == "production" and not is_lasting:
        raise StartRefused("DATABASE_URL names no file; it must look like sqlite:////data/x.db.")
    found = _DATABASE.fullmatch(rest)
    if found is None or int(found[2] or 0) > PORT_MOST:
        raise _unreadable()
    if scheme.startswith("sqlite"):
        return f"{drivers[scheme]}://{rest}"
    if found[3]:
        rest = rest[: found.start(3)] + _driver_parameters(found[3])
    return f"{drivers[scheme]}://{rest}"


def _driver_parameters(query: str) -> str:
    """Returns the query of a PostgreSQL address with `sslmode`, as libpq writes it, named `ssl`.

    Raises StartRefused for a parameter that the driver does not have, an unknown mode, and a
    second one.
    """
    given = [part.partition("=") for part in query.split("&") if part]
    if sum(name in SSL_NAMES for name, _, _ in given) > 1:
        raise StartRefused("DATABASE_URL has more than one of ssl and sslmode; leave one.")
    for name, _, value in given:
        if name not in DATABASE_PARAMETERS:
            if "@" in query:
                # What looks like a parameter may be the end of a password with ? and @ in it.
                raise _unreadable()
            raise StartRefused(
                f'DATABASE_URL has the parameter "{name}"; it may be one of '
                f"{', '.join(DATABASE_PARAMETERS)}."
            )
        if name in SSL_NAMES and value not in SSL_MODES:
            raise StartRefused(
                f"DATABASE_URL has an unknown {name}; it may be one of {', '.join(SSL_MODES)}."
            )
    return "&".join(f"{'ssl' if name in SSL_NAMES else name}={value}" for name, _, value in given)


def _unreadable() -> StartRefused:
    """Returns the error for an address that can't be read; it does not repeat the password."""
    return StartRefused(
        "DATABASE_URL can't be read; it must look like "
        "postgresql://user:password@host:5432/name, with %40 for each @ in the password."
    )


def password_of_database(address: str) -> str | None:
    """Returns the password of a PostgreSQL address, if it has one."""
    found = _DATABASE.fullmatch(address.partition("://")[2])
    if found is None or address.startswith("sqlite"):
        return None
    named = parse_qs(found[3] or "").get("password", [None])
    return unquote(found[1]) if found[1] else named[-1]
