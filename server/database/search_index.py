"""The index of the words in posts: how it is made, and how it is asked, on each database."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles

from server.database.dialects import BIG_ID, is_sqlite

# Two letters of a text in six of our alphabet; one letter, at its end, takes three.
GRAM_LETTERS = 6

# An index is no table of the code's: its name tells it from those that are.
SEARCH_INDEX = "search_index"
# SQLite's tells its posts in the order of their numbers, and stops when told to. PostgreSQL's tells
# all at once, so a second one there knows each gram by the stretch of numbers that it stands in.
STRETCH_INDEX = "search_index_by_stretch"
STRETCH = 4096
# A word's frequency is judged by the newest posts; few are quickly gone through in any order.
GLANCED_AT = 8 * STRETCH
FEW_MOST = 64
# Greater than every number of a post; where stretches are this many, none is asked by itself.
NUMBER_MOST = 2**63 - 1
STRETCHES_MOST = 4096

_SQLITE_SEARCH = (
    "CREATE VIRTUAL TABLE search_index USING fts5(grams, content='post_texts', "
    "content_rowid='post_id', tokenize='ascii', columnsize=0)",
    "CREATE TRIGGER search_index_insert AFTER INSERT ON post_texts BEGIN "
    "INSERT INTO search_index(rowid, grams) VALUES (new.post_id, new.grams); END",
    "CREATE TRIGGER search_index_delete AFTER DELETE ON post_texts BEGIN "
    "INSERT INTO search_index(search_index, rowid, grams) "
    "VALUES ('delete', old.post_id, old.grams); END",
    "CREATE TRIGGER search_index_update AFTER UPDATE ON post_texts BEGIN "
    "INSERT INTO search_index(search_index, rowid, grams) "
    "VALUES ('delete', old.post_id, old.grams); "
    "INSERT INTO search_index(rowid, grams) VALUES (new.post_id, new.grams); END",
)
_POSTGRESQL_SEARCH = (
    "CREATE INDEX search_index ON post_texts USING gin (to_tsvector('simple', grams)) "
    "WITH (fastupdate = off)",
)


def _mark_of(stretch: str) -> str:
    """A stretch's number in letters, and one that ends it: what its grams begin with."""
    return f"translate(CAST({stretch} AS text), '0123456789', 'abcdefghij') || 'q'"


# Written in a question exactly as in the index, or the index would not be used.
_MARKED = (
    f"to_tsvector('simple', replace(' ' || grams, ' ', ' ' || {_mark_of(f'post_id / {STRETCH}')}))"
)
CREATE_STRETCH_INDEX = (
    f"CREATE INDEX CONCURRENTLY {STRETCH_INDEX} ON post_texts USING gin ({_MARKED}) "
    "WITH (fastupdate = off)"
)
_IN_STRETCH = f"{_MARKED} @@ to_tsquery('simple', mark || replace(:grams, ' & ', ' & ' || mark))"
_NEWEST = "(SELECT max(post_id) FROM post_texts)"
# The number before which it looks is asked for: known beforehand, it would be planned for anew.
_NEWEST_ON_POSTGRESQL = f"""
SELECT found.post_id, found.folded, stretches.stretch FROM (
  SELECT stretch, {_mark_of("stretch")} AS mark
  FROM generate_series(least(:last_id, {_NEWEST}) / {STRETCH}, 0, -1) AS stretch
  ORDER BY stretch DESC
) AS stretches CROSS JOIN LATERAL (
  SELECT post_id, folded FROM post_texts WHERE {_IN_STRETCH} AND post_id < (SELECT :last_id)
) AS found"""  # noqa: S608 (all of it is written here)
_GLANCE_ON_POSTGRESQL = f"""
SELECT count(*) FROM (SELECT 1 FROM (
  SELECT stretch, {_mark_of("stretch")} AS mark
  FROM generate_series({_NEWEST} / {STRETCH}, 0, -1) AS stretch
  WHERE {_NEWEST} < {STRETCHES_MOST * STRETCH} LIMIT {GLANCED_AT // STRETCH}
) AS stretches CROSS JOIN LATERAL (
  SELECT FROM post_texts WHERE {_IN_STRETCH}
) AS found LIMIT {FEW_MOST + 1}) AS named"""  # noqa: S608 (all of it is written here)

_GRAMS = sa.bindparam("grams", type_=sa.Text())
_LAST = sa.bindparam("last_id", type_=BIG_ID)
_INDEX = sa.table(SEARCH_INDEX, sa.column("rowid", BIG_ID))
_TEXTS = sa.table(
    "post_texts",
    sa.column("post_id", BIG_ID),
    sa.column("folded", sa.Text),
    sa.column("grams", sa.Text),
)
_SIMPLE: sa.ColumnElement[str] = sa.literal_column("'simple'")
_MATCHES = sa.literal_column(SEARCH_INDEX).op("MATCH")(_GRAMS)


@dataclass(frozen=True, eq=False)
class Stream:
    """Posts before the number `last_id`, the newest first, found one after the other."""

    source: sa.FromClause
    number: sa.ColumnElement[int]
    folded: sa.ColumnElement[str]
    conditions: tuple[sa.ColumnElement[bool], ...]
    order: tuple[sa.ColumnElement[Any], ...]


def constant(number: int) -> sa.ColumnElement[int]:
    """A number in the statement: with another value each time, PostgreSQL plans it each time."""
    return sa.literal_column(str(number), sa.Integer)


