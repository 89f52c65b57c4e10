"""Command that creates the bucket of a store that may still be starting."""

import asyncio
import sys

from server.errors import StartRefused
from server.media.storage.interface import StorageFailure
from server.media.storage.s3 import S3Storage
from server.parts import make_storage
from server.settings import Settings

TRIES = 30
PAUSE_S = 2.0


async def make_bucket(storage: S3Storage, *, tries: int = TRIES, pause_s: float = PAUSE_S) -> None:
    """Creates the bucket, and tries again while the store does not respond.

    Raises StartRefused after the last of `tries` tries.
    """
    for left in range(tries - 1, -1, -1):
        try:
            await storage.prepare()
            await storage.check()
        except StorageFailure as failure:
            if not left:
                raise StartRefused(f"the store does not make the bucket ({failure}).") from failure
            await asyncio.sleep(pause_s)
        else:
            return


def main() -> int:
    """Creates the bucket if the settings name an S3 store; returns the exit code."""
    try:
        storage = make_storage(Settings.from_environment())
        if isinstance(storage, S3Storage):
            asyncio.run(make_bucket(storage))
    except StartRefused as refused:
        print(f"Chanoki can't prepare the store: {refused}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
