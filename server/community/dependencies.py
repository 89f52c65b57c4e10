"""Dependencies of the community package: database, file storage, rate limiter, clock."""

from dataclasses import dataclass

from server.database.clock import Clock
from server.database.engine import Sessions
from server.media.storage.interface import Storage
from server.web.rate_limits.rates import Rates


@dataclass(frozen=True, slots=True)
class CommunityDependencies:
    """Dependencies of the community's queries and actions."""

    database: Sessions
    storage: Storage
    rates: Rates
    now: Clock
