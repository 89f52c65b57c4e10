"""Where the rooms meet: everything alive is made here and handed down."""

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Protocol, cast

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from sqlalchemy.ext.asyncio import AsyncEngine

from server.answers import SiteRequest, exception_handlers
from server.database import engine as database
from server.edge.admission import Admission
from server.edge.asgi import App
from server.edge.assets import Assets, read_assets
from server.edge.compression import Compression
from server.edge.front import Front
from server.edge.headers import security_headers
from server.pages.addresses import OneAddress
from server.pages.drawing import Easel, Renderer
from server.pages.fallback_head import check_words
from server.pages.handlers import page_for_errors, page_handlers
from server.pages.health import Check, health_handlers
from server.pages.operator import operator_handler
from server.pages.preloads import check_preloads, read_sources
from server.pages.schemas import Hours, Names, Operator, Site, SocialLink
from server.pages.sitemap import sitemap_handlers
from server.pages.web_manifest import web_manifest_handlers
from server.rendering.document import Document
from server.rendering.manifest import Manifest, read_manifest, worker_bundle
from server.rendering.pool import RenderPool
from server.settings import Settings

BODY_BYTES_MOST = 1024 * 1024


class Pool(Renderer, Protocol):
    """Renders pages while it runs."""

    async def start(self) -> None: ...

    async def stop(self) -> None: ...


def create_app(settings: Settings, pool: Pool | None = None) -> App:
    check_preloads()
    check_words()
    manifest = read_manifest(settings.build_dir)
    operator = _operator(settings)
    engine = database.create_engine(settings.database_url)
    pool = pool or RenderPool(worker_bundle(settings.build_dir), settings.render_workers)
    site = _site(settings)
    easel = Easel(site, Document(manifest), pool, now=partial(datetime.now, UTC))
    litestar = Litestar(
        route_handlers=[
            *page_handlers(easel, read_sources(settings.build_dir, operator)),
            *sitemap_handlers(settings.origin),
            *web_manifest_handlers(site.names),
            *api_handlers(operator, {"database": partial(database.check, engine)}),
        ],
        exception_handlers=exception_handlers(page_for_errors(easel)),
        lifespan=[_lifespan(pool, engine)],
        request_class=SiteRequest,
        request_max_body_size=BODY_BYTES_MOST,
        openapi_config=None,
        logging_config=None,
    )
    return _at_the_edge(litestar, manifest, settings=settings)


def api_handlers(operator: Operator, needed: Mapping[str, Check]) -> list[HTTPRouteHandler]:
    """The endpoints that shared/api.json describes."""
    return [operator_handler(operator), *health_handlers(needed)]


def _at_the_edge(litestar: Litestar, manifest: Manifest, *, settings: Settings) -> App:
    """What a request passes on its way to a handler, the last line first."""
    app: App = OneAddress(cast("App", litestar))
    app = Compression(app)
    app = Assets(app, read_assets(settings.build_dir / "client"))
    app = Admission(app, settings.hosts)
    headers = security_headers(
        inline_script=manifest.theme_script, is_https=settings.origin.startswith("https:")
    )
    return Front(app, headers)


def _lifespan(
    pool: Pool, engine: AsyncEngine
) -> Callable[[Litestar], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: Litestar) -> AsyncIterator[None]:
        await pool.start()
        try:
            yield
        finally:
            await pool.stop()
            await engine.dispose()

    return lifespan


def _site(settings: Settings) -> Site:
    links = tuple(SocialLink(label, url) for label, url in settings.social_links)
    names = Names(en=settings.site_name_en, ja=settings.site_name_ja)
    return Site(names=names, origin=settings.origin, social=links)


def _operator(settings: Settings) -> Operator:
    given = settings.operator
    return Operator(
        name=given.name,
        representative=given.representative,
        address=given.address,
        email=given.email,
        phone=given.phone,
        hours=Hours(en=given.hours_en, ja=given.hours_ja),
    )
