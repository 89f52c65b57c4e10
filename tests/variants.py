"""Choice of the databases and stores that a test runs on: those that matter, or all by `--full`."""

import pytest

FULL = "--full"
# A marker chooses otherwise, in both runs: `@pytest.mark.databases("postgresql")`.
DATABASES = ("sqlite", "postgresql")
STORES = ("folder", "s3")
# Their code differs between the servers, so their tests run on each.
DATABASE_PACKAGES = frozenset({"database", "community", "moderation", "realtime"})
STORE_PACKAGES = frozenset({"storage"})


def add_full_option(parser: pytest.Parser) -> None:
    parser.addoption(
        FULL,
        action="store_true",
        help="run the tests of every package on every database, store and event loop",
    )


def is_full(config: pytest.Config) -> bool:
    return bool(config.getoption(FULL))


def choose_variants(metafunc: pytest.Metafunc) -> None:
    """Parametrises the fixtures that stand for a kind of server."""
    kinds = {
        "database_url": ("databases", DATABASES, DATABASE_PACKAGES),
        "store_kind": ("stores", STORES, STORE_PACKAGES),
    }
    for fixture, (marker, every, packages) in kinds.items():
        if fixture in metafunc.fixturenames:
            chosen = metafunc.definition.get_closest_marker(marker)
            is_own_package = not packages.isdisjoint(metafunc.definition.path.parts)
            is_every = is_own_package or is_full(metafunc.config)
            variants = chosen.args if chosen else every if is_every else every[:1]
            metafunc.parametrize(fixture, variants, indirect=True)
