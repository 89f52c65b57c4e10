"""Dependencies of the actions on uploads."""

from dataclasses import dataclass

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.imaging.image_pool import ImagePool
from server.media.storage.interface import Storage
from server.media.uploads.locks import MemberLocks


@dataclass(frozen=True, slots=True)
class Uploads:
    """Database, storage, image pool, locks by member, and clock."""

    database: Sessions
    storage: Storage
    image_pool: ImagePool
    locks: MemberLocks
    now: Clock
