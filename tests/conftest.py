"""Fixtures of all tests: the host with a fake build and renderer, its client, and databases."""

import gc
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import httpx
import hypothesis
import pytest
import structlog
from sqlalchemy.ext.asyncio import AsyncEngine
from structlog.dev import ConsoleRenderer, plain_traceback
from xdist.remote import Producer

from server.app import assemble
from server.database.engine import create_engine
from server.database.limits import LONG_WORK
from server.parts import make_parts
from server.settings import Settings
from server.web.asgi import App
from tests.databases import clear_server, make_migrated_file, server_emptier
from tests.fake_build import FakePool, write_build
from tests.lifespan import running
from tests.postgresql import postgresql_server
from tests.registrations import Registrations
from tests.revision_scripts import SharedScripts
from tests.schedule import SharedScheduling, sort_longest_first
from tests.variants import add_full_option, choose_variants

ORIGIN = "http://tea.example"


# The garbage collector runs after so many new objects; a test's site leaves about 10,000.
GARBAGE_THRESHOLD = 100_000


def pytest_addoption(parser: pytest.Parser) -> None:
    add_full_option(parser)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    choose_variants(metafunc)


def pytest_configure() -> None:
    # Imported modules are never freed, so collecting garbage during collection of tests only costs
    # time.
    gc.disable()
    # The same examples each time, however slow the machine is; `tests/fuzzing` finds new ones.
    hypothesis.settings.load_profile("ci")
    # Tracebacks are formatted as in the host's log; structlog's coloured ones take seconds.
    ConsoleRenderer.get_active().exception_formatter = plain_traceback


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    sort_longest_first(items)


# Optional: pytest knows this hook only in runs with xdist.
@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> SharedScheduling:
    return SharedScheduling(config, log)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)
    gc.enable()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def restored_logging() -> Iterator[None]:
    """Undoes the logging setup of commands that a test ran in this process."""
    yield
    structlog.reset_defaults()
    formatter = structlog.stdlib.ProcessorFormatter
    root = logging.getLogger()
    root.handlers[:] = [each for each in root.handlers if not isinstance(each.formatter, formatter)]


@pytest.fixture(scope="session")
def registrations() -> Registrations:
    """Registered routes, which later applications of this process take over."""
    return Registrations()


@pytest.fixture(autouse=True)
def shared_routes(registrations: Registrations) -> Iterator[None]:
    """Lets a test's application take over registered routes.

    Applications of module fixtures start before this one and register their own.
    """
    with registrations.installed():
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_scripts() -> Iterator[None]:
    """Reads the revision files once for all migrations of the tests."""
    with SharedScripts().installed():
        yield


@pytest.fixture(scope="session")
def build_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("build")
    write_build(folder)
    return folder


@pytest.fixture
def settings(build_dir: Path, tmp_path: Path) -> Settings:
    read = Settings.from_environment({"ORIGIN": ORIGIN, "DATA_DIR": str(tmp_path)})
    return replace(read, build_dir=build_dir)


@pytest.fixture
def pool() -> FakePool:
    return FakePool()


@pytest.fixture
def app(settings: Settings, pool: FakePool) -> App:
    """The host with a fake renderer, without database and background tasks."""
    engine = create_engine(settings.database_url)
    return assemble(settings, make_parts(settings, engine), engine=engine, pool=pool)


@pytest.fixture
async def client(app: App) -> AsyncIterator[httpx.AsyncClient]:
    """HTTP client of `app`, without a network."""
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as http:
            yield http


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """URL of a real PostgreSQL server, started once per process."""
    with postgresql_server() as address:
        yield address


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """URL of a database of the kind that `tests/variants.py` chooses; not always empty."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'test.sqlite3'}"
    address: str = request.getfixturevalue("postgresql")
    return address


@pytest.fixture
def store_kind(request: pytest.FixtureRequest) -> str:
    """`folder` or `s3`, as `tests/variants.py` chooses."""
    kind: str = request.param
    return kind


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Path of an SQLite file with all tables and no rows."""
    path = tmp_path_factory.mktemp("migrated") / "chanoki.sqlite3"
    make_migrated_file(path)
    return path


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    # Long statement timeouts, for busy machines; tests of the host's own timeouts set those.
    engine = create_engine(database_url, LONG_WORK)
    yield engine
    await engine.dispose()


@pytest.fixture
async def empty_database(engine: AsyncEngine) -> AsyncEngine:
    """A database without tables."""
    if engine.dialect.name == "postgresql":
        await clear_server(engine)
    return engine


@pytest.fixture(scope="session")
def empty_postgresql(postgresql: str) -> Iterator[Callable[[], None]]:
    """Function that leaves all tables, without rows, in the PostgreSQL database."""
    with server_emptier(postgresql) as empty:
        yield empty


@pytest.fixture
def database(
    engine: AsyncEngine, migrated_file: Path, request: pytest.FixtureRequest
) -> AsyncEngine:
    """A database with all tables and no rows."""
    if engine.dialect.name == "postgresql":
        request.getfixturevalue("empty_postgresql")()
    else:
        copyfile(migrated_file, str(engine.url.database))
    return engine
