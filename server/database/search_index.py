"""Full-text index of posts on each database: its creation and its queries.

It holds grams, overlapping pairs of characters that are written as six letters.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles

from server.database.dialects import BIG_ID, is_sqlite

# A gram is two characters of a text, each written as three letters; a single last one has three.
GRAM_LETTERS = 6

# The index is not a table of the code; its name distinguishes it.
SEARCH_INDEX = "search_index"
# SQLite returns posts in the order of their numbers and can stop early. PostgreSQL returns
# all at once, so a second index has the grams of each range of numbers.
STRETCH_INDEX = "search_index_by_stretch"
STRETCH = 4096
# The frequency of words is estimated from the newest posts; with at most INDEXED_FEW_MOST matches
# among them, all candidates are counted.
GLANCED_AT = 8 * STRETCH
INDEXED_FEW_MOST = 64
# Greater than every post's number.
NUMBER_MOST = 2**63 - 1
# With more ranges than this, the count of newest matches is 0.
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
    """Returns the SQL of the prefix that STRETCH_INDEX puts before each gram of a range of posts.

    It is the number of the range in letters, and a `q`; `stretch` is the SQL of that number.
    """
    return f"translate(CAST({stretch} AS text), '0123456789', 'abcdefghij') || 'q'"


# Written in a query exactly as in the index, or the index is not used.
_MARKED = (
    f"to_tsvector('simple', replace(' ' || grams, ' ', ' ' || {_mark_of(f'post_id / {STRETCH}')}))"
)
CREATE_STRETCH_INDEX = (
    f"CREATE INDEX CONCURRENTLY {STRETCH_INDEX} ON post_texts USING gin ({_MARKED}) "
    "WITH (fastupdate = off)"
)
_IN_STRETCH = f"{_MARKED} @@ to_tsquery('simple', mark || replace(:grams, ' & ', ' & ' || mark))"
_NEWEST = "(SELECT max(post_id) FROM post_texts)"
# A parameter, so that PostgreSQL does not plan each value again.
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
) AS found LIMIT {INDEXED_FEW_MOST + 1}) AS named"""  # noqa: S608 (all of it is written here)

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
    """Parts of a statement that reads matching posts, newest first, before `last_id`."""

    source: sa.FromClause
    number: sa.ColumnElement[int]
    folded: sa.ColumnElement[str]
    conditions: tuple[sa.ColumnElement[bool], ...]
    order: tuple[sa.ColumnElement[Any], ...]


def constant(number: int) -> sa.ColumnElement[int]:
    """Returns the number as a literal of the SQL, so that PostgreSQL plans for each value."""
    return sa.literal_column(str(number), sa.Integer)


def create_search_index(dialect: Dialect) -> tuple[str, ...]:
    """Returns the statements that create the index of `post_texts`."""
    return _SQLITE_SEARCH if is_sqlite(dialect) else _POSTGRESQL_SEARCH


def drop_search_index(dialect: Dialect) -> tuple[str, ...]:
    """Returns the statements that drop the index before its table `post_texts` is dropped.

    SQLite drops the triggers with that table, PostgreSQL the index itself.
    """
    return (f"DROP TABLE {SEARCH_INDEX}",) if is_sqlite(dialect) else ()


def grams_wanted(dialect: Dialect, grams: Sequence[str]) -> str:
    """Returns the full-text query that requires all grams; a short gram becomes a prefix."""
    both, rest = (" AND ", "*") if is_sqlite(dialect) else (" & ", ":*")
    return both.join(gram if len(gram) == GRAM_LETTERS else gram + rest for gram in grams)


def all_candidates(dialect: Dialect) -> sa.Select[int]:
    """Returns the query of the ids of posts whose text has all of the parameter `grams`.

    Each call returns the same object, as do the functions below: callers cache statements by it.
    """
    return _ALL_ON_SQLITE if is_sqlite(dialect) else _all_on_postgresql()


def candidates_to_count(dialect: Dialect) -> sa.Select[int]:
    """Returns the query of the ids of `all_candidates` for callers that read only some of them."""
    return _ALL_ON_SQLITE if is_sqlite(dialect) else _some_on_postgresql()


