"""What a page's head says, worked out by the host as client/page/PageHead.tsx is told to say it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from math import ceil
from typing import Literal, TypeVar
from urllib.parse import quote

import msgspec

from server.contracts.catalogue import CULTIVARS
from server.contracts.limits import LIMITS
from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, ROUTES, Language, page_url
from server.pages.schemas import PagePayload
from server.web.asked import first_values

LISTED = "index,follow,max-image-preview:large,max-snippet:-1"
UNLISTED = "noindex,follow"
HIDDEN = "noindex,nofollow"

# In English a full stop also follows "No" before a number, and that is not an end.
_FIRST_SENTENCE = re.compile(r".+?(?:。|(?<!\bNo)[.!?](?=\s|$))", re.DOTALL)
_FURTHER_PAGE = re.compile("[2-9]|[1-9][0-9]{1,3}")

Data = TypeVar("Data")


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A page's words, and its addresses by language if it has any."""

    title: str
    description: str
    robots: str
    addresses: Mapping[Language, str] | None
    type: Literal["website", "article", "profile"] = "website"
    # The language of what people wrote on the page, where it has one of its own.
    original: Language = "en"
    properties: tuple[tuple[str, str], ...] = ()
    # The part of a feed's address that follows its language, where the page has a feed of its own.
    feed: str = ""
    # Other sites may show such a page as a card: oEmbed describes it to them.
    is_embeddable: bool = False


def plain_head(page: PagePayload) -> Head:
    """The head of a page about which only the route table and the catalogue have to be asked."""
    title_key, description_key, params = _keys(page)
    title = text(page.language, title_key, **params)
    number = _page_number(page)
    return Head(
        title=title,
        description=text(page.language, description_key, **params) or title,
        robots=robots_of(page, is_view=bool(queried(page).keys() - {"page"})),
        addresses=addresses_of(page, query=f"?page={number}" if number else ""),
        type="article" if page.route == "cultivar" else "website",
        feed=f"cultivar/{page.params['id']}" if page.route == "cultivar" else "",
        is_embeddable=page.route == "cultivar",
    )


def data_of(page: PagePayload, query: str, kind: type[Data]) -> Data | None:
    """What the page was handed for one of its queries; null, or some other word, is nothing."""
    for one in page.preloaded:
        if one.query == query:
            try:
                return msgspec.json.decode(one.data, type=kind)
            except msgspec.ValidationError:
                return None
    return None


def queried(page: PagePayload) -> dict[str, str]:
    """The parameters that the page reads, first value each; what can't be parsed is not there."""
    read = ROUTES[page.route].record.query if page.route in ROUTES else ()
    values = first_values(page.url.partition("?")[2])
    return {name: value for name, value in values.items() if name in read}


def robots_of(page: PagePayload, *, is_view: bool = False, is_listed: bool | None = None) -> str:
    """A view of a page is not listed by itself; `is_listed` has a reason to know better."""
    if page.route not in ROUTES:
        return UNLISTED
    record = ROUTES[page.route].record
    if record.guard == "members" or record.frame == "bare":
        return HIDDEN
    listed = record.indexed if is_listed is None else is_listed
    return LISTED if listed and page.status == 200 and not is_view else UNLISTED


def addresses_of(page: PagePayload, *, query: str = "") -> dict[Language, str] | None:
    """By language; nothing for what is not there, or is for one member alone."""
    if page.status != 200 or page.route not in ROUTES:
        return None
    record = ROUTES[page.route].record
    if record.guard != "everyone" or record.frame != "main":
        return None
    return {
        language: page_url(page.site.origin, page.route, language=language, params=page.params)
        + query
        for language in LANGUAGES
    }


def embedding_url(origin: str, address: str) -> str:
    """Where oEmbed describes the page at this address."""
    return f"{origin}/oembed?url={quote(address, safe='')}&format=json"


def _keys(page: PagePayload) -> tuple[str, str, dict[str, str | int]]:
    if page.status != 200:
        return *_words_of_failure(page), {}
    if page.route not in ROUTES:
        return "notFound.meta.title", "notFound.meta.description", {}
    record = ROUTES[page.route].record
    number = _page_number(page)
    params = {
        "count": len(CULTIVARS),
        "site": page.site.names.of(page.language),
        **_cultivar_params(page),
    }
    if number and page.route == "cultivars":
        return "cultivars.meta.page", "cultivars.meta.pageDescription", {**params, "page": number}
    if params.get("nameJa") is not None and params["nameJa"] == params["nameEn"]:
        one_name = {**params, "name": params["nameEn"]}
        return "cultivar.meta.titleOneName", record.description, one_name
    return record.title, record.description, params


def _words_of_failure(page: PagePayload) -> tuple[str, str]:
    if page.status == HTTPStatus.TOO_MANY_REQUESTS:
        return "outside.tooManySearches.title", "outside.tooManySearches.body"
    if page.status >= 500:
        return "app.loadFailed.title", "app.loadFailed.body"
    if page.route == "cultivar":
        return "cultivar.notFound.title", "cultivar.notFound.body"
    return "notFound.meta.title", "notFound.meta.description"


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
    """As client/cultivars/catalogue/sentences.ts cuts it."""
    found = _FIRST_SENTENCE.match(text)
    return found[0] if found else text


def _page_number(page: PagePayload) -> str:
    """Which further page of a list this is; the first has no number."""
    asked = queried(page)
    is_further = _FURTHER_PAGE.fullmatch(asked.get("page", ""))
    if not is_further or set(asked) != {"page"}:
        return ""
    # Behind the last page there is no other.
    return str(min(int(asked["page"]), ceil(len(CULTIVARS) / LIMITS.cultivar_page_size)))
