"""OpenSearch description in each language, for searches from the address bar."""

from server.contracts.locales import text
from server.contracts.routes import Language, page_url
from server.discovery.markup import DECLARATION, element
from server.pages.schemas import Names

OPENSEARCH: dict[Language, str] = {"en": "/opensearch.xml", "ja": "/ja/opensearch.xml"}
DESCRIPTION = "application/opensearchdescription+xml"
# The standard's own limits.
SHORT_NAME_CHARACTERS = 16
DESCRIPTION_CHARACTERS = 1024


def write_opensearch(origin: str, names: Names, language: Language) -> bytes:
    list_address = page_url(origin, "cultivars", language=language)
    said = text(language, "home.meta.description")
    parts = (
        element("ShortName", names.of(language)[:SHORT_NAME_CHARACTERS]),
        element("Description", said[:DESCRIPTION_CHARACTERS]),
        element("Url", type="text/html", template=f"{list_address}?search={{searchTerms}}"),
        element("Url", type=DESCRIPTION, rel="self", template=origin + OPENSEARCH[language]),
        element("Image", f"{origin}/icon-192.png", width="192", height="192", type="image/png"),
        element("InputEncoding", "UTF-8"),
        element("Language", language),
    )
    namespace = "http://a9.com/-/spec/opensearch/1.1/"
    body = "".join(parts)
    whole = f'<OpenSearchDescription xmlns="{namespace}">{body}</OpenSearchDescription>'
    return (DECLARATION + whole).encode()
