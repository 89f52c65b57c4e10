"""Stores, reads and removes a file as an upload would, and reports errors."""

from server.errors import StartRefused
from server.media.storage.interface import (
    Bucket,
    BucketMissing,
    Storage,
    StorageAway,
    StorageFailure,
    StorageForbidden,
)
from server.parts import make_storage
from server.settings import Settings

BUCKET: Bucket = "cards"
NAME = "doctor/trial.txt"
WORDS = b"tea"

ADVICE: tuple[tuple[type[StorageFailure], str], ...] = (
    (BucketMissing, "there is no such bucket: make it, or look at S3_BUCKET"),
    (StorageForbidden, "look at S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what that key may do"),
    (StorageAway, "look at S3_ENDPOINT and the network"),
    (StorageFailure, "look at what the store says of it"),
)


async def try_storage(settings: Settings) -> str:
    store = settings.object_store
    try:
        await _store_and_let_go(make_storage(settings))
    except StorageFailure as failure:
        advice = next(words for kind, words in ADVICE if isinstance(failure, kind))
        raise StartRefused(
            f"pictures can't be stored ({failure}); {advice if store else 'look at DATA_DIR'}."
        ) from failure
    where = f"bucket {store.bucket}" if store else str(settings.data_dir / "media")
    return f"{where} took a file and gave it back."


async def _store_and_let_go(storage: Storage) -> None:
    await storage.check()
    await storage.put(BUCKET, NAME, data=WORDS, media_type="text/plain")
    try:
        if await storage.get(BUCKET, NAME) != WORDS:
            raise StorageFailure("what was stored came back changed")
    finally:
        await storage.delete(BUCKET, NAME)
