"""Settings of an installation: read once from the environment, validated, frozen."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from server.database_url import database_url, password_of_database
from server.errors import StartRefused
from server.mail_server import MailServer, is_plain_address, mail_server
from server.setting_groups import (
    ObjectStoreSettings,
    OperatorSettings,
    SignInSettings,
    read_object_store,
    read_operator,
    read_sign_in,
)
from server.values import (
    NEAR,
    PORT_MOST,
    Environment,
    folder,
    has_samples,
    is_weak_password,
    origin,
    parse_environment,
    password_in,
    redis_url,
    single_line,
    social_links,
    trusted_proxies,
    trusts_everybody,
    web_address,
    whole_number,
    with_default_port,
    without_default_port,
)

PROJECT = Path(__file__).resolve().parent.parent
PORT = 8000
MOST_WORKERS = 64
MOST_CACHE_MB = 4096
MOST_DRAIN_S = 60
MEGABYTE = 1024 * 1024

# For the development machine only.
DEVELOPMENT_KEY = "chanoki-development-key-never-for-production"
KEY_CHARACTERS_LEAST = 32
KEY_DIFFERENT_LEAST = 12

_REQUIRED = {
    ("ORIGIN",): "every address of the site begins with it",
    (
        "OPERATOR_REPRESENTATIVE",
        "OPERATOR_ADDRESS",
        "OPERATOR_EMAIL",
    ): "the legal pages are incomplete without",
    ("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"): "members could not sign in without",
}


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of an installation."""

    environment: Environment
    host: str
    port: int
    data_dir: Path
    build_dir: Path
    origin: str
    site_name_en: str
    site_name_ja: str
    database_url: str = field(repr=False)
    redis_url: str | None = field(repr=False)
    render_workers: int
    page_cache_bytes: int
    drain_s: int
    metrics: tuple[str, int] | None
    trace_collector: str | None
    operator: OperatorSettings
    social_links: tuple[tuple[str, str], ...]
    trusted_proxies: tuple[str, ...]
    secret: str = field(repr=False)
    sign_in: SignInSettings | None
    object_store: ObjectStoreSettings | None
    mail_server: MailServer | None
    has_samples: bool

    @property
    def is_production(self) -> bool:
        return self.environment == "production"

    @property
    def hosts(self) -> frozenset[str]:
        """Returns the accepted values of the Host header, with and without the default port."""
        parts = [origin.partition("://") for origin in self.origins]
        named = {host for _, _, host in parts}
        return frozenset(named | {with_default_port(scheme, host) for scheme, _, host in parts})

    @property
    def origins(self) -> frozenset[str]:
        """Returns origins whose pages may send changes: the site's, in development localhost's."""
        if self.is_production:
            return frozenset({self.origin})
        scheme = self.origin.partition("://")[0]
        near = (f"{name}:{self.port}" for name in ("localhost", "127.0.0.1", "[::1]"))
        return frozenset(
            {self.origin, *(f"{scheme}://{without_default_port(scheme, host)}" for host in near)}
        )

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] | None = None) -> "Settings":
        return _read(os.environ if environ is None else environ)  # noqa: TID251


def _read(environ: Mapping[str, str]) -> Settings:
    """Reads all settings from `environ`; raises StartRefused for an invalid one."""
    values = {name: value.strip() for name, value in environ.items() if value.strip()}
    port = whole_number(values, "PORT", default=PORT, most=PORT_MOST)
    data_dir = PROJECT / folder(values, "DATA_DIR", default="data")
    settings = Settings(
        environment=parse_environment(values.get("ENVIRONMENT", "development")),
        host=values.get("HOST", "127.0.0.1"),
        port=port,
        data_dir=data_dir,
        build_dir=PROJECT / "build",
        origin=origin(values.get("ORIGIN", f"http://localhost:{port}")),
        site_name_en=single_line(values, "SITE_NAME") or "Chanoki",
        site_name_ja=single_line(values, "SITE_NAME_JA") or values.get("SITE_NAME", "茶の木"),
        database_url=database_url(values, data_dir),
        redis_url=redis_url(values.get("REDIS_URL")),
        render_workers=whole_number(
            values, "RENDER_WORKERS", default=os.cpu_count() or 1, most=MOST_WORKERS
        ),
        page_cache_bytes=MEGABYTE
        * whole_number(values, "PAGE_CACHE_MB", default=64, least=0, most=MOST_CACHE_MB),
        drain_s=whole_number(values, "DRAIN_SECONDS", default=0, least=0, most=MOST_DRAIN_S),
        metrics=_read_metrics(values),
        trace_collector=web_address(values, "OTEL_EXPORTER_OTLP_ENDPOINT"),
        operator=read_operator(values),
        social_links=social_links(values.get("SOCIAL_LINKS", "")),
        trusted_proxies=trusted_proxies(values.get("TRUSTED_PROXIES", "")),
        secret=values.get("SECRET_KEY", DEVELOPMENT_KEY),
        sign_in=read_sign_in(values),
        object_store=read_object_store(values),
        mail_server=mail_server(values),
        has_samples=has_samples(values),
    )
    if settings.is_production:
        _refuse_unfit(values, settings)
    return settings