def create_search_index(dialect: Dialect) -> tuple[str, ...]:
    """The statements that make the grams of `post_texts` findable."""
    return _SQLITE_SEARCH if is_sqlite(dialect) else _POSTGRESQL_SEARCH


def drop_search_index(dialect: Dialect) -> tuple[str, ...]:
    """On SQLite the triggers go with the table that they watch."""
    return (f"DROP TABLE {SEARCH_INDEX}",) if is_sqlite(dialect) else ()


def grams_wanted(dialect: Dialect, grams: Sequence[str]) -> str:
    """All of them, as the index is given them; a short gram begins longer ones."""
    both, rest = (" AND ", "*") if is_sqlite(dialect) else (" & ", ":*")
    return both.join(gram if len(gram) == GRAM_LETTERS else gram + rest for gram in grams)


def posts_with(dialect: Dialect) -> sa.Select[int]:
    """The numbers of the posts whose text has all of the value `grams`; always the same object."""
    return _POSTS_WITH_ON_SQLITE if is_sqlite(dialect) else _posts_with_on_postgresql()


def some_with(dialect: Dialect) -> sa.Select[int]:
    """The same, for whoever takes only as many as they need; always the same object."""
    return _POSTS_WITH_ON_SQLITE if is_sqlite(dialect) else _some_with_on_postgresql()


def newest_with(dialect: Dialect, *, is_rare: bool) -> Stream:
    """The same posts with their texts, the newest first; always the same objects."""
    if is_sqlite(dialect):
        return _STREAM_ON_SQLITE
    return _sorted_on_postgresql() if is_rare else _stream_on_postgresql()


def glance(dialect: Dialect) -> sa.Select[int]:
    """How many of the newest posts the index names, as far as it matters."""
    return _GLANCE_ON_SQLITE if is_sqlite(dialect) else _glance_on_postgresql()


_POSTS_WITH_ON_SQLITE = sa.select(_INDEX.c.rowid).where(_MATCHES)
_STREAM_ON_SQLITE = Stream(
    source=_INDEX.join(_TEXTS, _TEXTS.c.post_id == _INDEX.c.rowid),
    number=_INDEX.c.rowid,
    folded=_TEXTS.c.folded,
    conditions=(_MATCHES, _INDEX.c.rowid < _LAST),
    order=(_INDEX.c.rowid.desc(),),
)
_BEFORE_GLANCE = sa.select(sa.func.max(_TEXTS.c.post_id) - GLANCED_AT).scalar_subquery()
_GLANCE_ON_SQLITE = sa.select(sa.func.count()).select_from(
    _POSTS_WITH_ON_SQLITE.where(_INDEX.c.rowid > _BEFORE_GLANCE)
    .order_by(_INDEX.c.rowid.desc())
    .limit(constant(FEW_MOST + 1))
    .subquery()
)


@cache
def _posts_with_on_postgresql() -> sa.Select[int]:
    """Put together when it is first asked for: only with its dialect are its functions known."""
    return sa.select(_TEXTS.c.post_id).where(_has_on_postgresql(_GRAMS))


@cache
def _some_with_on_postgresql() -> sa.Select[int]:
    """Where it knew that there are many, it would read the table from its beginning instead."""
    has = _has_on_postgresql(sa.select(_GRAMS).scalar_subquery())
    return sa.select(_TEXTS.c.post_id).where(has)


def _has_on_postgresql(grams: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    vector = sa.func.to_tsvector(_SIMPLE, _TEXTS.c.grams)
    return vector.op("@@", is_comparison=True)(sa.func.to_tsquery(_SIMPLE, grams))


@cache
def _stream_on_postgresql() -> Stream:
    text = sa.text(_NEWEST_ON_POSTGRESQL).bindparams(_GRAMS, _LAST)
    found = text.columns(post_id=BIG_ID, folded=sa.Text(), stretch=BIG_ID).subquery("found")
    number = found.c.post_id
    # The stretches come in order, so that each is sorted by itself and only when it is wanted.
    order = (found.c.stretch.desc(), number.desc())
    return Stream(found, number, found.c.folded, conditions=(), order=order)


@cache
def _sorted_on_postgresql() -> Stream:
    """All that there are, sorted: without the offset, the order would be thought the better way.

    The grams are asked for, as what is not known beforehand needs no plan of its own each time.
    """
    has = _has_on_postgresql(sa.select(_GRAMS).scalar_subquery())
    texts = sa.select(_TEXTS.c.post_id, _TEXTS.c.folded).where(has)
    found = texts.offset(constant(0)).subquery("found")
    number = found.c.post_id
    return Stream(found, number, found.c.folded, (number < _LAST,), (number.desc(),))


@cache
def _glance_on_postgresql() -> sa.Select[int]:
    text = sa.text(_GLANCE_ON_POSTGRESQL).bindparams(_GRAMS)
    return sa.select(text.columns(count=sa.Integer()).subquery().c.count)


class Contains(sa.sql.functions.FunctionElement[bool]):
    """Whether a text contains another one, letter by letter."""

    inherit_cache = True
    type = sa.Boolean()

    def __init__(self, text: sa.ColumnElement[str], part: sa.ColumnElement[str]) -> None:
        super().__init__(text, part)


@compiles(Contains, "postgresql")
def _contains_on_postgresql(contains: Contains, compiler: sa.Compiled, **how: Any) -> str:
    return f"strpos({compiler.process(contains.clauses, **how)}) > 0"


@compiles(Contains, "sqlite")
def _contains_on_sqlite(contains: Contains, compiler: sa.Compiled, **how: Any) -> str:
    return f"instr({compiler.process(contains.clauses, **how)}) > 0"
