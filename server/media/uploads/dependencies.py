"""Dependencies of the actions on uploads."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal
from weakref import WeakValueDictionary

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.imaging.image_pool import ImagePool
from server.media.storage.interface import Storage
from server.web.asgi import Scope


class MemberLocks:
    """Locks of this host by member id, created on use and dropped afterwards."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def of(self, member_id: str) -> AsyncIterator[None]:
        """Holds a member's lock in the block: an upload and the account's removal take turns."""
        lock = self._locks.setdefault(member_id, asyncio.Lock())
        async with lock:
            yield


# Who may see a stored picture: all, this reader but not everyone, or not this reader.
PictureAccess = Literal["all", "reader", "none"]
# Returns the access of a request to a picture; posts belong to a package above this one.
AccessOf = Callable[[Scope, str], Awaitable[PictureAccess]]


async def show_all_pictures(_scope: Scope, _name: str) -> PictureAccess:
    """Returns that all readers see a picture, for hosts without posts."""
    return "all"


@dataclass(frozen=True, slots=True)
class Uploads:
    """Dependencies of uploads: database, storage, image pool, locks, clock, access to pictures."""

    database: Sessions
    storage: Storage
    image_pool: ImagePool
    locks: MemberLocks
    now: Clock
    access_of: AccessOf = show_all_pictures
