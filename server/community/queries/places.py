"""Which part of a list is read, and the row after which it goes on."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from server.community.cursors import Place
from server.database.declarative import BigId, UtcDateTime


@dataclass(frozen=True, slots=True)
class Part:
    """Which part of a list is wanted."""

    size: int
    after: str | None = None


def row_at(place: Place) -> sa.Tuple:
    return sa.tuple_(
        *(
            sa.literal(value, UtcDateTime if isinstance(value, datetime) else BigId)
            for value in place
        )
    )
