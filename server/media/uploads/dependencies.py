"""What the actions on pictures work with."""

from dataclasses import dataclass

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.imaging.image_pool import ImagePool
from server.media.storage.interface import Storage
from server.media.uploads.locks import MemberLocks


@dataclass(frozen=True, slots=True)
class Uploads:
    """A store, who draws, whose turn it is, and the clock."""

    database: Sessions
    storage: Storage
    image_pool: ImagePool
    locks: MemberLocks
    now: Clock
