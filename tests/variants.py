"""Choice of the databases and stores that a test runs on; `--full` chooses all of them."""

import pytest

FULL = "--full"
# Overridden by a marker, with and without `--full`: `@pytest.mark.databases("postgresql")`.
DATABASES = ("sqlite", "postgresql")
STORES = ("folder", "s3")
# Packages with code for each database or store: their tests run on all of them.
DATABASE_PACKAGES = frozenset({"database", "realtime"})
STORE_PACKAGES = frozenset({"storage"})
# Packages with statements and locks that only PostgreSQL has: their tests run on PostgreSQL. Tests
# of journeys, pages and browsers cover these packages on SQLite.
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
    """Parametrises the fixtures `database_url` and `store_kind` of a test."""
    is_full_run = is_full(metafunc.config)
    packages = frozenset(metafunc.definition.path.parts)
    chosen = {
        "database_url": ("databases", databases_of(packages, is_full_run=is_full_run)),
        "store_kind": ("stores", stores_of(packages, is_full_run=is_full_run)),
    }
    for fixture, (marker, variants) in chosen.items():
        if fixture in metafunc.fixturenames:
            marked = metafunc.definition.get_closest_marker(marker)
            metafunc.parametrize(fixture, marked.args if marked else variants, indirect=True)


def databases_of(packages: frozenset[str], *, is_full_run: bool) -> tuple[str, ...]:
    """Returns the databases for the tests of a package, named by the folders of their file."""
    if is_full_run or packages & DATABASE_PACKAGES:
        return DATABASES
    return ("postgresql",) if packages & POSTGRESQL_PACKAGES else ("sqlite",)


def stores_of(packages: frozenset[str], *, is_full_run: bool) -> tuple[str, ...]:
    """Returns the stores for the tests of a package, named by the folders of their file."""
    return STORES if is_full_run or packages & STORE_PACKAGES else ("folder",)
