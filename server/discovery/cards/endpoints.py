"""Handler of /og: the images of shared links, at addresses that change with the image."""

from typing import cast

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from server.discovery.cards.card_images import MEDIA_TYPE, CardImages
from server.discovery.cards.page_cards import ShareCards
from server.discovery.cards.share_card import ShareCard, parse_file
from server.errors import Refusal
from server.web.asgi import Scope, header
from server.web.negotiation import matches_etag
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rate, Rates, take_for_client

IMMUTABLE = {"cache-control": "public, max-age=31536000, immutable"}
ONE_MINUTE = {"cache-control": "public, max-age=60"}
FIVE_MINUTES = {"cache-control": "public, max-age=300"}
RETRY_S = 30
# Each request of a comparison's card draws it.
COMPARISONS = Rate("cards of comparisons", 60, 60, counted_by="address")

# Other sites show the picture on their pages; the policy lets it do nothing else.
EMBEDDABLE = {
    "content-security-policy": "default-src 'none'; sandbox",
    "cross-origin-resource-policy": "cross-origin",
}


def open_graph_handler(cards: ShareCards, images: CardImages, rates: Rates) -> HTTPRouteHandler:
    """Returns the handler of share cards."""

    @get("/og/{kind:str}/{file:str}", include_in_schema=False)
    async def get_card(
        request: AnyRequest, kind: FromPath[str], file: FromPath[str]
    ) -> Response[bytes]:
        """Sends a card's picture, or the site's card above the rate limit of comparisons.

        An outdated address redirects to the present card's. Raises Refusal 404 for
        an unknown card, 503 if none can be sent.
        """
        wanted = parse_file(file)
        found = await cards.find(kind, wanted.name, wanted.language) if wanted else None
        if wanted is None or found is None:
            raise Refusal("not-found", 404)
        if not found.path.endswith(f"/{file}"):
            # Not permanent: today's card will be replaced too. Browsers check the policy of each
            # response on the way to a picture.
            headers = {**EMBEDDABLE, **FIVE_MINUTES, "location": found.path}
            return Response(b"", status_code=302, media_type="text/plain", headers=headers)
        condition = header(cast("Scope", request.scope), b"if-none-match")
        if matches_etag(condition, f'"{found.digest}"'):
            return Response(b"", status_code=304, media_type=MEDIA_TYPE, headers=_cacheable(found))
        is_counted = not found.is_stored
        if is_counted and await take_for_client(rates, COMPARISONS, request.scope):
            return await _send_site_card(images, found)
        return await _send_picture(images, found)

    return get_card


def _cacheable(card: ShareCard) -> dict[str, str]:
    """Returns the headers of a card's image, which never changes at its address."""
    return {**EMBEDDABLE, **IMMUTABLE, "etag": f'"{card.digest}"'}


async def _send_picture(images: CardImages, card: ShareCard) -> Response[bytes]:
    """Returns a card's image, or the site's card when it cannot be drawn now."""
    picture = await images.picture(card)
    if picture is None:
        return await _send_site_card(images, card)
    return Response(picture, media_type=MEDIA_TYPE, headers=_cacheable(card))


async def _send_site_card(images: CardImages, card: ShareCard) -> Response[bytes]:
    """Returns the site's card in place of another; raises Refusal 503 if it is missing."""
    instead = await images.site_card(card.card.language)
    if instead is None:
        raise Refusal("app.unavailable", 503, params={"seconds": RETRY_S})
    return Response(instead, media_type=MEDIA_TYPE, headers={**EMBEDDABLE, **ONE_MINUTE})
