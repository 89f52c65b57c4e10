"""What the words of single settings mean; those that mean nothing refuse the start."""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from server.errors import StartRefused

PASSWORD_CHARACTERS_LEAST = 16
PASSWORD_LETTERS_LEAST = 8
DEFAULT_PORTS = {"http": 80, "https": 443}
# Made up for examples, by others and by ourselves.
KNOWN = ("password", "secret", "changeme", "change-me", "example", "minioadmin", "postgres", "1234")


def whole(values: Mapping[str, str], name: str, *, default: int, most: int, least: int = 1) -> int:
    value = values.get(name)
    if value is None:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", value) or not least <= int(value) <= most:
        raise StartRefused(
            f'{name} is "{value}"; it must be a whole number from {least} to {most}.'
        )
    return int(value)


def listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def origin(value: str) -> str:
    parts = urlsplit(value)
    rest = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in {"http", "https"} or not parts.netloc or rest:
        raise StartRefused(
            f'ORIGIN is "{value}"; it must be a scheme and a host, such as https://tea.example.'
        )
    return f"{parts.scheme}://{without_default_port(parts.scheme, parts.netloc.lower())}"


def without_default_port(scheme: str, host: str) -> str:
    """As browsers name it; RFC 9110 takes both spellings for one (section 4.2.3)."""
    return host.removesuffix(f":{DEFAULT_PORTS[scheme]}")


def with_default_port(scheme: str, host: str) -> str:
    return host if re.search(r":[0-9]+$", host) else f"{host}:{DEFAULT_PORTS[scheme]}"


def database_url(values: Mapping[str, str], data_dir: Path) -> str:
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
        # The address may hold a password, so the sentence names its scheme alone.
        raise StartRefused(
            f'DATABASE_URL starts with "{scheme[:20]}"; it must start with postgresql:// '
            "or sqlite:///."
        )
    return f"{drivers[scheme]}://{rest}"


def redis_url(value: str | None) -> str | None:
    if value is None:
        return None
    if not _is_redis(value):
        # The address may hold a password, so the sentence quotes nothing of it.
        raise StartRefused(
            "REDIS_URL is no address of a Redis or Valkey; it must look like "
            "redis://:password@host:6379/0, or rediss:// where the way is encrypted."
        )
    return value


def _is_redis(value: str) -> bool:
    try:
        parts = urlsplit(value)
        has_port = parts.port != 0
    except ValueError:
        return False
    is_whole = bool(parts.hostname) and re.fullmatch(r"(/[0-9]{0,4})?", parts.path) is not None
    has_more = "?" in value or "#" in value
    return parts.scheme in {"redis", "rediss"} and is_whole and has_port and not has_more


def web_address(values: Mapping[str, str], name: str) -> str | None:
    value = values.get(name)
    if value is None:
        return None
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.netloc or parts.query:
        # The address may hold a password, so the sentence names its scheme alone.
        raise StartRefused(f'{name} starts with "{parts.scheme[:20]}"; it must be http(s)://….')
    return value.rstrip("/")


def social_links(value: str) -> tuple[tuple[str, str], ...]:
    links = []
    for part in listed(value):
        label, separator, url = (piece.strip() for piece in part.partition("="))
        if not label or not separator or urlsplit(url).scheme != "https":
            raise StartRefused(
                f'SOCIAL_LINKS has "{part}"; each entry must be label=https://address.'
            )
        links.append((label, url))
    return tuple(links)


def password_in(address: str | None) -> str | None:
    """A database in a file or behind a socket may have none."""
    password = urlsplit(address).password if address else None
    return unquote(password) if password else None


def is_weak(password: str) -> bool:
    """Short, of few different letters, or beginning as everybody's does."""
    is_long = len(password) >= PASSWORD_CHARACTERS_LEAST
    is_varied = len(set(password)) >= PASSWORD_LETTERS_LEAST
    return not (is_long and is_varied) or password.lower().startswith(KNOWN)
