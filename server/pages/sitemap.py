"""sitemap.xml and robots.txt, from the route table and the catalogue."""

from collections.abc import Iterator
from html import escape

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from server.contracts.catalogue import CULTIVARS
from server.contracts.routes import LANGUAGES, ROUTES, Route, page_url

XML = "application/xml; charset=utf-8"
TEXT = "text/plain"
ONE_HOUR = {"cache-control": "public, max-age=3600"}


def sitemap_handlers(origin: str) -> list[HTTPRouteHandler]:
    sitemap = _sitemap(origin).encode()
    robots = f"User-agent: *\nAllow: /\n\nSitemap: {origin}/sitemap.xml\n".encode()

    @get("/sitemap.xml", include_in_schema=False)
    async def get_sitemap() -> Response[bytes]:
        return Response(sitemap, media_type=XML, headers=ONE_HOUR)

    @get("/robots.txt", include_in_schema=False)
    async def get_robots() -> Response[bytes]:
        return Response(robots, media_type=TEXT, headers=ONE_HOUR)

    return [get_sitemap, get_robots]


def _sitemap(origin: str) -> str:
    entries = "".join(
        _entry(origin, route, params=params)
        for route in ROUTES.values()
        if route.record.indexed
        for params in _instances(route)
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
        f'xmlns:xhtml="http://www.w3.org/1999/xhtml">\n{entries}</urlset>\n'
    )


def _instances(route: Route) -> Iterator[dict[str, str]]:
    """The parameters of every page that a route stands for."""
    if not route.record.params:
        yield {}
    elif route.name == "cultivar":
        yield from ({"id": id} for id in CULTIVARS)


def _entry(origin: str, route: Route, *, params: dict[str, str]) -> str:
    """Each language has its own entry, and each entry names them all, itself included."""
    addresses = {
        language: escape(page_url(origin, route.name, language=language, params=params))
        for language in LANGUAGES
    }
    alternates = "".join(
        f'<xhtml:link rel="alternate" hreflang="{tag}" href="{address}"/>'
        for tag, address in [*addresses.items(), ("x-default", addresses["en"])]
    )
    return "".join(f"<url><loc>{loc}</loc>{alternates}</url>\n" for loc in addresses.values())
