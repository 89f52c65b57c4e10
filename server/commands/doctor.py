"""Command that examines an installation and prints what is wrong and how to repair it."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from server.accounts.sessions.provider import AuthorizationSecrets, SignInFailed
from server.commands.named_files import check_files
from server.commands.open_cases import check_cases
from server.commands.readiness import check_integrity, check_revision
from server.commands.table_rights import check_rights
from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import ROUTES
from server.database.engine import check, open_engine
from server.errors import StartRefused, reason
from server.media.imaging.card_renderer import CardRenderer
from server.media.imaging.open_graph.card_data import SiteName, site_card_content
from server.media.storage.interface import (
    Bucket,
    BucketMissing,
    Storage,
    StorageAway,
    StorageFailure,
    StorageForbidden,
)
from server.pages.loaders import check_loaders
from server.pages.meta.messages import check_messages
from server.parts import make_provider, make_shared_rates, make_storage
from server.rendering.document import read_manifest, worker_bundle
from server.rendering.pool import RenderPool
from server.settings import MEGABYTE, Settings, is_weak_key, weak_passwords
from server.web.logs import configure_logs
from server.web.rate_limits.counter_store import StoreUnavailable
from server.web.telemetry.tracing import tracing_to

BUCKET: Bucket = "cards"
STORED_NAME = "doctor/trial.txt"
STORED_TEXT = b"tea"

ADVICE: tuple[tuple[type[StorageFailure], str], ...] = (
    (BucketMissing, "there is no such bucket: create it, or check S3_BUCKET"),
    (StorageForbidden, "check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and the key's permissions"),
    (StorageAway, "check S3_ENDPOINT and the network"),
    (StorageFailure, "read the log of the store"),
)

WORKER_WAIT_S = 15.0
# Enough for a file of many gigabytes.
CHECK_LIMIT_S = 600.0
# Below this, uploads are about to fail; on a large disk a tenth is enough.
DISK_FREE_LEAST = 0.1
DISK_FREE_ENOUGH = 5 * 1024 * MEGABYTE
Examination = Callable[[Settings], Awaitable[str]]


async def check_storage(settings: Settings) -> str:
    """Stores, reads and deletes a file; returns a finding, raises StartRefused with advice."""
    store = settings.object_store
    try:
        await _store_and_delete(make_storage(settings))
    except StorageFailure as failure:
        advice = next(text for kind, text in ADVICE if isinstance(failure, kind))
        raise StartRefused(
            f"pictures can't be stored ({failure}); {advice if store else 'check DATA_DIR'}."
        ) from failure
    where = f"bucket {store.bucket}" if store else str(settings.data_dir / "media")
    return f"{where} stored, returned and deleted a file."


async def _store_and_delete(storage: Storage) -> None:
    """Stores, reads and deletes a small file; raises StorageFailure, also for a changed content."""
    await storage.check()
    await storage.put(BUCKET, STORED_NAME, data=STORED_TEXT, media_type="text/plain")
    try:
        if await storage.get(BUCKET, STORED_NAME) != STORED_TEXT:
            raise StorageFailure("the stored file was returned with other content")
    finally:
        await storage.delete(BUCKET, STORED_NAME)


def examine(settings: Settings) -> int:
    """Runs every check and prints the results; returns 1 if one failed."""
    configure_logs(is_production=settings.is_production)
    return 0 if asyncio.run(_examine_all(settings)) else 1


async def _examine_all(settings: Settings) -> bool:
    """Runs all checks and prints their results; returns whether all passed."""
    examinations: dict[str, Examination] = {
        "shared files": _check_shared_files,
        "build": _check_build,
        "database": _check_database,
        "migrations": _check_migrations,
        "database role": check_rights,
        "moderation": check_cases,
        "storage": check_storage,
        "pictures": check_files,
        "disk": _check_disk,
        "fonts": _check_fonts,
        "render worker": _check_worker,
        "rate limits": _check_limits,
        "sign-in": _check_provider,
        "secrets": _check_secrets,
        "traces": _check_traces,
    }
    findings = [
        await _print_finding(name, check, settings=settings) for name, check in examinations.items()
    ]
    return all(findings)


async def _print_finding(name: str, check: Examination, *, settings: Settings) -> bool:
    """Runs one check and prints its result; returns whether it passed."""
    try:
        print(f"  ok   {name}: {await check(settings)}")
    except (StartRefused, OSError, SQLAlchemyError) as error:
        print(f"  FAIL {name}: {reason(error)}")
        return False
    except Exception as error:
        # An unexpected error in one check must not hide the others.
        print(f"  FAIL {name}: can't be examined ({type(error).__name__}: {reason(error)})")
        return False
    return True


async def _check_shared_files(_settings: Settings) -> str:
    """Returns the numbers of routes and cultivars.

    Raises StartRefused for a missing loader or message.
    """
    check_loaders()
    check_messages()
    return f"{len(ROUTES)} routes, {len(CULTIVARS)} cultivars."


async def _check_build(settings: Settings) -> str:
    """Returns a finding about the build; raises StartRefused if it is incomplete."""
    manifest = read_manifest(settings.build_dir)
    needed = ("client", "faces", "catalogue/en.json", "catalogue/ja.json")
    missing = [name for name in needed if not (settings.build_dir / name).exists()]
    if missing:
        raise StartRefused(f"{settings.build_dir / missing[0]} is missing; run `make build`.")
    return f"build {manifest.build}."


@contextmanager
def _database_advice() -> Iterator[None]:
    """Raises StartRefused with advice about the setting in place of a database error."""
    try:
        yield
    except (OSError, SQLAlchemyError) as error:
        raise StartRefused(
            f"{reason(error)} Check DATABASE_URL, and whether the database is running."
        ) from error


async def _check_database(settings: Settings) -> str:
    """Returns a finding about the database; raises StartRefused if it is away or damaged."""
    engine = open_engine(settings.database_url)
    try:
        with _database_advice():
            is_seen = await check_integrity(settings, limit_s=CHECK_LIMIT_S)
            await check(engine)
    finally:
        await engine.dispose()
    return f"{engine.dialect.name} answers{'' if is_seen else '; only a part of it was checked'}."


async def _check_migrations(settings: Settings) -> str:
    """Returns a finding about the revision; raises StartRefused if this code cannot use it."""
    engine = open_engine(settings.database_url)
    try:
        with _database_advice():
            return await check_revision(engine)
    finally:
        await engine.dispose()


async def _check_disk(settings: Settings) -> str:
    """Returns the free space at DATA_DIR; raises StartRefused if it is low."""
    folder = next(one for one in (settings.data_dir, *settings.data_dir.parents) if one.exists())
    space = shutil.disk_usage(folder)
    if space.free < min(space.total * DISK_FREE_LEAST, DISK_FREE_ENOUGH):
        raise StartRefused(
            f"{folder} has {space.free // MEGABYTE} MB left, which is too little; free some space."
        )
    return f"{space.free // MEGABYTE} MB are free at {folder}."


async def _check_fonts(settings: Settings) -> str:
    """Returns a finding about fonts.

    Raises StartRefused if one is missing or no card can be drawn.
    """
    pages = read_manifest(settings.build_dir).fonts.values()
    fonts = {font for languages in pages for files in languages.values() for font in files}
    missing = [font for font in fonts if not (settings.build_dir / f"client{font}").is_file()]
    if missing or not fonts:
        raise StartRefused(f"the font {missing or 'of headings'} is missing; run `make build`.")
    name = SiteName(settings.site_name_en, settings.site_name_ja)
    try:
        content = site_card_content("ja", name)
        await CardRenderer(settings.build_dir / "faces").draw(content, {})
    except OSError as error:
        raise StartRefused(f"no card can be drawn ({error}); run `make build`.") from error
    return f"{len(fonts)} font files for pages; a share card was drawn with its own."


async def _check_limits(settings: Settings) -> str:
    """Returns a finding about the store of rate limits.

    Raises StartRefused if it does not answer.
    """
    rates = make_shared_rates(settings)
    if rates is None:
        return "counted by each host alone; set REDIS_URL for a site of several hosts."
    try:
        await rates.check()
    except StoreUnavailable as error:
        raise StartRefused(
            f"the rate store does not answer ({error}); until it does, each host counts "
            "alone, with lower limits. Check the store and REDIS_URL."
        ) from error
    finally:
        await rates.close()
    return "the rate store answers."


async def _check_provider(settings: Settings) -> str:
    """Returns a finding about the identity provider; raises StartRefused if it does not answer.

    The address of a sign-in is made from the configuration that the provider publishes.
    """
    if settings.sign_in is None:
        return "the development provider, with made-up members."
    try:
        await make_provider(settings).authorization_url(
            AuthorizationSecrets(state="doctor", nonce="doctor", verifier="d" * 43)
        )
    except SignInFailed as failure:
        raise StartRefused(
            f"{settings.sign_in.issuer} does not answer ({failure}); check the network and "
            "GOOGLE_ISSUER."
        ) from failure
    return f"{settings.sign_in.issuer} answers."


async def _check_worker(settings: Settings) -> str:
    """Returns a finding about a render worker; raises StartRefused if none starts."""
    bundle = worker_bundle(settings.build_dir)
    pool = RenderPool(bundle, 1)
    try:
        async with asyncio.timeout(WORKER_WAIT_S):
            await pool.start()
    except TimeoutError:
        raise StartRefused(f"{bundle} was not ready within {WORKER_WAIT_S:.0f} seconds.") from None
    finally:
        is_ready = pool.snapshot().ready > 0
        await pool.stop()
    if not is_ready:
        raise StartRefused(f"{bundle} did not start; the log above says why.")
    return "starts."


async def _check_secrets(settings: Settings) -> str:
    """Returns the names of weak secrets, which are there in development only.

    In production no command starts with them; the settings refuse them with advice.
    """
    weak = weak_passwords(settings) + (["SECRET_KEY"] if is_weak_key(settings.secret) else [])
    if not weak:
        return "none is weak."
    return f"weak, so production refuses them: {', '.join(weak)}."


async def _check_traces(settings: Settings) -> str:
    """Returns whether requests are traced; an unreachable collector is no error.

    Raises StartRefused if the packages of tracing are missing.
    """
    async with tracing_to(settings.trace_collector).running():
        return "requests are sent to a collector." if settings.trace_collector else "not sent."
