"""What the operator configures: read once from the environment, checked, then frozen."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from server.errors import StartRefused

Environment = Literal["development", "production"]

PROJECT = Path(__file__).resolve().parent.parent
MOST_PORT = 65535
MOST_WORKERS = 64


@dataclass(frozen=True, slots=True)
class OperatorSettings:
    """Whose site it is: what the law wants to be told, and how to reach them."""

    name: str | None = None
    representative: str | None = None
    address: str | None = None
    email: str | None = None
    phone: str | None = None
    hours_ja: str | None = None
    hours_en: str | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that differs from one installation to the next."""

    environment: Environment
    host: str
    port: int
    data_dir: Path
    build_dir: Path
    origin: str
    site_name_en: str
    site_name_ja: str
    database_url: str
    render_workers: int
    operator: OperatorSettings
    social_links: tuple[tuple[str, str], ...]
    trusted_proxies: tuple[str, ...]

    @property
    def is_production(self) -> bool:
        return self.environment == "production"

    @property
    def hosts(self) -> frozenset[str]:
        """The values of the Host header that this site answers to."""
        own = urlsplit(self.origin).netloc.lower()
        if self.is_production:
            return frozenset({own})
        near = {f"{name}:{self.port}" for name in ("localhost", "127.0.0.1", "[::1]")}
        return frozenset({own, *near})

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        return _read(os.environ if environ is None else environ)  # noqa: TID251


def _read(environ: Mapping[str, str]) -> Settings:
    values = {name: value.strip() for name, value in environ.items() if value.strip()}
    port = _whole(values, "PORT", default=8000, most=MOST_PORT)
    data_dir = Path(values.get("DATA_DIR", PROJECT / "data")).expanduser().absolute()
    settings = Settings(
        environment=_environment(values.get("ENVIRONMENT", "development")),
        host=values.get("HOST", "127.0.0.1"),
        port=port,
        data_dir=data_dir,
        build_dir=PROJECT / "build",
        origin=_origin(values.get("ORIGIN", f"http://localhost:{port}")),
        site_name_en=values.get("SITE_NAME", "Chanoki"),
        site_name_ja=values.get("SITE_NAME_JA", values.get("SITE_NAME", "茶の木")),
        database_url=_database_url(values, data_dir),
        render_workers=_whole(
            values, "RENDER_WORKERS", default=os.cpu_count() or 1, most=MOST_WORKERS
        ),
        operator=_operator(values.get),
        social_links=_social_links(values.get("SOCIAL_LINKS", "")),
        trusted_proxies=tuple(_listed(values.get("TRUSTED_PROXIES", ""))),
    )
    if settings.is_production:
        _refuse_incomplete(values)
    return settings


def _environment(value: str) -> Environment:
    if value == "development":
        return "development"
    if value == "production":
        return "production"
    raise StartRefused(f'ENVIRONMENT is "{value}"; it must be "development" or "production".')


def _whole(values: Mapping[str, str], name: str, *, default: int, most: int) -> int:
    value = values.get(name)
    if value is None:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", value) or not 1 <= int(value) <= most:
        raise StartRefused(f'{name} is "{value}"; it must be a whole number from 1 to {most}.')
    return int(value)


def _origin(value: str) -> str:
    parts = urlsplit(value)
    rest = parts.path.strip("/") or parts.query or parts.fragment or parts.username
    if parts.scheme not in {"http", "https"} or not parts.netloc or rest:
        raise StartRefused(
            f'ORIGIN is "{value}"; it must be a scheme and a host, such as https://tea.example.'
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def _database_url(values: Mapping[str, str], data_dir: Path) -> str:
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


def _operator(get: Callable[[str], str | None]) -> OperatorSettings:
    return OperatorSettings(
        name=get("OPERATOR_NAME"),
        representative=get("OPERATOR_REPRESENTATIVE"),
        address=get("OPERATOR_ADDRESS"),
        email=get("OPERATOR_EMAIL"),
        phone=get("OPERATOR_PHONE"),
        hours_ja=get("OPERATOR_HOURS_JA"),
        hours_en=get("OPERATOR_HOURS_EN"),
    )


def _listed(value: str) -> list[str]:
    return [part.strip() for part in value.split(",") if part.strip()]


def _social_links(value: str) -> tuple[tuple[str, str], ...]:
    links = []
    for part in _listed(value):
        label, separator, url = (piece.strip() for piece in part.partition("="))
        if not label or not separator or urlsplit(url).scheme != "https":
            raise StartRefused(
                f'SOCIAL_LINKS has "{part}"; each entry must be label=https://address.'
            )
        links.append((label, url))
    return tuple(links)


def _refuse_incomplete(values: Mapping[str, str]) -> None:
    """The commercial notice is a legal duty: a public site must not open with holes in it."""
    required = ("ORIGIN", "OPERATOR_REPRESENTATIVE", "OPERATOR_ADDRESS", "OPERATOR_EMAIL")
    missing = [name for name in required if name not in values]
    if missing:
        raise StartRefused(
            f"ENVIRONMENT=production needs {', '.join(missing)}: the legal pages are "
            "incomplete without."
        )
