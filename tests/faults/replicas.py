"""Two hosts that share a database and a store, behind a real proxy without sticky sessions."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from server.media.storage.s3 import Account
from tests.faults.haproxy import HAPROXY, haproxy_before
from tests.faults.haproxy import MISSING as NO_HAPROXY
from tests.faults.nginx import MISSING as NO_NGINX
from tests.faults.nginx import NGINX, free_ports, nginx_before
from tests.running_site import RunningSite, running_site

# By name of a proxy: its context manager, and the reason to skip if it is not installed.
PROXIES = {
    "nginx": (nginx_before, None if NGINX else NO_NGINX),
    "haproxy": (haproxy_before, None if HAPROXY else NO_HAPROXY),
}
SECRET = "a key of these tests alone, 0123456789"


@dataclass
class Replicas:
    """Two hosts of one site and the proxy before them; a test may stop and start the hosts."""

    folder: Path
    port: int
    ports: tuple[int, int]
    settings: dict[str, str]
    hosts: dict[int, RunningSite] = field(default_factory=dict)
    stacks: dict[int, ExitStack] = field(default_factory=dict)

    @property
    def origin(self) -> str:
        return f"http://localhost:{self.port}"

    @property
    def host(self) -> str:
        return f"localhost:{self.port}"

    def start(self, port: int) -> None:
        """Starts the host with this port, also after it has ended; returns when it is open."""
        folder = self.folder / uuid4().hex
        folder.mkdir()
        stack = ExitStack()
        settings: dict[str, Any] = {**self.settings, "PORT": str(port), "ORIGIN": self.origin}
        self.hosts[port] = stack.enter_context(running_site(folder, may_end=True, **settings))
        self.stacks[port] = stack

    def close(self) -> None:
        for stack in self.stacks.values():
            stack.close()


@contextmanager
def replicas(folder: Path, proxy: str = "nginx", **settings: str) -> Iterator[Replicas]:
    """Runs two hosts with these settings behind a proxy, or skips the test without that proxy."""
    proxy_before, missing = PROXIES[proxy]
    if missing:
        pytest.skip(missing)
    port, one, other = free_ports(3)
    shared = {"SECRET_KEY": SECRET, "TRUSTED_PROXIES": "127.0.0.1", **settings}
    both = Replicas(folder, port, (one, other), shared)
    try:
        both.start(one)
        both.start(other)
        # Started last: a proxy that finds a host closed does not use it for a while.
        with proxy_before(folder, port=port, hosts=(one, other)):
            yield both
    finally:
        both.close()


def new_database(server: str) -> str:
    """Creates an empty database on a PostgreSQL server and returns its URL."""
    name = f"tea_{uuid4().hex}"

    async def create() -> None:
        engine = create_async_engine(server, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            await connection.execute(sa.text(f"CREATE DATABASE {name}"))
        await engine.dispose()

    asyncio.run(create())
    return sa.make_url(server).set(database=name).render_as_string(hide_password=False)


def store_settings(account: Account) -> dict[str, str]:
    """Returns the settings of a host that uses an S3 account."""
    return {
        "S3_BUCKET": account.bucket,
        "S3_REGION": account.region,
        "S3_ENDPOINT": account.endpoint or "",
        "S3_ACCESS_KEY_ID": account.access_key or "",
        "S3_SECRET_ACCESS_KEY": account.secret_key or "",
    }
