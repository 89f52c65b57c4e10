"""Dependencies of the actions on uploads."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.imaging.image_pool import ImagePool
from server.media.storage.interface import Storage


class MemberLocks:
    """Creates a lock for each name in use, and drops it afterwards."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, name: str) -> AsyncIterator[None]:
        """Holds a member's lock: an upload and the removal of the account exclude each other."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            yield


# Returns whether a stored picture may not be shown; posts belong to a room above this one.
IsWithheld = Callable[[str], Awaitable[bool]]


async def show_all_pictures(_name: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Uploads:
    """Database, storage, image pool, locks by member, clock, and what is withheld."""

    database: Sessions
    storage: Storage
    image_pool: ImagePool
    locks: MemberLocks
    now: Clock
    is_withheld: IsWithheld = show_all_pictures
