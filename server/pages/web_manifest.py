"""manifest.webmanifest in each language, for phones that install the site."""

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language, path_for
from server.pages.page_renderer import WEB_MANIFESTS
from server.pages.schemas import Names

MEDIA_TYPE = "application/manifest+json"
PAPER = "#FAF8F1"
TEA = "#2F5D3A"


def web_manifest_handlers(names: Names) -> list[HTTPRouteHandler]:
    return [_manifest_handler(names, language) for language in LANGUAGES]


def _manifest_handler(names: Names, language: Language) -> HTTPRouteHandler:
    """Returns the handler of the manifest in one language."""
    body = _write_manifest(names, language)

    @get(WEB_MANIFESTS[language], name=f"webManifest.{language}", include_in_schema=False)
    async def get_web_manifest() -> Response[bytes]:
        headers = {"cache-control": "public, max-age=3600"}
        return Response(body, media_type=MEDIA_TYPE, headers=headers)

    return get_web_manifest


def _write_manifest(names: Names, language: Language) -> bytes:
    """Returns the content of the manifest in one language, as JSON."""
    home = path_for("home", language)
    return msgspec.json.encode(
        {
            "id": home,
            "name": names.of(language),
            "short_name": names.of(language),
            "description": text(language, "home.meta.description"),
            "lang": language,
            "dir": "ltr",
            "start_url": home,
            "scope": "/",
            "display": "minimal-ui",
            "background_color": PAPER,
            "theme_color": TEA,
            "icons": [
                _icon("/favicon.svg", "any", media_type="image/svg+xml"),
                _icon("/icon-192.png", "192x192", media_type="image/png"),
                _icon("/icon-512.png", "512x512", media_type="image/png"),
                _icon(
                    "/icon-maskable-512.png", "512x512", media_type="image/png", purpose="maskable"
                ),
            ],
        }
    )


def _icon(source: str, sizes: str, *, media_type: str, purpose: str = "any") -> dict[str, str]:
    """Returns an icon's entry in the manifest."""
    return {"src": source, "sizes": sizes, "type": media_type, "purpose": purpose}
