"""Choice of the cases of a sweep that `make test` opens; only the audit opens the others."""

from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

import pytest
from _pytest.mark import ParameterSet

from server.contracts.routes import LANGUAGES, Language


class InLanguage(Protocol):
    """Case of a sweep, such as a page, in a language."""

    @property
    def name(self) -> str: ...
    @property
    def language(self) -> Language: ...


Case = TypeVar("Case", bound=InLanguage)


def for_audit(*values: object, is_audit_only: bool = True) -> ParameterSet:
    """Returns a case of parametrize; with `is_audit_only` it has the mark `audit`."""
    return pytest.param(*values, marks=pytest.mark.audit if is_audit_only else ())


def alternate_language(index: int) -> Language:
    """Returns the language in which `make test` opens the case at this index: they alternate."""
    return LANGUAGES[index % len(LANGUAGES)]


def alternating_languages(values: Iterable[object]) -> list[ParameterSet]:
    """Returns each value in both languages, one of them only for the audit, alternately."""
    return [
        for_audit(value, language, is_audit_only=language != alternate_language(index))
        for index, value in enumerate(values)
        for language in LANGUAGES
    ]


def one_language_each(cases: Iterable[Case], in_both: Collection[str] = ()) -> list[ParameterSet]:
    """Returns the cases; one language of each is only for the audit, unless named `in_both`."""
    indexes = dict.fromkeys(LANGUAGES, 0)
    found = []
    for case in cases:
        is_chosen = case.language == alternate_language(indexes[case.language])
        indexes[case.language] += 1
        found.append(for_audit(case, is_audit_only=not is_chosen and case.name not in in_both))
    return found