def _read_metrics(values: Mapping[str, str]) -> tuple[str, int] | None:
    """Returns host and port of the metrics, or None without METRICS_PORT.

    Raises StartRefused if it is the site's own port.
    """
    port = whole_number(values, "METRICS_PORT", default=0, least=0, most=PORT_MOST)
    if port == whole_number(values, "PORT", default=PORT, most=PORT_MOST):
        raise StartRefused(f"METRICS_PORT is {port}, which is the site's own PORT; name another.")
    return (values.get("METRICS_HOST", "127.0.0.1"), port) if port else None


def _refuse_unfit(values: Mapping[str, str], settings: Settings) -> None:
    """Raises StartRefused if a setting is unfit for production, with a line for each fault."""
    problems = [*_find_missing(values), *_find_unsafe(settings), *_find_weak(settings)]
    if problems:
        raise StartRefused("\n".join(f"ENVIRONMENT=production {problem}" for problem in problems))


def _find_missing(values: Mapping[str, str]) -> Iterator[str]:
    """Yields faults: the missing ones of ORIGIN, Google's credentials and the legal details."""
    for names, reason in _REQUIRED.items():
        missing = [name for name in names if name not in values]
        if missing:
            yield f"needs {', '.join(missing)}: {reason}."


def _find_unsafe(settings: Settings) -> Iterator[str]:
    """Yields faults: an origin without https, proxies that trust all, an invalid e-mail address."""
    parts = urlsplit(settings.origin)
    if parts.scheme != "https" and parts.hostname not in NEAR:
        yield (
            f"needs an ORIGIN that starts with https://, not {settings.origin}: sessions would be "
            "readable on the network."
        )
    if trusts_everybody(settings.trusted_proxies):
        told = ", ".join(settings.trusted_proxies)
        yield f"does not take TRUSTED_PROXIES={told}: every client could forge its address."
    if (email := settings.operator.email) is not None and not is_plain_address(email):
        yield "needs an OPERATOR_EMAIL that receives mail, such as tea@host.example."


def _find_weak(settings: Settings) -> Iterator[str]:
    """Yields faults: an easily guessed SECRET_KEY, or passwords of database and stores."""
    if is_weak_key(settings.secret):
        yield (
            f"needs a SECRET_KEY of at least {KEY_CHARACTERS_LEAST} random characters, such as "
            "`openssl rand -base64 48` prints."
        )
    if weak := ", ".join(weak_passwords(settings)):
        yield (
            f"does not take what is easily guessed: {weak}. Use random values, such as "
            "`openssl rand -hex 24` prints."
        )


def is_weak_key(key: str) -> bool:
    """Returns whether SECRET_KEY is that of development, short, or has few different characters."""
    is_long = len(key) >= KEY_CHARACTERS_LEAST and len(set(key)) >= KEY_DIFFERENT_LEAST
    return key == DEVELOPMENT_KEY or not is_long


def weak_passwords(settings: Settings) -> list[str]:
    """Returns which of the secrets of database, Redis and object store are easily guessed."""
    store = settings.object_store
    passwords = {
        "the password in DATABASE_URL": password_of_database(settings.database_url),
        "the password in REDIS_URL": password_in(settings.redis_url),
        "S3_SECRET_ACCESS_KEY": store.secret_key if store else None,
    }
    return [
        name for name, words in passwords.items() if words is not None and is_weak_password(words)
    ]
