"""What everyone's tests need: a site over a made-up build, a way to ask it, both databases."""

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
from tests.databases import clear_server, emptying, make_migrated_file
from tests.fake_build import FakePool, write_build
from tests.lifespan import running
from tests.postgresql import postgresql_server
from tests.registrations import Registrations
from tests.revision_scripts import SharedScripts
from tests.turns import SharedScheduling, long_ones_first
from tests.variants import add_full_option, choose_variants

ORIGIN = "http://tea.example"


# A site that has ended leaves some ten thousand objects behind.
GARBAGE_MOST = 100_000


def pytest_addoption(parser: pytest.Parser) -> None:
    add_full_option(parser)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    choose_variants(metafunc)


def pytest_configure() -> None:
    # What is imported stays to the end; looking through it for what could go takes long.
    gc.disable()
    # The same examples each time, however slow the machine is; `tests/fuzzing` finds new ones.
    hypothesis.settings.load_profile("ci")
    # As the site's own log tells them; in colours, a traceback takes seconds.
    ConsoleRenderer.get_active().exception_formatter = plain_traceback


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    long_ones_first(items)


# Not known to a run without xdist.
@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> SharedScheduling:
    return SharedScheduling(config, log)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_MOST)
    gc.enable()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """A command that ran here has set up the log as a process of its own would."""
    yield
    structlog.reset_defaults()
    formatter = structlog.stdlib.ProcessorFormatter
    root = logging.getLogger()
    root.handlers[:] = [one for one in root.handlers if not isinstance(one.formatter, formatter)]


@pytest.fixture(scope="session")
def registrations() -> Registrations:
    """The routes of applications that have ended, for those to come."""
    return Registrations()


@pytest.fixture(autouse=True)
def lent_registrations(registrations: Registrations) -> Iterator[None]:
    """Lets the applications of a test take over routes; a module's register their own."""
    with registrations.lent():
        yield


@pytest.fixture(scope="session", autouse=True)
def shared_scripts() -> Iterator[None]:
    """Reads the revision files once for all migrations of the tests."""
    with SharedScripts().used():
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
    """The site without its background tasks, which would look for a database."""
    engine = create_engine(settings.database_url)
    return assemble(settings, make_parts(settings, engine), engine=engine, pool=pool)


@pytest.fixture
async def client(app: App) -> AsyncIterator[httpx.AsyncClient]:
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as asking:
            yield asking


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """A real PostgreSQL for the whole run."""
    with postgresql_server() as address:
        yield address


@pytest.fixture
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Address of an empty database, of the kinds that `tests/variants.py` chooses."""
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
    """An SQLite file with every table and no row."""
    path = tmp_path_factory.mktemp("migrated") / "chanoki.sqlite3"
    make_migrated_file(path)
    return path


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    # A busy machine may be slow here: how long readers wait is asked where it is the question.
    engine = create_engine(database_url, LONG_WORK)
    yield engine
    await engine.dispose()


@pytest.fixture
async def empty_database(engine: AsyncEngine) -> AsyncEngine:
    if engine.dialect.name == "postgresql":
        await clear_server(engine)
    return engine


@pytest.fixture(scope="session")
def empty_postgresql(postgresql: str) -> Iterator[Callable[[], None]]:
    """A function that leaves the newest tables in the server, and nothing in them."""
    with emptying(postgresql) as empty:
        yield empty


@pytest.fixture
def database(
    engine: AsyncEngine, migrated_file: Path, request: pytest.FixtureRequest
) -> AsyncEngine:
    """A database with every table and no row."""
    if engine.dialect.name == "postgresql":
        request.getfixturevalue("empty_postgresql")()
    else:
        copyfile(migrated_file, str(engine.url.database))
    return engine
