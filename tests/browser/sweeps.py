"""Which cases of a sweep `make test` opens; the audit opens the others."""

from collections.abc import Collection, Iterable
from typing import Protocol, TypeVar

import pytest
from _pytest.mark import ParameterSet

from server.contracts.routes import LANGUAGES, Language


class InLanguage(Protocol):
    """Something to open, in a language."""

    @property
    def name(self) -> str: ...
    @property
    def language(self) -> Language: ...


Case = TypeVar("Case", bound=InLanguage)


def for_audit(*values: object, is_audit_only: bool = True) -> ParameterSet:
    """Returns a case that the audit alone opens, if it is left to it."""
    return pytest.param(*values, marks=pytest.mark.audit if is_audit_only else ())


def alternate_language(place: int) -> Language:
    """Returns the language of the case at this place: each second is English."""
    return LANGUAGES[place % len(LANGUAGES)]


def alternating_languages(values: Iterable[object]) -> list[ParameterSet]:
    """Returns each value in each language; one of the two, in turn, is left to the audit."""
    return [
        for_audit(value, language, is_audit_only=language != alternate_language(place))
        for place, value in enumerate(values)
        for language in LANGUAGES
    ]


def one_language_each(cases: Iterable[Case], in_both: Collection[str] = ()) -> list[ParameterSet]:
    """Returns the cases; one language of each is left to the audit, but of none `in_both`."""
    places = dict.fromkeys(LANGUAGES, 0)
    found = []
    for case in cases:
        is_turn = case.language == alternate_language(places[case.language])
        places[case.language] += 1
        found.append(for_audit(case, is_audit_only=not is_turn and case.name not in in_both))
    return found
