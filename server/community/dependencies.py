"""What the actions of the community are handed."""

from dataclasses import dataclass
from typing import Protocol

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.storage.interface import Storage
from server.realtime.events import Event
from server.web.rate_limits.rates import Rates


class Announce(Protocol):
    """Says that something changed: returns at once and never raises, for it has happened."""

    def __call__(self, event: Event, /) -> None: ...


@dataclass(frozen=True, slots=True)
class CommunityDependencies:
    """The database, the store, what is counted, who is told, and the time."""

    database: Sessions
    storage: Storage
    rates: Rates
    announce: Announce
    now: Clock
