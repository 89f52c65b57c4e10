"""Dependencies of the community room: database, file storage, rate limiter, publisher, clock."""

from dataclasses import dataclass
from typing import Protocol

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.storage.interface import Storage
from server.realtime.events import Event
from server.web.rate_limits.rates import Rates


class Announce(Protocol):
    """Publisher of a committed change; returns at once and never raises."""

    def __call__(self, event: Event, /) -> None: ...


@dataclass(frozen=True, slots=True)
class CommunityDependencies:
    """What queries and actions of the community use."""

    database: Sessions
    storage: Storage
    rates: Rates
    announce: Announce
    now: Clock
