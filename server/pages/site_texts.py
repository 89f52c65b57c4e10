"""The plain texts at fixed addresses: whom to tell of a hole, and what a language model may read."""

from datetime import datetime, timedelta

from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from server.contracts.catalogue import CULTIVARS
from server.contracts.edition import EDITION
from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, ROUTES, page_url
from server.database.clock import Clock
from server.errors import Refusal
from server.pages.schemas import Names, Operator

TEXT = "text/plain; charset=utf-8"
ONE_DAY = {"cache-control": "public, max-age=86400"}
# RFC 9116 wants less than a year.
CONTACT_DAYS = 180


def site_text_handlers(
    origin: str, names: Names, operator: Operator, *, now: Clock
) -> list[HTTPRouteHandler]:
    overview = _overview(origin, names)

    @get("/.well-known/security.txt", include_in_schema=False)
    async def get_security() -> Response[str]:
        """Without an address to write to there is no such file."""
        if operator.email is None:
            raise Refusal("not-found", 404)
        said = _contact(origin, operator.email, now())
        return Response(said, media_type=TEXT, headers=ONE_DAY)

    @get("/llms.txt", include_in_schema=False)
    async def get_overview() -> Response[str]:
        return Response(overview, media_type=TEXT, headers=ONE_DAY)

    return [get_security, get_overview]


def _contact(origin: str, email: str, now: datetime) -> str:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    expires = midnight + timedelta(days=CONTACT_DAYS)
    lines = (
        f"Contact: mailto:{email}",
        f"Expires: {expires.strftime('%Y-%m-%dT%H:%M:%SZ')}",
        "Preferred-Languages: ja, en",
        f"Canonical: {origin}/.well-known/security.txt",
        f"Policy: {page_url(origin, 'contact', language='en')}",
    )
    return "\n".join(lines) + "\n"


def _overview(origin: str, names: Names) -> str:
    """As llmstxt.org describes it: a name, a summary, then links under headings."""
    summary = text("en", "home.meta.description", count=len(CULTIVARS), site=names.en)
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
    other = [page_url(origin, "home", language=language) for language in LANGUAGES]
    parts = (
        f"# {names.en}",
        f"> {summary}",
        f"Languages: English {other[0]}, Japanese {other[1]}",
        "## Pages",
        "\n".join(pages),
        "## Open data",
        "\n".join(data),
    )
    return "\n\n".join(parts) + "\n"


def _title(route: str, names: Names) -> str:
    return text("en", ROUTES[route].record.title, count=len(CULTIVARS), site=names.en)
