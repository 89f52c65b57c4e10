"""Sitemap index, and sitemaps of pages, parts of the catalogue, posts, members and collections."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from itertools import chain

from server.contracts.catalogue import CULTIVARS, EDITION, LINEAGE_GROUPS
from server.contracts.evidence import BREEDERS
from server.contracts.prefectures import PREFECTURE_PAGES
from server.contracts.reference import LEGAL_TEXTS, POST_CATEGORIES
from server.contracts.routes import LANGUAGES, ROUTES, Language, page_url
from server.contracts.views import FilterLists
from server.discovery.markup import DECLARATION, element, escape_xml

INDEX = "/sitemap.xml"
FOLDER = "/sitemaps"
OPENING = (
    f"{DECLARATION}"
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" '
    'xmlns:xhtml="http://www.w3.org/1999/xhtml" '
    'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n'
)
CLOSING = "</urlset>\n"
# Each page has one entry per language; the protocol allows 50,000 entries and 50 MB a file.
POSTS_A_FILE = 10_000
# First letters of the ids of members and collections: each has a file.
PREFIXES = "0123456789abcdef"
ORIGINS_MOST = 4


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """Page in a sitemap: last change, image, language of its text, and query with its "?"."""

    route: str
    params: Mapping[str, str]
    modified: date | datetime | None = None
    image: str | None = None
    original: Language = "en"
    query: str = ""


def write_index(origin: str, names: Iterable[str]) -> bytes:
    """Returns the index of the sitemaps by the sitemaps.org protocol."""
    files = "".join(
        f"<sitemap>{element('loc', f'{origin}{FOLDER}/{name}.xml')}</sitemap>\n" for name in names
    )
    namespace = "http://www.sitemaps.org/schemas/sitemap/0.9"
    return f'{DECLARATION}<sitemapindex xmlns="{namespace}">\n{files}</sitemapindex>\n'.encode()


def names_of_files(parts: Iterable[int], letters: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yields the names of all sitemaps: those of posts by `parts`, of other kinds by `letters`."""
    yield "pages"
    yield "cultivars"
    yield "lists"
    yield "lineages"
    yield "breeders"
    yield "prefectures"
    yield from (f"posts-{part}" for part in parts)
    for kind, filled in letters.items():
        yield from (f"{kind}-{letter}" for letter in filled)


# Pages that change with an edition of the catalogue.
_OF_THE_CATALOGUE = (
    "cultivars",
    "lineages",
    "statistics",
    "timeline",
    "breeders",
    "map",
    "calendar",
    "pedigree",
    "databaseInfo",
    "conflicts",
    "unconfirmedNames",
)


def list_pages() -> Iterator[SitemapEntry]:
    """Yields the indexed pages without parameters.

    Pages about the catalogue have the date of its edition; the terms and the privacy policy have
    the day that they state; the others have no date.
    """
    for name, route in ROUTES.items():
        if route.record.indexed and not route.record.params:
            modified = EDITION.modified if name in _OF_THE_CATALOGUE else LEGAL_TEXTS.get(name)
            yield SitemapEntry(name, {}, modified)


def list_categories() -> Iterator[SitemapEntry]:
    """Yields the feed of each category that the community offers."""
    for id, category in POST_CATEGORIES.items():
        if category.offered:
            yield SitemapEntry("community", {}, query=f"?category={id}")


def list_cultivars() -> Iterator[SitemapEntry]:
    """Yields the page of each cultivar, with the day of its last change."""
    for id in CULTIVARS:
        yield SitemapEntry("cultivar", {"id": id}, EDITION.modified_on(id))


def list_filtered_lists(lists: FilterLists) -> Iterator[SitemapEntry]:
    """Yields the lists of cultivars that are filtered by one value."""
    for name, value in lists:
        yield SitemapEntry("cultivars", {}, EDITION.modified, query=f"?{name}={value}")


def list_lineages(origin: str, diagrams: Mapping[str, str]) -> Iterator[SitemapEntry]:
    """Yields the pages of lineage groups that have one, with their diagrams by code."""
    for code, group in LINEAGE_GROUPS.items():
        if group.slug is not None:
            image = f"{origin}{diagrams[code]}" if code in diagrams else None
            yield SitemapEntry("lineage", {"code": code}, EDITION.modified, image)


def list_breeders() -> Iterator[SitemapEntry]:
    for id in BREEDERS:
        yield SitemapEntry("breeder", {"id": id}, EDITION.modified)


def list_prefectures() -> Iterator[SitemapEntry]:
    for id in PREFECTURE_PAGES:
        yield SitemapEntry("prefecture", {"id": id}, EDITION.modified)


@lru_cache(ORIGINS_MOST)
def write_built_sitemaps(
    origin: str, lists: FilterLists, diagrams: tuple[tuple[str, str], ...]
) -> Mapping[str, bytes]:
    """Returns the sitemaps that depend only on the build, by their names."""
    files = {
        "pages": chain(list_pages(), list_categories()),
        "cultivars": list_cultivars(),
        "lists": list_filtered_lists(lists),
        "lineages": list_lineages(origin, dict(diagrams)),
        "breeders": list_breeders(),
        "prefectures": list_prefectures(),
    }
    return {name: write_file(origin, listed) for name, listed in files.items()}


def write_file(origin: str, listed: Iterable[SitemapEntry]) -> bytes:
    """Returns a whole sitemap of these entries as XML."""
    return (OPENING + "".join(write_entry(origin, one) for one in listed) + CLOSING).encode()


def write_entry(origin: str, listed: SitemapEntry) -> str:
    """Returns an entry for each language of a page; each names the addresses of all languages."""
    addresses = {
        language: page_url(origin, listed.route, language=language, params=listed.params)
        + listed.query
        for language in LANGUAGES
    }
    alternates = "".join(
        element("xhtml:link", rel="alternate", hreflang=hreflang, href=address)
        for hreflang, address in [*addresses.items(), ("x-default", addresses[listed.original])]
    )
    modified = element("lastmod", _format_date(listed.modified)) if listed.modified else ""
    image = (
        f"<image:image><image:loc>{escape_xml(listed.image)}</image:loc></image:image>"
        if listed.image
        else ""
    )
    more = modified + alternates + image
    return "".join(
        f"<url><loc>{escape_xml(address)}</loc>{more}</url>\n" for address in addresses.values()
    )


def _format_date(modified: date | datetime) -> str:
    """Formats a date or time in W3C format."""
    if isinstance(modified, datetime):
        return modified.strftime("%Y-%m-%dT%H:%M:%SZ")
    return modified.isoformat()