def candidate_stream(dialect: Dialect, *, is_rare: bool) -> Stream:
    """Returns the parts of a statement that reads the posts of `all_candidates` with their texts.

    Newest first, before the parameter `last_id`. `is_rare`: few posts match, so PostgreSQL reads
    and sorts them all.
    """
    if is_sqlite(dialect):
        return _STREAM_ON_SQLITE
    return _sorted_on_postgresql() if is_rare else _stream_on_postgresql()


def count_in_newest_index(dialect: Dialect) -> sa.Select[int]:
    """Returns the query that counts matches in the newest posts, at most `INDEXED_FEW_MOST` + 1.

    On PostgreSQL the count is 0 with more than STRETCHES_MOST ranges of numbers.
    """
    return _GLANCE_ON_SQLITE if is_sqlite(dialect) else _count_newest_on_postgresql()


_ALL_ON_SQLITE = sa.select(_INDEX.c.rowid).where(_MATCHES)
_STREAM_ON_SQLITE = Stream(
    source=_INDEX.join(_TEXTS, _TEXTS.c.post_id == _INDEX.c.rowid),
    number=_INDEX.c.rowid,
    folded=_TEXTS.c.folded,
    conditions=(_MATCHES, _INDEX.c.rowid < _LAST),
    order=(_INDEX.c.rowid.desc(),),
)
_BEFORE_GLANCE = sa.select(sa.func.max(_TEXTS.c.post_id) - GLANCED_AT).scalar_subquery()
_GLANCE_ON_SQLITE = sa.select(sa.func.count()).select_from(
    _ALL_ON_SQLITE.where(_INDEX.c.rowid > _BEFORE_GLANCE)
    .order_by(_INDEX.c.rowid.desc())
    .limit(constant(INDEXED_FEW_MOST + 1))
    .subquery()
)


@cache
def _all_on_postgresql() -> sa.Select[int]:
    """Builds the statement of all matches on first use: it needs PostgreSQL's dialect."""
    return sa.select(_TEXTS.c.post_id).where(_has_on_postgresql(_GRAMS))


@cache
def _some_on_postgresql() -> sa.Select[int]:
    """Builds a statement that hides the grams' frequency from PostgreSQL's planner.

    The planner would otherwise scan the table.
    """
    has = _has_on_postgresql(sa.select(_GRAMS).scalar_subquery())
    return sa.select(_TEXTS.c.post_id).where(has)


def _has_on_postgresql(grams: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Returns the condition that a text has all grams."""
    vector = sa.func.to_tsvector(_SIMPLE, _TEXTS.c.grams)
    return vector.op("@@", is_comparison=True)(sa.func.to_tsquery(_SIMPLE, grams))


@cache
def _stream_on_postgresql() -> Stream:
    """Builds the query that reads matches range by range, newest first."""
    text = sa.text(_NEWEST_ON_POSTGRESQL).bindparams(_GRAMS, _LAST)
    found = text.columns(post_id=BIG_ID, folded=sa.Text(), stretch=BIG_ID).subquery("found")
    number = found.c.post_id
    # Ranges come in order, so that each is sorted by itself and only when needed.
    order = (found.c.stretch.desc(), number.desc())
    return Stream(found, number, found.c.folded, conditions=(), order=order)


@cache
def _sorted_on_postgresql() -> Stream:
    """Builds the query that reads all matches and sorts them.

    Without the offset PostgreSQL might scan all posts in order instead of using the index of grams;
    grams from a subquery need no new plan.
    """
    has = _has_on_postgresql(sa.select(_GRAMS).scalar_subquery())
    texts = sa.select(_TEXTS.c.post_id, _TEXTS.c.folded).where(has)
    found = texts.offset(constant(0)).subquery("found")
    number = found.c.post_id
    return Stream(found, number, found.c.folded, (number < _LAST,), (number.desc(),))


@cache
def _count_newest_on_postgresql() -> sa.Select[int]:
    """Builds the query that counts matches among the newest ranges."""
    text = sa.text(_GLANCE_ON_POSTGRESQL).bindparams(_GRAMS)
    return sa.select(text.columns(count=sa.Integer()).subquery().c.count)


class Contains(sa.sql.functions.FunctionElement[bool]):
    """SQL function: whether a text contains another one, compared exactly."""

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
