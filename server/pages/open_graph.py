"""/og: the picture of a shared link, at an address that changes when the picture does."""

from typing import cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from server.errors import Refusal
from server.pages.cards import Cards
from server.pages.exhibits import Exhibit, named
from server.pages.gallery import MEDIA_TYPE, Gallery
from server.web.asgi import Scope, header
from server.web.negotiation import is_known
from server.web.problems import AnyRequest

IMMUTABLE = {"cache-control": "public, max-age=31536000, immutable"}
FOR_A_MINUTE = {"cache-control": "public, max-age=60"}
FOR_A_WHILE = {"cache-control": "public, max-age=300"}
RETRY_S = 30

# Services show the picture on pages of their own; and it can do nothing but be seen.
SHOWN_ANYWHERE = {
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
}


def open_graph_handler(cards: Cards, gallery: Gallery) -> HTTPRouteHandler:
    @get("/og/{kind:str}/{file:str}", include_in_schema=False)
    async def get_card(
        request: AnyRequest, kind: FromPath[str], file: FromPath[str]
    ) -> Response[bytes]:
        asked = named(file)
        found = await cards.find(kind, asked.name, asked.language) if asked else None
        if asked is None or found is None:
            raise Refusal("not-found", 404)
        if not found.path.endswith(f"/{file}"):
            # Not for ever: the card of today will be another one too.
            headers = {**FOR_A_WHILE, "location": found.path}
            return Response(b"", status_code=302, media_type="text/plain", headers=headers)
        condition = header(cast("Scope", request.scope), b"if-none-match")
        if is_known(condition, f'"{found.digest}"'):
            return Response(b"", status_code=304, media_type=MEDIA_TYPE, headers=_kept(found))
        return await _shown(gallery, found)

    return get_card


def _kept(exhibit: Exhibit) -> dict[str, str]:
    return {**SHOWN_ANYWHERE, **IMMUTABLE, "etag": f'"{exhibit.digest}"'}


async def _shown(gallery: Gallery, exhibit: Exhibit) -> Response[bytes]:
    picture = await gallery.picture(exhibit)
    if picture is not None:
        return Response(picture, media_type=MEDIA_TYPE, headers=_kept(exhibit))
    instead = await gallery.site_card(exhibit.card.language)
    if instead is None:
        raise Refusal("app.unavailable", 503, params={"seconds": RETRY_S})
    return Response(instead, media_type=MEDIA_TYPE, headers={**SHOWN_ANYWHERE, **FOR_A_MINUTE})
