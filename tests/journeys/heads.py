"""Head tags of a page, and checks that every head must pass."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from server.contracts.routes import Language
from tests.markup import Element, read

LISTED = "index,follow,max-image-preview:large,max-snippet:-1"
LOCALES: Mapping[Language, str] = {"en": "en_US", "ja": "ja_JP"}
OTHER: Mapping[Language, Language] = {"en": "ja", "ja": "en"}

Node = dict[str, object]


@dataclass(frozen=True)
class Head:
    """Tags of a page's head."""

    language: str
    titles: list[str]
    metas: dict[str, list[str]]
    canonicals: list[str]
    alternates: dict[str, str]
    # Alternates in other formats, such as Atom and oEmbed: media type, address, title.
    formats: list[tuple[str, str, str]]
    graphs: list[str]

    def one(self, name: str) -> str:
        """Returns the content of a meta tag; fails unless it exists once and is not empty."""
        found = self.metas.get(name, [])
        assert len(found) == 1, f"{len(found)} × {name}"
        assert found[0].strip(), f"{name} is empty"
        return found[0]

    def nodes(self) -> list[Node]:
        """Returns the nodes of the JSON-LD graph; an empty list without one."""
        if not self.graphs:
            return []
        assert len(self.graphs) == 1
        graph = json.loads(self.graphs[0])
        assert graph["@context"] == "https://schema.org"
        nodes: list[Node] = graph["@graph"]
        return nodes


def head_of(html: str) -> Head:
    """Parses a page's head without its body."""
    head, end, _ = html.partition("</head>")
    return head_in(read(f"{head}{end}</html>"))


def head_in(document: Element) -> Head:
    head = document.the("head")
    metas: dict[str, list[str]] = {}
    for meta in head.all("meta"):
        name = meta.get("name") or meta.get("property")
        if name and name != "theme-color":
            metas.setdefault(name, []).append(meta.get("content"))
    alternates = [link for link in head.all("link", rel="alternate") if link.get("hreflang")]
    named = {link.get("hreflang"): link.get("href") for link in alternates}
    assert len(named) == len(alternates), "a language twice among the alternates"
    return Head(
        language=document.the("html").get("lang"),
        titles=[title.source for title in head.all("title")],
        metas=metas,
        canonicals=[link.get("href") for link in document.all("link", rel="canonical")],
        alternates=named,
        formats=[
            (link.get("type"), link.get("href"), link.get("title"))
            for link in head.all("link", rel="alternate")
            if link.get("type")
        ],
        graphs=[script.source for script in document.all("script", type="application/ld+json")],
    )


def assert_complete(
    head: Head, *, language: Language, origin: str, addresses: Mapping[Language, str]
) -> None:
    """Checks the head of an indexable page; `addresses` are its paths, by language."""
    canonical = origin + addresses[language]
    absolute = {str(spoken): origin + path for spoken, path in addresses.items()}
    assert head.language == language
    assert head.canonicals == [canonical]
    assert head.alternates == {**absolute, "x-default": absolute["en"]}
    assert head.one("og:url") == canonical
    assert_sharable(head, language=language, origin=origin)


def assert_sharable(head: Head, *, language: Language, origin: str) -> None:
    """Checks title, description and preview card, which every page has, indexed or not."""
    assert len(head.titles) == 1
    assert head.one("description")
    assert head.one("robots")
    assert head.one("og:title") == head.one("twitter:title")
    assert head.one("og:title") in head.titles[0]
    assert head.one("og:site_name") in head.titles[0]
    assert head.one("description") == head.one("og:description") == head.one("twitter:description")
    assert head.one("og:type") in {"website", "article", "profile"}
    assert head.one("og:locale") == LOCALES[language]
    assert head.one("og:locale:alternate") == LOCALES[OTHER[language]]
    assert head.one("og:image") == head.one("twitter:image")
    assert head.one("og:image").startswith(f"{origin}/")
    assert (head.one("og:image:width"), head.one("og:image:height")) == ("1200", "630")
    assert head.one("og:image:type") == "image/jpeg"
    assert head.one("og:image:alt") == head.one("twitter:image:alt")
    assert head.one("twitter:card") == "summary_large_image"
