"""Characters that the server and the browser must treat alike."""

import sys

import pytest

SURROGATES = range(0xD800, 0xE000)
# The planes in use, and the invisible tags and variations; the rest is unassigned or private.
USED = (range(0x32400), range(0xE0000, 0xE0200))

used_or_every_code = pytest.mark.parametrize(
    "codes",
    [
        pytest.param(USED, id="used"),
        pytest.param((range(sys.maxunicode + 1),), id="every", marks=pytest.mark.audit),
    ],
)


def characters_of(codes: tuple[range, ...]) -> list[str]:
    return [chr(code) for part in codes for code in part if code not in SURROGATES]
