"""Assembly of the application: handlers, middleware in order, and lifespan."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from functools import partial, reduce
from typing import TYPE_CHECKING, Protocol, cast

from litestar import Litestar
from sqlalchemy.ext.asyncio import AsyncEngine

from server.accounts.profiles.name_sweep import name_sweep
from server.accounts.sessions.authentication import Authentication
from server.accounts.sessions.expiry import session_cleanup
from server.accounts.sessions.live_sessions import live_sessions_poll
from server.accounts.sessions.provider_messages import ProviderMessages
from server.accounts.sessions.remembered_sign_out import RememberedSignOut
from server.accounts.sessions.write_guard import write_guard
from server.api import BODY_BYTES_MOST, api_dependencies, api_handlers
from server.community.deletion_sweep import deletion_sweep
from server.community.holds.text_sweep import text_sweep
from server.community.letters.delivery import letter_delivery
from server.community.moderation_poll import moderation_poll
from server.database import engine as database
from server.database.clock import Clock, utc_now
from server.database.dialects import is_away
from server.discovery.cards.card_images import CardImages
from server.discovery.cards.endpoints import open_graph_handler
from server.discovery.cards.page_cards import make_share_cards
from server.discovery.endpoints.discovery import DiscoveryDependencies, discovery_handlers
from server.discovery.endpoints.oembed import OEmbedDependencies, oembed_handler
from server.discovery.opendata.endpoints import opendata_handlers
from server.media.imaging.card_renderer import CardRenderer
from server.media.uploads.actions.cleanup import periodic_cleanup
from server.pages.addresses import AddressRedirect
from server.pages.cache.entries import Entries
from server.pages.cache.invalidation import Invalidation
from server.pages.cache.middleware import CachedPages, PageCache
from server.pages.cache.policy import find_policy
from server.pages.cache.single_flight import SingleFlight
from server.pages.handlers import page_for_errors, page_handlers
from server.pages.host_metrics import (
    cache_metrics,
    image_metrics,
    process_metrics,
)
from server.pages.loader_context import PageDependencies
from server.pages.loaders import check_loaders, page_dependencies
from server.pages.meta.messages import check_messages
from server.pages.page_renderer import MeasuredPool, PageRenderer, RenderWorkers
from server.pages.schemas import Hours, Names, Operator, Site, SocialLink
from server.pages.web_manifest import web_manifest_handlers
from server.parts import BackgroundTask, Parts, make_parts
from server.realtime.socket import live_handler
from server.rendering.document import Document, Manifest, read_manifest, worker_bundle
from server.rendering.pool import RenderPool
from server.settings import Settings
from server.web.asgi import App
from server.web.assets import Assets, read_assets
from server.web.compression import Compression
from server.web.forms import site_exception_handlers
from server.web.headers import security_headers
from server.web.logs import RequestLog
from server.web.metrics import metrics_port
from server.web.outer_middleware import Drain, DrainMiddleware, OuterMiddleware
from server.web.problems import SiteRequest, options_handler
from server.web.rate_limits.shared_rates import connected_store
from server.web.read_retry import ReadRetry
from server.web.request_filter import RequestFilter
from server.web.search_limit import SearchLimit
from server.web.telemetry.tracing import Tracing, tracing_to

if TYPE_CHECKING:
    from server.accounts.sessions.google import Transport


Middleware = Callable[[App], App]


class Pool(RenderWorkers, Protocol):
    """Pool of render workers that is started and stopped with the site."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


def create_app(
    settings: Settings,
    pool: Pool | None = None,
    *,
    now: Clock = utc_now,
    provider_transport: "Transport | None" = None,
    drain: Drain | None = None,
) -> App:
    """Creates the site from its settings; raises StartRefused for an incomplete build.

    `provider_transport` replaces the transport to the identity provider, for tests; `drain` is
    begun by the server before its exit.
    """
    engine = database.create_engine(settings.database_url)
    parts = make_parts(
        settings, engine, now=now, provider_transport=provider_transport, drain=drain
    )
    parts = replace(parts, background_tasks=background_tasks(parts))
    return assemble(settings, parts, engine=engine, pool=pool)


