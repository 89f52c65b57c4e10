"""manifest.webmanifest in each language: what a phone shows when the site is kept as an app."""

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language, path_for
from server.pages.drawing import WEB_MANIFESTS

MEDIA_TYPE = "application/manifest+json"
PAPER = "#FAF8F1"
TEA = "#2F5D3A"


def web_manifest_handlers(site_name: str) -> list[HTTPRouteHandler]:
    return [_handler(site_name, language) for language in LANGUAGES]


def _handler(site_name: str, language: Language) -> HTTPRouteHandler:
    body = _manifest(site_name, language)

    @get(WEB_MANIFESTS[language], name=f"webManifest.{language}", include_in_schema=False)
    async def get_web_manifest() -> Response[bytes]:
        headers = {"cache-control": "public, max-age=3600"}
        return Response(body, media_type=MEDIA_TYPE, headers=headers)

    return get_web_manifest


def _manifest(site_name: str, language: Language) -> bytes:
    home = path_for("home", language)
    return msgspec.json.encode(
        {
            "id": home,
            "name": site_name,
            "short_name": site_name,
            "description": text(language, "home.meta.description"),
            "lang": language,
            "dir": "ltr",
            "start_url": home,
            "scope": "/",
            "display": "minimal-ui",
            "background_color": PAPER,
            "theme_color": TEA,
            "icons": [{"src": "/favicon.svg", "sizes": "any", "type": "image/svg+xml"}],
        }
    )
