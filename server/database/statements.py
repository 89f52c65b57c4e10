"""Statements compiled once, with the processors of their parameters and rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Dialect

Question = sa.Select[*tuple[Any, ...]]
Values = Mapping[str, Any]
Rows = Sequence[Sequence[Any]]

_Change = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A compiled statement: its text, the order of its parameters, and columns to convert."""

    text: str
    names: tuple[tuple[str, _Change | None], ...]
    fixed: Mapping[str, Any]
    columns: tuple[tuple[int, _Change], ...]

    def given(self, values: Values) -> tuple[Any, ...]:
        known = {**self.fixed, **values} if self.fixed else values
        return tuple(change(known[name]) if change else known[name] for name, change in self.names)

    def read(self, rows: Rows) -> Rows:
        if not self.columns:
            return rows
        read = [list(row) for row in rows]
        for place, change in self.columns:
            for values in read:
                values[place] = change(values[place])
        return read


def prepare(question: Question, dialect: Dialect) -> Prepared:
    """Does once what SQLAlchemy does for each execution."""
    compiled: Any = question.compile(dialect=dialect)
    binds: Mapping[str, sa.BindParameter[Any]] = compiled.binds
    columns = (column.type for column in question.selected_columns)
    reads = enumerate(one.dialect_impl(dialect).result_processor(dialect, None) for one in columns)
    return Prepared(
        text=str(compiled),
        names=tuple(
            (name, binds[name].type.dialect_impl(dialect).bind_processor(dialect))
            for name in compiled.positiontup
        ),
        fixed={name: bind.value for name, bind in binds.items() if not bind.required},
        columns=tuple((place, change) for place, change in reads if change),
    )
