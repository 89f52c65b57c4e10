"""Payload of a page, the same bytes for the render worker and for the browser."""

from typing import Literal

import msgspec

from server.contracts.routes import Language
from server.web.viewer import Role


class SocialLink(msgspec.Struct, frozen=True):
    """Link to a page of the operator on another site."""

    label: str
    url: str


class Names(msgspec.Struct, frozen=True):
    """One name in each language."""

    en: str
    ja: str

    def of(self, language: Language) -> str:
        return self.ja if language == "ja" else self.en


class Site(msgspec.Struct, frozen=True):
    """Names, origin and links of the site, and whether pages mark links that are not set."""

    names: Names
    origin: str
    social: tuple[SocialLink, ...]
    marks_unset: bool


class Hours(msgspec.Struct, frozen=True):
    """Office hours of the operator as text."""

    en: str | None
    ja: str | None


class Operator(msgspec.Struct, frozen=True):
    """Operator of the site; fields that are not configured are null."""

    name: str | None
    representative: str | None
    address: str | None
    email: str | None
    phone: str | None
    hours: Hours


class Preloaded(msgspec.Struct, frozen=True):
    """Result of one query as JSON."""

    query: str
    params: dict[str, str]
    data: msgspec.Raw


class Viewer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Member who reads the page, as its header shows them."""

    id: str
    display_name: str
    avatar_url: str | None
    language: Language
    has_unread: bool = False
    # Whether the notice of changed terms is shown.
    has_notice: bool = False
    role: Role | None = None


class Card(msgspec.Struct, frozen=True):
    """Preview image of a shared link, 1200 by 630 pixels, with its text alternative."""

    url: str
    alt: str


class MetaProperty(msgspec.Struct, frozen=True):
    """A `<meta property>` that only this kind of page has, such as `article:author`."""

    name: str
    content: str


class PageMeta(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Content of a page's head tags; addresses follow from route, parameters and `query`."""

    # Without the name of the site.
    title: str
    description: str
    robots: str
    type: Literal["website", "article", "profile"] = "website"
    # Query of the canonical address, with its question mark; null for a page without an address.
    query: str | None = ""
    # Language of member text on the page, the language behind hreflang x-default.
    original: Language = "en"
    properties: tuple[MetaProperty, ...] = ()
    # Path of the page's Atom feed between `/feeds/` and `.atom`; empty without a feed.
    feed: str = ""
    # Whether the head has an oEmbed link.
    embeddable: bool = False
    # Null for pages that show no preview.
    card: Card | None = None


class PagePayload(msgspec.Struct, frozen=True):
    """Input of the first render of a page."""

    route: str
    language: Language
    url: str
    params: dict[str, str]
    status: int
    # Time of the render in UTC, such as 2026-01-31T12:00:00Z.
    now: str
    viewer: Viewer | None
    site: Site
    meta: PageMeta
    preloaded: tuple[Preloaded, ...]
