"""The head of a page that the render worker could not draw: previews and search keep their tags."""

from collections import OrderedDict
from html import escape
from urllib.parse import parse_qs

from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.locales import has, text
from server.contracts.routes import LANGUAGES, ROUTES, Language, page_url
from server.errors import StartRefused
from server.pages.schemas import PagePayload

LISTED = "index,follow,max-image-preview:large,max-snippet:-1"
UNLISTED = "noindex,follow"
HIDDEN = "noindex,nofollow"

_OWN_WORDS = {
    "app.card",
    "cultivar.notFound.body",
    "cultivar.notFound.title",
    "notFound.meta.description",
    "notFound.meta.title",
}
_LOCALES = {"en": "en_US", "ja": "ja_JP"}
_QUERY_FIELDS_MOST = 50


class LastHeads:
    """The newest good heads by address, the longest unused forgotten first."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._heads: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, url: str, head: bytes) -> None:
        self._heads[url] = head
        self._heads.move_to_end(url)
        if len(self._heads) > self._most:
            self._heads.popitem(last=False)

    def find(self, url: str) -> bytes | None:
        return self._heads.get(url)


def check_words() -> None:
    """A page without its title, in either language, stops the start."""
    records = [route.record for route in ROUTES.values()]
    keys = {key for record in records for key in (record.title, record.description)}
    for language in LANGUAGES:
        missing = sorted(key for key in keys | _OWN_WORDS if not has(language, key))
        if missing:
            raise StartRefused(f"shared/locales/{language}: the message {missing[0]} is missing.")


def fallback_head(page: PagePayload) -> bytes:
    title, description = _words(page)
    site = page.site.name
    whole = f"{site} | {title}" if page.route == "home" else f"{title} | {site}"
    tags = [
        f"<title>{escape(whole)}</title>",
        _meta("name", "description", description),
        _meta("name", "robots", _robots(page)),
        *_links(page),
        *_social(page, title, description),
    ]
    return "".join(tags).encode()


def _words(page: PagePayload) -> tuple[str, str]:
    if page.status != 200 or page.route not in ROUTES:
        key = "cultivar.notFound" if page.route == "cultivar" else "notFound.meta"
        body = "body" if page.route == "cultivar" else "description"
        return text(page.language, f"{key}.title"), text(page.language, f"{key}.{body}")
    record = ROUTES[page.route].record
    params = {"count": len(CULTIVARS), "site": page.site.name, **_cultivar_params(page)}
    title = text(page.language, record.title, **params)
    description = text(page.language, record.description, **params)
    return title, shortened(description) or title


def _cultivar_params(page: PagePayload) -> dict[str, str | int]:
    cultivar = CULTIVARS.get(page.params.get("id", "")) if page.route == "cultivar" else None
    if cultivar is None:
        return {}
    is_english = page.language == "en"
    return {
        "nameJa": cultivar.name_ja,
        "nameEn": cultivar.name_en,
        "description": cultivar.description_en if is_english else cultivar.description,
    }


def shortened(description: str) -> str:
    """White space folded; cut at the agreed length, with an ellipsis only if something was cut."""
    folded = " ".join(description.split())
    most = LIMITS.meta_description_characters
    return folded if len(folded) <= most else folded[:most] + "…"


def _queried(page: PagePayload) -> dict[str, str]:
    """The parameters that the page reads, first value each; what can't be parsed is not there."""
    try:
        query = page.url.partition("?")[2]
        parsed = parse_qs(query, max_num_fields=_QUERY_FIELDS_MOST)
    except ValueError:
        return {}
    read = ROUTES[page.route].record.query
    return {name: values[0] for name, values in parsed.items() if name in read}


def _robots(page: PagePayload) -> str:
    if page.status != 200 or page.route not in ROUTES:
        return UNLISTED
    record = ROUTES[page.route].record
    if record.guard == "members" or record.frame == "bare":
        return HIDDEN
    is_filtered = bool(_queried(page).keys() - {"page"})
    return LISTED if record.indexed and not is_filtered else UNLISTED


def _address(page: PagePayload, language: Language) -> str:
    queried = _queried(page)
    number = queried.get("page", "")
    is_page = number.isascii() and number.isdigit() and len(number) < 5 and number != "1"
    query = f"?page={number}" if is_page and set(queried) == {"page"} else ""
    return page_url(page.site.origin, page.route, language, params=page.params) + query


def _has_address(page: PagePayload) -> bool:
    if page.status != 200 or page.route not in ROUTES:
        return False
    record = ROUTES[page.route].record
    return record.guard == "everyone" and record.frame == "main"


def _links(page: PagePayload) -> list[str]:
    if not _has_address(page):
        return []
    alternates = {language: _address(page, language) for language in LANGUAGES}
    tagged = [*alternates.items(), ("x-default", alternates["en"])]
    canonical = escape(alternates[page.language])
    return [
        f'<link rel="canonical" href="{canonical}"/>',
        *(
            f'<link rel="alternate" hrefLang="{tag}" href="{escape(address)}"/>'
            for tag, address in tagged
        ),
    ]


def _social(page: PagePayload, title: str, description: str) -> list[str]:
    image = f"{page.site.origin}/images/card-{page.language}.jpg"
    alt = text(page.language, "app.card")
    other = "en" if page.language == "ja" else "ja"
    url = [("og:url", _address(page, page.language))] if _has_address(page) else []
    graph = [
        ("og:title", title),
        ("og:description", description),
        *url,
        ("og:site_name", page.site.name),
        ("og:type", "article" if page.route == "cultivar" else "website"),
        ("og:locale", _LOCALES[page.language]),
        ("og:locale:alternate", _LOCALES[other]),
        ("og:image", image),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:type", "image/jpeg"),
        ("og:image:alt", alt),
    ]
    card = [
        ("twitter:card", "summary_large_image"),
        ("twitter:title", title),
        ("twitter:description", description),
        ("twitter:image", image),
        ("twitter:image:alt", alt),
    ]
    return [
        *(_meta("property", name, value) for name, value in graph),
        *(_meta("name", name, value) for name, value in card),
    ]


def _meta(attribute: str, name: str, value: str) -> str:
    return f'<meta {attribute}="{name}" content="{escape(value)}"/>'
