"""What the actions on pictures work with."""

from dataclasses import dataclass

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.imaging.image_pool import Workshop
from server.media.storage.interface import Storage
from server.media.uploads.locks import Turns


@dataclass(frozen=True, slots=True)
class Uploads:
    """A store, who draws, whose turn it is, and the clock."""

    database: Sessions
    storage: Storage
    workshop: Workshop
    turns: Turns
    now: Clock
