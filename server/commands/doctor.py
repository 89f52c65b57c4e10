"""Examines an installation and prints what is wrong and how to mend it."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from sqlalchemy.exc import SQLAlchemyError

from server.accounts.sessions.provider import AuthorizationSecrets, SignInFailed
from server.commands.messages import reason
from server.commands.readiness import look_at_revision, look_for_damage
from server.commands.storage_check import try_storage
from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import ROUTES
from server.database.engine import check, create_engine, open_engine
from server.errors import StartRefused
from server.media.imaging.card_renderer import CardRenderer
from server.media.imaging.site_card import SiteName, site_card
from server.pages.loaders import check_loaders
from server.pages.meta.messages import check_messages
from server.parts import make_parts, make_shared_rates
from server.rendering.manifest import read_manifest, worker_bundle
from server.rendering.pool import RenderPool
from server.settings import MEGABYTE, Settings, is_weak_key, weak_passwords
from server.web.logs import configure_logs
from server.web.rate_limits.counter_store import StoreUnavailable
from server.web.telemetry.tracing import tracing_to


def weak_secrets(settings: Settings) -> list[str]:
    """Secrets that are short, have few different characters, or begin with a usual word."""
    return weak_passwords(settings) + (["SECRET_KEY"] if is_weak_key(settings.secret) else [])


WORKER_WAIT_S = 15.0
# Enough for a file of many gigabytes.
LOOK_LIMIT_S = 600.0
# Below this, uploads are about to fail; on a large disk a tenth is enough.
DISK_FREE_LEAST = 0.1
DISK_FREE_ENOUGH = 5 * 1024 * MEGABYTE

Examination = Callable[[Settings], Awaitable[str]]


def examine(settings: Settings) -> int:
    """Runs every check; returns 1 when one of them failed."""
    configure_logs(is_production=settings.is_production)
    return 0 if asyncio.run(_examine_all(settings)) else 1


async def _examine_all(settings: Settings) -> bool:
    examinations: dict[str, Examination] = {
        "shared files": _shared_files,
        "build": _build,
        "database": _database,
        "migrations": _migrations,
        "storage": try_storage,
        "disk": _disk,
        "fonts": _fonts,
        "render worker": _worker,
        "limits": _limits,
        "sign-in": _provider,
        "secrets": _secrets,
        "traces": _traces,
    }
    findings = [
        await _finding(name, look, settings=settings) for name, look in examinations.items()
    ]
    return all(findings)


async def _finding(name: str, look: Examination, *, settings: Settings) -> bool:
    try:
        print(f"  well  {name}: {await look(settings)}")
    except (StartRefused, OSError, SQLAlchemyError) as error:
        print(f"  WRONG {name}: {reason(error)}")
        return False
    except Exception as error:
        # An unexpected error in one check must not hide the others.
        print(f"  WRONG {name}: can't be examined ({type(error).__name__}: {reason(error)})")
        return False
    return True


async def _shared_files(_settings: Settings) -> str:
    check_loaders()
    check_messages()
    return f"{len(ROUTES)} routes, {len(CULTIVARS)} cultivars."


async def _build(settings: Settings) -> str:
    manifest = read_manifest(settings.build_dir)
    needed = ("client", "faces", "catalogue/en.json", "catalogue/ja.json")
    missing = [name for name in needed if not (settings.build_dir / name).exists()]
    if missing:
        raise StartRefused(f"{settings.build_dir / missing[0]} is missing; run `make build`.")
    return f"build {manifest.build}."


@contextmanager
def _advising_on_the_database() -> Iterator[None]:
    try:
        yield
    except (OSError, SQLAlchemyError) as error:
        raise StartRefused(
            f"{reason(error)} Look at DATABASE_URL, and whether the database is running."
        ) from error


async def _database(settings: Settings) -> str:
    engine = open_engine(settings.database_url)
    try:
        with _advising_on_the_database():
            is_seen = await look_for_damage(settings, limit_s=LOOK_LIMIT_S)
            await check(engine)
    finally:
        await engine.dispose()
    return (
        f"{engine.dialect.name} answers{'' if is_seen else '; not all of it was looked through'}."
    )


async def _migrations(settings: Settings) -> str:
    engine = open_engine(settings.database_url)
    try:
        with _advising_on_the_database():
            return await look_at_revision(engine)
    finally:
        await engine.dispose()


async def _disk(settings: Settings) -> str:
    folder = next(one for one in (settings.data_dir, *settings.data_dir.parents) if one.exists())
    space = shutil.disk_usage(folder)
    if space.free < min(space.total * DISK_FREE_LEAST, DISK_FREE_ENOUGH):
        raise StartRefused(
            f"{folder} has {space.free // MEGABYTE} MB left, which is little; make room."
        )
    return f"{space.free // MEGABYTE} MB are free at {folder}."


async def _fonts(settings: Settings) -> str:
    pages = read_manifest(settings.build_dir).fonts.values()
    fonts = {font for languages in pages for files in languages.values() for font in files}
    missing = [font for font in fonts if not (settings.build_dir / f"client{font}").is_file()]
    if missing or not fonts:
        raise StartRefused(f"the face {missing or 'of headings'} is missing; run `make build`.")
    name = SiteName(settings.site_name_en, settings.site_name_ja)
    try:
        await CardRenderer(settings.build_dir / "faces").draw(site_card("ja", name), {})
    except OSError as error:
        raise StartRefused(f"no card can be drawn ({error}); run `make build`.") from error
    return f"{len(fonts)} faces, and those of the cards draw one."


async def _limits(settings: Settings) -> str:
    rates = make_shared_rates(settings)
    if rates is None:
        return "each host counts for itself; REDIS_URL is for sites of several hosts."
    try:
        await rates.check()
    except StoreUnavailable as error:
        raise StartRefused(
            f"the store of the counters can't be asked ({error}); until then each host counts for "
            "itself, and more strictly. Look at it and at REDIS_URL."
        ) from error
    finally:
        await rates.close()
    return "the store of the counters answers."


async def _provider(settings: Settings) -> str:
    if settings.sign_in is None:
        return "the development provider, whose members are made up."
    engine = create_engine(settings.database_url)
    provider = make_parts(settings, engine).sign_in.provider
    try:
        await provider.authorization_url(
            AuthorizationSecrets(state="doctor", nonce="doctor", verifier="d" * 43)
        )
    except SignInFailed as failure:
        raise StartRefused(
            f"{settings.sign_in.issuer} can't be asked ({failure}); look at the network and at "
            "GOOGLE_ISSUER."
        ) from failure
    finally:
        await engine.dispose()
    return f"{settings.sign_in.issuer} answers."


async def _worker(settings: Settings) -> str:
    bundle = worker_bundle(settings.build_dir)
    pool = RenderPool(bundle, 1)
    try:
        async with asyncio.timeout(WORKER_WAIT_S):
            await pool.start()
    except TimeoutError:
        raise StartRefused(f"{bundle} said nothing for {WORKER_WAIT_S:.0f} seconds.") from None
    finally:
        is_ready = pool.snapshot().ready > 0
        await pool.stop()
    if not is_ready:
        raise StartRefused(f"{bundle} did not start; the log above says why.")
    return "starts and says hello."


async def _secrets(settings: Settings) -> str:
    weak = ", ".join(weak_secrets(settings))
    if not weak:
        return "long enough, and nobody's example."
    if settings.is_production:
        raise StartRefused(f"{weak}: easily guessed; make it by `openssl rand -base64 48`.")
    return f"{weak}: easily guessed, which is well in development alone."


async def _traces(settings: Settings) -> str:
    """Checks the settings as the start does; an unreachable collector is no error."""
    async with tracing_to(settings.trace_collector).running():
        return "requests are sent to a collector." if settings.trace_collector else "not sent."
