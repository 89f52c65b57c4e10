"""The head of a page that the render worker could not draw: previews and search keep their tags."""

import re
from collections import OrderedDict
from html import escape

from server.contracts.catalogue import CULTIVARS
from server.contracts.locales import has, text
from server.contracts.routes import LANGUAGES, ROUTES, Language, page_url, path_for
from server.edge.asked import first_values
from server.errors import StartRefused
from server.pages.schemas import PagePayload

LISTED = "index,follow,max-image-preview:large,max-snippet:-1"
UNLISTED = "noindex,follow"
HIDDEN = "noindex,nofollow"

_OWN_WORDS = {
    "app.card",
    "app.loadFailed.body",
    "app.home",
    "app.loadFailed.title",
    "app.nav.cultivars",
    "cultivar.meta.titleOneName",
    "cultivar.notFound.body",
    "cultivar.notFound.title",
    "cultivars.meta.page",
    "notFound.meta.description",
    "notFound.meta.title",
}
_WAYS_ON = {"home": "app.home", "cultivars": "app.nav.cultivars"}
_LOCALES = {"en": "en_US", "ja": "ja_JP"}
# Longer ones are made up; without a bound they would fill the memory.
_URL_CHARACTERS_KEPT = 300
# In English a full stop also follows "No" before a number, and that is not an end.
_FIRST_SENTENCE = re.compile(r".+?(?:。|(?<!\bNo)[.!?](?=\s|$))", re.DOTALL)
_FURTHER_PAGE = re.compile("[2-9]|[1-9][0-9]{1,3}")


class LastHeads:
    """The newest good heads by address, the longest unused forgotten first."""

    def __init__(self, most: int = 512) -> None:
        self._most = most
        self._heads: OrderedDict[str, bytes] = OrderedDict()

    def keep(self, url: str, head: bytes) -> None:
        if len(url) > _URL_CHARACTERS_KEPT:
            return
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
    site = page.site.names.of(page.language)
    whole = f"{site} | {title}" if page.route == "home" else f"{title} | {site}"
    tags = [
        f"<title>{escape(whole)}</title>",
        _meta("description", description),
        _meta("robots", _robots(page)),
        *_links(page),
        *_social(page, title=title, description=description),
    ]
    return "".join(tags).encode()


def words_without_scripts(page: PagePayload) -> bytes:
    """What a reader gets of a page that neither a worker nor the browser can draw."""
    title, description = _words(page)
    links = "".join(
        f'<p><a href="{path_for(route, page.language)}">{escape(text(page.language, key))}</a></p>'
        for route, key in _WAYS_ON.items()
    )
    words = f"<h1>{escape(title)}</h1><p>{escape(description)}</p>{links}"
    return f"<noscript>{words}</noscript>".encode()


def _words(page: PagePayload) -> tuple[str, str]:
    title_key, description_key, params = _keys(page)
    title = text(page.language, title_key, **params)
    return title, text(page.language, description_key, **params) or title


def _keys(page: PagePayload) -> tuple[str, str, dict[str, str | int]]:
    if page.status >= 500:
        return "app.loadFailed.title", "app.loadFailed.body", {}
    if page.route == "cultivar" and page.status != 200:
        return "cultivar.notFound.title", "cultivar.notFound.body", {}
    if page.route not in ROUTES or page.status != 200:
        return "notFound.meta.title", "notFound.meta.description", {}
    record = ROUTES[page.route].record
    number = _page_number(page)
    params = {
        "count": len(CULTIVARS),
        "site": page.site.names.of(page.language),
        **_cultivar_params(page),
    }
    if number and page.route == "cultivars":
        return "cultivars.meta.page", record.description, {**params, "page": number}
    if params.get("nameJa") is not None and params["nameJa"] == params["nameEn"]:
        one_name = {**params, "name": params["nameEn"]}
        return "cultivar.meta.titleOneName", record.description, one_name
    return record.title, record.description, params


def _cultivar_params(page: PagePayload) -> dict[str, str | int]:
    cultivar = CULTIVARS.get(page.params.get("id", "")) if page.route == "cultivar" else None
    if cultivar is None:
        return {}
    is_english = page.language == "en"
    return {
        "nameJa": cultivar.name_ja,
        "nameEn": cultivar.name_en,
        "description": _first_sentence(
            cultivar.description_en if is_english else cultivar.description
        ),
    }


def _first_sentence(text: str) -> str:
    """As client/catalogue/sentences.ts cuts it."""
    found = _FIRST_SENTENCE.match(text)
    return found[0] if found else text


def _queried(page: PagePayload) -> dict[str, str]:
    """The parameters that the page reads, first value each; what can't be parsed is not there."""
    read = ROUTES[page.route].record.query
    values = first_values(page.url.partition("?")[2])
    return {name: value for name, value in values.items() if name in read}


def _robots(page: PagePayload) -> str:
    if page.status != 200 or page.route not in ROUTES:
        return UNLISTED
    record = ROUTES[page.route].record
    if record.guard == "members" or record.frame == "bare":
        return HIDDEN
    is_filtered = bool(_queried(page).keys() - {"page"})
    return LISTED if record.indexed and not is_filtered else UNLISTED


def _page_number(page: PagePayload) -> str:
    """Which further page of a list this is; the first has no number."""
    queried = _queried(page)
    is_further = _FURTHER_PAGE.fullmatch(queried.get("page", ""))
    return queried["page"] if is_further and set(queried) == {"page"} else ""


def _address(page: PagePayload, language: Language) -> str:
    number = _page_number(page)
    address = page_url(page.site.origin, page.route, language=language, params=page.params)
    return f"{address}?page={number}" if number else address


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


def _social(page: PagePayload, *, title: str, description: str) -> list[str]:
    image = f"{page.site.origin}/images/card-{page.language}.jpg"
    alt = text(page.language, "app.card")
    other = "en" if page.language == "ja" else "ja"
    url = [("og:url", _address(page, page.language))] if _has_address(page) else []
    graph = [
        ("og:title", title),
        ("og:description", description),
        *url,
        ("og:site_name", page.site.names.of(page.language)),
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
        *(_meta(name, value, attribute="property") for name, value in graph),
        *(_meta(name, value) for name, value in card),
    ]


def _meta(name: str, value: str, *, attribute: str = "name") -> str:
    return f'<meta {attribute}="{name}" content="{escape(value)}"/>'
