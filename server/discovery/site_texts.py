"""Texts of robots.txt, security.txt and llms.txt, and the OpenSearch descriptions."""

from datetime import datetime, timedelta

from server.contracts.catalogue import CULTIVAR_COUNT, EDITION
from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, ROUTES, Language, page_url
from server.discovery.markup import DECLARATION, element
from server.discovery.sitemap import INDEX
from server.pages.schemas import Names

OPENSEARCH: dict[Language, str] = {"en": "/opensearch.xml", "ja": "/ja/opensearch.xml"}
DESCRIPTION = "application/opensearchdescription+xml"
# The standard's own limits.
SHORT_NAME_CHARACTERS = 16
DESCRIPTION_CHARACTERS = 1024

# RFC 9116 recommends less than a year.
CONTACT_DAYS = 180


def write_opensearch(origin: str, names: Names, language: Language) -> bytes:
    """Returns the OpenSearch description; the standard limits the length of its texts."""
    list_address = page_url(origin, "cultivars", language=language)
    description = text(language, "home.meta.description")
    parts = (
        element("ShortName", names.of(language)[:SHORT_NAME_CHARACTERS]),
        element("Description", description[:DESCRIPTION_CHARACTERS]),
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


def write_robots(origin: str) -> bytes:
    return f"User-agent: *\nAllow: /\n\nSitemap: {origin}{INDEX}\n".encode()


def write_security_txt(origin: str, email: str, now: datetime) -> bytes:
    """Returns security.txt (RFC 9116), which expires a fixed number of days after `now`."""
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    expires = midnight + timedelta(days=CONTACT_DAYS)
    lines = (
        f"Contact: mailto:{email}",
        f"Expires: {expires.strftime('%Y-%m-%dT%H:%M:%SZ')}",
        "Preferred-Languages: ja, en",
        f"Canonical: {origin}/.well-known/security.txt",
        f"Policy: {page_url(origin, 'contact', language='en')}",
    )
    return ("\n".join(lines) + "\n").encode()


def write_llms_txt(origin: str, names: Names) -> bytes:
    """Returns llms.txt in the format of llmstxt.org."""
    summary = text("en", "home.meta.description", count=CULTIVAR_COUNT, site=names.en)
    homes = [page_url(origin, "home", language=language) for language in LANGUAGES]
    pages = [
        f"- [{_title(name, names)}]({page_url(origin, name, language='en')})"
        for name, route in ROUTES.items()
        if route.record.indexed and not route.record.params
    ]
    data = (
        f"- [All cultivars as JSON]({origin}/data/v1/cultivars.json): {EDITION.licence}",
        f"- [All cultivars as CSV]({origin}/data/v1/cultivars.csv)",
        f"- [JSON Schema]({origin}/data/v1/schema.json)",
        f"- [Changelog]({origin}/data/v1/changelog.json)",
        f"- One record: {origin}/data/v1/cultivars/{{id}}.json",
    )
    parts = (
        f"# {names.en}",
        f"> {summary}",
        f"Languages: English {homes[0]}, Japanese {homes[1]}",
        "## Pages",
        "\n".join(pages),
        "## Open data",
        "\n".join(data),
    )
    return ("\n\n".join(parts) + "\n").encode()


def _title(route: str, names: Names) -> str:
    """Returns the English title of a route's page."""
    return text("en", ROUTES[route].record.title, count=CULTIVAR_COUNT, site=names.en)
