"""What the operator configures: read once from the environment, checked, then frozen."""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from server.errors import StartRefused

Environment = Literal["development", "production"]

PROJECT = Path(__file__).resolve().parent.parent
MOST_PORT = 65535
MOST_WORKERS = 64
MOST_CACHE_MB = 4096
MOST_DRAIN_S = 60
MEGABYTE = 1024 * 1024
GOOGLE = "https://accounts.google.com"

# Good enough for the sessions of the machine where everything is tried out, and nowhere else.
DEVELOPMENT_KEY = "chanoki-development-key-never-for-production"
KEY_CHARACTERS_LEAST = 32
KEY_LETTERS_LEAST = 12


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
class SignInSettings:
    """As whom the host asks Google who somebody is."""

    client_id: str
    client_secret: str = field(repr=False)
    issuer: str = GOOGLE


@dataclass(frozen=True, slots=True)
class ObjectStoreSettings:
    """Any service that speaks S3."""

    bucket: str
    region: str
    endpoint: str | None
    access_key: str | None
    secret_key: str | None = field(repr=False)


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
    page_cache_bytes: int
    drain_s: int
    metrics: tuple[str, int] | None
    operator: OperatorSettings
    social_links: tuple[tuple[str, str], ...]
    trusted_proxies: tuple[str, ...]
    secret: str = field(repr=False)
    sign_in: SignInSettings | None
    object_store: ObjectStoreSettings | None

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

    @property
    def origins(self) -> frozenset[str]:
        """The pages that may ask this site to change something: its own."""
        scheme = self.origin.partition("://")[0]
        return frozenset({self.origin, *(f"{scheme}://{host}" for host in self.hosts)})

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
        page_cache_bytes=MEGABYTE
        * _whole(values, "PAGE_CACHE_MB", default=64, least=0, most=MOST_CACHE_MB),
        drain_s=_whole(values, "DRAIN_SECONDS", default=0, least=0, most=MOST_DRAIN_S),
        metrics=_metrics(values),
        operator=_operator(values.get),
        social_links=_social_links(values.get("SOCIAL_LINKS", "")),
        trusted_proxies=tuple(_listed(values.get("TRUSTED_PROXIES", ""))),
        secret=values.get("SECRET_KEY", DEVELOPMENT_KEY),
        sign_in=_sign_in(values),
        object_store=_object_store(values),
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


def _whole(values: Mapping[str, str], name: str, *, default: int, most: int, least: int = 1) -> int:
    value = values.get(name)
    if value is None:
        return default
    if not re.fullmatch(r"[0-9]{1,6}", value) or not least <= int(value) <= most:
        raise StartRefused(
            f'{name} is "{value}"; it must be a whole number from {least} to {most}.'
        )
    return int(value)


def _metrics(values: Mapping[str, str]) -> tuple[str, int] | None:
    """Where the figures are told, apart from the site; nowhere, unless the operator says so."""
    port = _whole(values, "METRICS_PORT", default=0, least=0, most=MOST_PORT)
    return (values.get("METRICS_HOST", "127.0.0.1"), port) if port else None


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


def _sign_in(values: Mapping[str, str]) -> SignInSettings | None:
    client_id, secret = values.get("GOOGLE_CLIENT_ID"), values.get("GOOGLE_CLIENT_SECRET")
    if (client_id is None) != (secret is None):
        missing = "GOOGLE_CLIENT_SECRET" if secret is None else "GOOGLE_CLIENT_ID"
        raise StartRefused(f"{missing} is missing: GOOGLE_CLIENT_ID and _SECRET come together.")
    if client_id is None or secret is None:
        return None
    return SignInSettings(client_id, secret, _issuer(values.get("GOOGLE_ISSUER", GOOGLE)))


def _issuer(value: str) -> str:
    parts = urlsplit(value)
    is_near = parts.hostname in {"localhost", "127.0.0.1", "::1"}
    if parts.scheme != "https" and not (parts.scheme == "http" and is_near):
        raise StartRefused(f'GOOGLE_ISSUER is "{value}"; it must start with https://.')
    return value.rstrip("/")


def _object_store(values: Mapping[str, str]) -> ObjectStoreSettings | None:
    bucket = values.get("S3_BUCKET")
    if bucket is None:
        given = sorted(name for name in values if name.startswith("S3_"))
        if given:
            raise StartRefused(f"{given[0]} is set, but S3_BUCKET is missing.")
        return None
    return ObjectStoreSettings(
        bucket=bucket,
        region=values.get("S3_REGION", "us-east-1"),
        endpoint=values.get("S3_ENDPOINT"),
        access_key=values.get("S3_ACCESS_KEY_ID"),
        secret_key=values.get("S3_SECRET_ACCESS_KEY"),
    )


def _refuse_incomplete(values: Mapping[str, str]) -> None:
    """The commercial notice is a legal duty: a public site must not open with holes in it."""
    required = ("ORIGIN", "OPERATOR_REPRESENTATIVE", "OPERATOR_ADDRESS", "OPERATOR_EMAIL")
    missing = [name for name in required if name not in values]
    if missing:
        raise StartRefused(
            f"ENVIRONMENT=production needs {', '.join(missing)}: the legal pages are "
            "incomplete without."
        )
    missing = [name for name in ("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET") if name not in values]
    if missing:
        raise StartRefused(f"ENVIRONMENT=production needs {', '.join(missing)} for the sign-in.")
    _refuse_weak(values.get("SECRET_KEY", ""))


def _refuse_weak(key: str) -> None:
    """Whoever can guess the key can forge what protects the members."""
    is_long = len(key) >= KEY_CHARACTERS_LEAST and len(set(key)) >= KEY_LETTERS_LEAST
    if not is_long or key == DEVELOPMENT_KEY:
        raise StartRefused(
            f"ENVIRONMENT=production needs a SECRET_KEY of at least {KEY_CHARACTERS_LEAST} "
            "characters made by chance, such as `openssl rand -base64 48` prints."
        )