def background_tasks(parts: Parts) -> tuple[BackgroundTask, ...]:
    """Returns the tasks of a host that use the database beside its requests."""
    database, now = parts.database, parts.sessions.now
    return (
        partial(session_cleanup, database, now),
        partial(live_sessions_poll, database, parts.channel.subscribers, now),
        partial(periodic_cleanup, parts.uploads),
        partial(letter_delivery, parts.letters),
        partial(deletion_sweep, parts.community),
        partial(name_sweep, database),
        partial(text_sweep, database, now),
        partial(moderation_poll, database, parts.channel.publish_here),
    )


def assemble(
    settings: Settings,
    parts: Parts,
    *,
    engine: AsyncEngine,
    pool: Pool | None = None,
    tracing: Tracing | None = None,
) -> App:
    """Returns the site made of these parts; raises StartRefused for an incomplete build."""
    tracing = tracing or tracing_to(settings.trace_collector)
    tracing.trace_statements(engine)
    check_loaders()
    check_messages()
    manifest, site = read_manifest(settings.build_dir), _make_site(settings)
    operator, now = _operator_details(settings), parts.sessions.now
    pool = pool or RenderPool(worker_bundle(settings.build_dir), settings.render_workers)
    parts.metrics.watch(process_metrics)
    parts.metrics.watch(parts.database.metrics)
    parts.metrics.watch(lambda: image_metrics(parts.uploads.image_pool))
    workers = tracing.renders(MeasuredPool(pool, parts.metrics))
    dependencies = page_dependencies(settings.build_dir, operator, reads=parts.reads)
    cards = make_share_cards(site, dependencies)
    card_renderer = CardRenderer(settings.build_dir / "faces")
    images = CardImages(parts.storage, card_renderer, client=settings.build_dir / "client")
    document = Document(manifest, {"en": site.names.en, "ja": site.names.ja})
    page_renderer = PageRenderer(site, cards, document, workers, now=now)
    discovery = _discovery_dependencies(settings, site, parts=parts, pages=dependencies)
    handlers = [
        *page_handlers(page_renderer, dependencies),
        open_graph_handler(cards, images, parts.sessions.rates),
        *discovery_handlers(discovery),
        oembed_handler(OEmbedDependencies(site.origin, site.names, parts.database, cards)),
        *web_manifest_handlers(site.names),
        *opendata_handlers(settings.origin, settings.site_name_en, now=now),
        *api_handlers(operator, parts),
    ]
    litestar = Litestar(
        route_handlers=[options_handler(handlers), *handlers, live_handler(parts.live_connections)],
        dependencies=api_dependencies(parts),
        guards=[write_guard(parts.write_guard_rules)],
        exception_handlers=site_exception_handlers(page_for_errors(page_renderer), is_away),
        lifespan=[_lifespan(pool, parts, engine=engine, tracing=tracing, metrics=settings.metrics)],
        request_class=SiteRequest,
        request_max_body_size=BODY_BYTES_MOST,
        openapi_config=None,
        logging_config=None,
    )
    wraps = _middleware(manifest, dependencies, settings=settings, parts=parts, tracing=tracing)
    return reduce(lambda app, wrap: wrap(app), reversed(wraps), cast("App", litestar))


