"""The declarative base: constraint names, UTC times and column types that both databases share."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.orm import DeclarativeBase

from server.database.dialects import BIG_ID, CODE_POINTS, JSON, stores_zone

BigId = BIG_ID
Json = JSON
CodePoints = CODE_POINTS
# Identifier of an account, a picture or a session: a UUID as text.
ID = sa.String(36)

# In `info` of a column that keeps ids of deleted rows: their table. A text such as comment:12 has
# the table's name in the singular before the id.
IDS_OF = "ids_of"


class UtcDateTime(sa.types.TypeDecorator[datetime]):
    """An instant, always with its zone in Python; naive values are refused."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Converts an instant to UTC for the database; raises ValueError without a zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored instant needs its time zone")
        utc = value.astimezone(UTC)
        return utc if stores_zone(dialect) else utc.replace(tzinfo=None)

    def result_processor(
        self, dialect: Dialect, coltype: object
    ) -> Callable[[Any], datetime | None] | None:
        """Returns the function that adds the zone to read values; None if they have it."""
        del coltype
        return None if stores_zone(dialect) else _in_utc


def _in_utc(stored: str | None) -> datetime | None:
    """Parses the stored text of an instant in UTC; None for an empty value.

    The zone is parsed with the value: to replace it afterwards takes ten times as long.
    """
    if not stored:
        return None
    try:
        return datetime.fromisoformat(f"{stored}Z")
    except ValueError:
        # A value without time or zone was not written by this code and does not fail the page.
        found = datetime.fromisoformat(stored)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)


class Base(DeclarativeBase):
    """Base class of all tables."""

    metadata = sa.MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


def table_of(described: type[Base]) -> sa.Table:
    """Returns the table of a mapped class, for statements of columns instead of objects.

    Raises TypeError for a class that is mapped to something else.
    """
    table = described.__table__
    if not isinstance(table, sa.Table):
        raise TypeError(f"{described.__name__} is no table")
    return table
