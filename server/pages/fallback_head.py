"""The head of a page that the render worker could not draw: previews and search keep their tags."""

from collections import OrderedDict
from html import escape

from server.contracts.locales import has, text
from server.contracts.reference import POST_CATEGORIES
from server.contracts.routes import LANGUAGES, PREFIXES, ROUTES, Language, path_for
from server.errors import StartRefused
from server.pages.community_heads import head_of
from server.pages.heads import Head, embedding_url
from server.pages.schemas import PagePayload

_OWN_WORDS = {
    "app.card",
    "app.loadFailed.body",
    "app.home",
    "app.loadFailed.title",
    "app.nav.cultivars",
    "community.filters.ratingAtLeast",
    "community.meta.category",
    "community.meta.categoryDescription",
    "community.meta.filtered",
    "community.meta.older",
    "community.meta.page",
    "community.sort.popular",
    "cultivar.meta.titleOneName",
    "cultivar.notFound.body",
    "cultivar.notFound.title",
    "cultivars.meta.page",
    "cultivars.meta.pageDescription",
    "member.meta.named",
    "member.notFound.body",
    "member.notFound.title",
    "notFound.meta.description",
    "notFound.meta.title",
    "postDetail.named",
    "postDetail.notFound",
    "postDetail.notFoundBody",
    "postDetail.removed",
    "postDetail.removedBody",
    "outside.tooManySearches.body",
    "outside.tooManySearches.title",
}
_WAYS_ON = {"home": "app.home", "cultivars": "app.nav.cultivars"}
_LOCALES = {"en": "en_US", "ja": "ja_JP"}
# Longer ones are made up; without a bound they would fill the memory.
_URL_CHARACTERS_KEPT = 300


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
    keys |= {f"post.category.{category}" for category in POST_CATEGORIES}
    for language in LANGUAGES:
        missing = sorted(key for key in keys | _OWN_WORDS if not has(language, key))
        if missing:
            raise StartRefused(f"shared/locales/{language}: the message {missing[0]} is missing.")


def fallback_head(page: PagePayload) -> bytes:
    head = head_of(page)
    site = page.site.names.of(page.language)
    whole = f"{site} | {head.title}" if page.route == "home" else f"{head.title} | {site}"
    tags = [
        f"<title>{escape(whole)}</title>",
        _meta("description", head.description),
        _meta("robots", head.robots),
        *_links(head, page.language),
        *_machines(head, page),
        *_social(head, page),
        *(_meta(name, value, attribute="property") for name, value in head.properties),
    ]
    return "".join(tags).encode()


def words_without_scripts(page: PagePayload) -> bytes:
    """What a reader gets of a page that neither a worker nor the browser can draw."""
    head = head_of(page)
    links = "".join(
        f'<p><a href="{path_for(route, page.language)}">{escape(text(page.language, key))}</a></p>'
        for route, key in _WAYS_ON.items()
    )
    words = f"<h1>{escape(head.title)}</h1><p>{escape(head.description)}</p>{links}"
    return f"<noscript>{words}</noscript>".encode()


def _links(head: Head, language: Language) -> list[str]:
    if head.addresses is None:
        return []
    tagged = [*head.addresses.items(), ("x-default", head.addresses[head.original])]
    canonical = escape(head.addresses[language])
    return [
        f'<link rel="canonical" href="{canonical}"/>',
        *(
            f'<link rel="alternate" hrefLang="{tag}" href="{escape(address)}"/>'
            for tag, address in tagged
        ),
    ]


def _machines(head: Head, page: PagePayload) -> list[str]:
    """Where feed readers and sites that quote this one find the page in their own form."""
    if head.addresses is None:
        return []
    found = []
    if head.feed:
        feed = f"{PREFIXES[page.language]}/feeds/{head.feed}.atom"
        found.append(("application/atom+xml", feed))
    if head.is_embeddable:
        embedding = embedding_url(page.site.origin, head.addresses[page.language])
        found.append(("application/json+oembed", embedding))
    return [
        f'<link rel="alternate" type="{type}" href="{escape(address)}"'
        f' title="{escape(head.title)}"/>'
        for type, address in found
    ]


def _social(head: Head, page: PagePayload) -> list[str]:
    """What other sites and messengers show of the page where somebody links to it."""
    if page.status != 200 or page.route not in ROUTES or page.route == "authCallback":
        return []
    other: Language = "en" if page.language == "ja" else "ja"
    card = page.card
    graph = [
        ("og:title", head.title),
        ("og:description", head.description),
        *([("og:url", head.addresses[page.language])] if head.addresses else []),
        ("og:site_name", page.site.names.of(page.language)),
        ("og:type", head.type),
        ("og:locale", _LOCALES[page.language]),
        ("og:locale:alternate", _LOCALES[other]),
        ("og:image", card.url),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:type", "image/jpeg"),
        ("og:image:alt", card.alt),
    ]
    twitter = [
        ("twitter:card", "summary_large_image"),
        ("twitter:title", head.title),
        ("twitter:description", head.description),
        ("twitter:image", card.url),
        ("twitter:image:alt", card.alt),
    ]
    return [
        *(_meta(name, value, attribute="property") for name, value in graph),
        *(_meta(name, value) for name, value in twitter),
    ]


def _meta(name: str, value: str, *, attribute: str = "name") -> str:
    return f'<meta {attribute}="{name}" content="{escape(value)}"/>'
