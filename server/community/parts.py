"""What the actions of the community are handed."""

from dataclasses import dataclass
from typing import Protocol

from server.database.clock import Clock
from server.database.engine import Sessions
from server.edge.rates import Rates
from server.realtime.events import Event
from server.storage.interface import Storage


class Announce(Protocol):
    """Says that something changed: returns at once and never raises, for it has happened."""

    def __call__(self, event: Event, /) -> None: ...


@dataclass(frozen=True, slots=True)
class Community:
    """The database, the store, what is counted, who is told, and the time."""

    database: Sessions
    storage: Storage
    rates: Rates
    announce: Announce
    now: Clock
