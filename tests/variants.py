"""Choice of the databases and stores that a test runs on: those that matter, or all by `--full`."""

import pytest

FULL = "--full"
# A marker chooses otherwise, in both runs: `@pytest.mark.databases("postgresql")`.
DATABASES = ("sqlite", "postgresql")
STORES = ("folder", "s3")
# Their code differs between the servers, so their tests run on each.
DATABASE_PACKAGES = frozenset({"database", "realtime"})
STORE_PACKAGES = frozenset({"storage"})
# They have statements and locks of PostgreSQL's own. Tests of journeys, pages and browsers use them
# on SQLite, and so do their own tests with the marker for both.
POSTGRESQL_PACKAGES = frozenset({"community", "moderation"})


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
    is_every = is_full(metafunc.config)
    packages = frozenset(metafunc.definition.path.parts)
    chosen = {
        "database_url": ("databases", databases_of(packages, is_every=is_every)),
        "store_kind": ("stores", stores_of(packages, is_every=is_every)),
    }
    for fixture, (marker, variants) in chosen.items():
        if fixture in metafunc.fixturenames:
            marked = metafunc.definition.get_closest_marker(marker)
            metafunc.parametrize(fixture, marked.args if marked else variants, indirect=True)


def databases_of(packages: frozenset[str], *, is_every: bool) -> tuple[str, ...]:
    """Returns the databases for the tests of a package, named by the folders of their file."""
    if is_every or packages & DATABASE_PACKAGES:
        return DATABASES
    return ("postgresql",) if packages & POSTGRESQL_PACKAGES else ("sqlite",)


def stores_of(packages: frozenset[str], *, is_every: bool) -> tuple[str, ...]:
    """Returns the stores for the tests of a package, named by the folders of their file."""
    return STORES if is_every or packages & STORE_PACKAGES else ("folder",)
