"""What a page is handed: the payload, the same bytes for the render worker and for the browser."""

import msgspec

from server.contracts.routes import Language


class SocialLink(msgspec.Struct, frozen=True):
    """Where else the operator can be found."""

    label: str
    url: str


class Names(msgspec.Struct, frozen=True):
    """One name in each language."""

    en: str
    ja: str

    def of(self, language: Language) -> str:
        return self.ja if language == "ja" else self.en


class Site(msgspec.Struct, frozen=True):
    """What every page says of the site itself."""

    names: Names
    origin: str
    social: tuple[SocialLink, ...]


class Hours(msgspec.Struct, frozen=True):
    """When the operator answers, in words."""

    en: str | None
    ja: str | None


class Operator(msgspec.Struct, frozen=True):
    """Who runs the site; what is not configured is null."""

    name: str | None
    representative: str | None
    address: str | None
    email: str | None
    phone: str | None
    hours: Hours


class Preloaded(msgspec.Struct, frozen=True):
    """The answer to one query, already encoded."""

    query: str
    params: dict[str, str]
    data: msgspec.Raw


class Viewer(msgspec.Struct, frozen=True):
    """The member who looks at the page, as far as its frame shows them."""

    id: str
    display_name: str
    avatar_url: str | None
    language: Language


class Card(msgspec.Struct, frozen=True):
    """The picture of a page's shared link, 1200 by 630: where it is, and what it shows in words."""

    url: str
    alt: str


class PagePayload(msgspec.Struct, frozen=True):
    """Everything that the first render of a page depends on."""

    route: str
    language: Language
    url: str
    params: dict[str, str]
    status: int
    now: str
    viewer: Viewer | None
    site: Site
    card: Card
    preloaded: tuple[Preloaded, ...]
