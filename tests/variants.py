"""Choice of the databases and stores that a test runs on: those that matter, or all by `--full`."""

import pytest

FULL = "--full"
# A marker chooses otherwise, in both runs: `@pytest.mark.databases("postgresql")`.
DATABASES = ("sqlite", "postgresql")
STORES = ("folder", "s3")
# These rooms speak to the server in its own way.
DATABASE_ROOMS = frozenset({"database", "community", "moderation", "realtime"})
STORE_ROOMS = frozenset({"storage"})


def add_full_option(parser: pytest.Parser) -> None:
    parser.addoption(
        FULL,
        action="store_true",
        help="run the tests of every room on every database, store and event loop",
    )


def is_full(config: pytest.Config) -> bool:
    return bool(config.getoption(FULL))


def choose_variants(metafunc: pytest.Metafunc) -> None:
    """Parametrises the fixtures that stand for a kind of server."""
    kinds = {
        "database_url": ("databases", DATABASES, DATABASE_ROOMS),
        "store_kind": ("stores", STORES, STORE_ROOMS),
    }
    for fixture, (marker, every, rooms) in kinds.items():
        if fixture in metafunc.fixturenames:
            chosen = metafunc.definition.get_closest_marker(marker)
            is_own_room = not rooms.isdisjoint(metafunc.definition.path.parts)
            is_every = is_own_room or is_full(metafunc.config)
            variants = chosen.args if chosen else every if is_every else every[:1]
            metafunc.parametrize(fixture, variants, indirect=True)
