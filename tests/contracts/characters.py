"""Sets of characters for tests that host and browser treat every character alike."""

import sys

import pytest

SURROGATES = range(0xD800, 0xE000)
# Planes in use, invisible tags and variation selectors; all others are unassigned or private.
ASSIGNED = (range(0x32400), range(0xE0000, 0xE0200))

assigned_or_all_codes = pytest.mark.parametrize(
    "codes",
    [
        pytest.param(ASSIGNED, id="used"),
        pytest.param((range(sys.maxunicode + 1),), id="every", marks=pytest.mark.audit),
    ],
)


def characters_of(codes: tuple[range, ...]) -> list[str]:
    return [chr(code) for part in codes for code in part if code not in SURROGATES]
