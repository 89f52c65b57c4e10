"""Texts of robots.txt, security.txt and llms.txt."""

from datetime import datetime, timedelta

from server.contracts.catalogue import CULTIVARS
from server.contracts.edition import EDITION
from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, ROUTES, page_url
from server.discovery.sitemap import INDEX
from server.pages.schemas import Names

# RFC 9116 recommends less than a year.
CONTACT_DAYS = 180


def write_robots(origin: str) -> bytes:
    return f"User-agent: *\nAllow: /\n\nSitemap: {origin}{INDEX}\n".encode()


def write_security_txt(origin: str, email: str, now: datetime) -> bytes:
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
    summary = text("en", "home.meta.description", count=len(CULTIVARS), site=names.en)
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
    return text("en", ROUTES[route].record.title, count=len(CULTIVARS), site=names.en)
