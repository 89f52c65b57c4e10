"""opensearch.xml in each language: lets a browser search the catalogue from its address bar."""

from html import escape

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, Language, page_url, path_for
from server.pages.schemas import Names

MEDIA_TYPE = "application/opensearchdescription+xml; charset=utf-8"
OPENSEARCH: dict[Language, str] = {"en": "/opensearch.xml", "ja": "/ja/opensearch.xml"}
# The standard's own limits.
SHORT_NAME_CHARACTERS = 16
DESCRIPTION_CHARACTERS = 1024


def opensearch_handlers(origin: str, names: Names) -> list[HTTPRouteHandler]:
    return [_handler(origin, names, language=language) for language in LANGUAGES]


def _handler(origin: str, names: Names, *, language: Language) -> HTTPRouteHandler:
    body = _description(origin, names.of(language), language).encode()

    @get(OPENSEARCH[language], name=f"opensearch.{language}", include_in_schema=False)
    async def get_opensearch() -> Response[bytes]:
        headers = {"cache-control": "public, max-age=86400"}
        return Response(body, media_type=MEDIA_TYPE, headers=headers)

    return get_opensearch


def _description(origin: str, name: str, language: Language) -> str:
    search = f"{page_url(origin, 'cultivars', language=language)}?search={{searchTerms}}"
    said = text(language, "home.meta.description")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">\n'
        f"<ShortName>{escape(name[:SHORT_NAME_CHARACTERS])}</ShortName>\n"
        f"<Description>{escape(said[:DESCRIPTION_CHARACTERS])}</Description>\n"
        f'<Url type="text/html" method="get" template="{escape(search)}"/>\n'
        f'<Url type="application/opensearchdescription+xml" rel="self"'
        f' template="{escape(origin + OPENSEARCH[language])}"/>\n'
        f'<Image width="192" height="192" type="image/png">{escape(origin)}/icon-192.png</Image>\n'
        "<InputEncoding>UTF-8</InputEncoding>\n"
        f"<Language>{language}</Language>\n"
        f"<moz:SearchForm xmlns:moz=\"http://www.mozilla.org/2006/browser/search/\">"
        f"{escape(origin + path_for('cultivars', language))}</moz:SearchForm>\n"
        "</OpenSearchDescription>\n"
    )
