"""Compatibility of code and database, derived from the names of revisions."""

import pytest

from server.database.migrate import revisions
from server.database.revisions import NAME, Compatibility, compatibility, number_of, oldest_code_of


@pytest.mark.parametrize(
    ("stored", "code", "expected"),
    [
        (None, "0003", Compatibility.OLDER),
        ("0002", "0003", Compatibility.OLDER),
        ("0003", "0003", Compatibility.SAME),
        ("0004", "0003", Compatibility.NEWER),
        ("0019", "0003", Compatibility.NEWER),
        ("0005_needs_0004", "0003", Compatibility.TOO_NEW),
        ("0006_needs_0004", "0004", Compatibility.NEWER),
        ("0006_needs_0004", "0005_needs_0004", Compatibility.NEWER),
        ("0002", "0005_needs_0004", Compatibility.OLDER),
        ("0003_needs_0002", "0003", Compatibility.FOREIGN),
        ("ae1027a6acf", "0003", Compatibility.FOREIGN),
        ("0000", "0003", Compatibility.FOREIGN),
    ],
)
def test_compatibility_follows_from_the_revisions_of_database_and_code(
    stored: str | None, code: str, expected: Compatibility
) -> None:
    assert compatibility(stored, code) is expected


def test_revisions_are_consecutive_and_their_oldest_code_never_decreases() -> None:
    names = revisions()

    assert all(NAME.fullmatch(name) for name in names)
    assert [number_of(name) for name in names] == list(range(1, len(names) + 1))
    oldest = [oldest_code_of(name) for name in names]
    assert oldest == sorted(oldest)
    # A column may be dropped only once the code of the host that still runs does without it.
    assert all(least < number_of(name) for least, name in zip(oldest, names, strict=True))