def _middleware(
    manifest: Manifest,
    pages: PageDependencies,
    *,
    settings: Settings,
    parts: Parts,
    tracing: Tracing,
) -> list[Middleware]:
    """Returns the middleware that a request passes, from the first to the last."""
    sessions = parts.sessions
    request_log = RequestLog(is_json=settings.is_production, metrics=parts.metrics)
    headers = security_headers(
        inline_script=manifest.inline_script, is_https=settings.origin.startswith("https:")
    )
    cached = _cached_pages(settings, parts)
    parts.database.on_commit(
        Invalidation(parts.channel, cached.single_flight.purge if cached else None)
    )
    is_ready = cached.is_ready if cached else lambda _scope: False
    availability = parts.database.availability
    middleware: list[Middleware | None] = [
        tracing.requests,
        partial(DrainMiddleware, drain=parts.drain),
        partial(OuterMiddleware, headers=headers, request_log=request_log),
        partial(RequestFilter, hosts=settings.hosts),
        partial(RememberedSignOut, database=parts.database, cookies=sessions.cookies),
        partial(SearchLimit, rates=sessions.rates, is_ready=is_ready),
        partial(Assets, assets=read_assets(settings.build_dir / "client")),
        partial(PageCache, pages=cached, trace=tracing.cache_renders) if cached else None,
        Compression,
        partial(AddressRedirect, catalogue=pages.catalogue),
        partial(ProviderMessages, seals=parts.sign_in.seals, cookies=sessions.cookies),
        partial(ReadRetry, availability=availability) if availability else None,
        partial(
            Authentication, database=parts.database, cookies=sessions.cookies, now=sessions.now
        ),
    ]
    return [wrap for wrap in middleware if wrap]


def _cached_pages(settings: Settings, parts: Parts) -> CachedPages | None:
    """Returns the page cache and registers its metrics; None if its size is set to 0."""
    if not settings.page_cache_bytes:
        return None
    single_flight = SingleFlight(Entries(settings.page_cache_bytes))
    parts.metrics.watch(lambda: cache_metrics(single_flight))
    cookie = parts.sessions.cookies.session.encode()
    return CachedPages(single_flight, find_policy, session_cookie=cookie)


def _lifespan(
    pool: Pool,
    parts: Parts,
    *,
    engine: AsyncEngine,
    tracing: Tracing,
    metrics: tuple[str, int] | None,
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    """Returns the context that starts workers and background tasks with the application."""

    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        """Starts the workers and all background tasks, and ends them in reverse.

        Then closes the identity provider's client, the database and the engine.
        """
        await pool.start()
        try:
            async with (
                tracing.running(),
                parts.channel.running(),
                connected_store(parts.shared_rates, parts.metrics),
                metrics_port(metrics, parts.metrics.text),
                AsyncExitStack() as tasks,
            ):
                for start in parts.background_tasks:
                    await tasks.enter_async_context(start())
                yield
        finally:
            await pool.stop()
            await parts.sign_in.provider.close()
            await parts.database.close()
            await engine.dispose()

    return lifespan


def _discovery_dependencies(
    settings: Settings, site: Site, *, parts: Parts, pages: PageDependencies
) -> DiscoveryDependencies:
    """Returns the dependencies of feeds, sitemaps and site texts."""
    return DiscoveryDependencies(
        origin=settings.origin,
        names=site.names,
        email=settings.operator.email,
        database=parts.database,
        now=parts.sessions.now,
        lists=pages.catalogue["en"].lists,
        diagrams=pages.catalogue["en"].diagrams,
    )


def _make_site(settings: Settings) -> Site:
    """Returns the site's names, origin and links, for pages."""
    links = tuple(SocialLink(label, url) for label, url in settings.social_links)
    names = Names(en=settings.site_name_en, ja=settings.site_name_ja)
    marks_unset = not settings.is_production
    return Site(names=names, origin=settings.origin, social=links, marks_unset=marks_unset)


def _operator_details(settings: Settings) -> Operator:
    """Returns the operator's details for the legal notice."""
    given = settings.operator
    return Operator(
        name=given.name,
        representative=given.representative,
        address=given.address,
        email=given.email,
        phone=given.phone,
        hours=Hours(en=given.hours_en, ja=given.hours_ja),
    )
