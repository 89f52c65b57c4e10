"""Head tags and plain text of a page without the render worker, printed by Jinja templates."""

from urllib.parse import quote

from server.contracts.locales import text
from server.contracts.routes import LANGUAGES, PREFIXES, path_for
from server.pages.schemas import PagePayload
from server.rendering.document import render_template

_LOCALES = {"en": "en_US", "ja": "ja_JP"}
_LINKS = {"home": "app.home", "cultivars": "app.nav.cultivars"}


def head_html(page: PagePayload) -> bytes:
    """Returns `page.meta` as HTML: the same tags that `client/page/PageHead.tsx` renders."""
    meta, language, names = page.meta, page.language, page.site.names
    addresses = _list_addresses(page)
    canonical = addresses.get(language, "")
    html = render_template(
        "head.html.jinja",
        meta=meta,
        site_name=names.of(language),
        is_home=page.route == "home",
        canonical=canonical,
        alternates=addresses,
        feed=f"{PREFIXES[language]}/feeds/{meta.feed}.atom" if meta.feed else "",
        embedding=embedding_url(page.site.origin, canonical) if meta.embeddable else "",
        locale=_LOCALES[language],
        other_locale=_LOCALES["en" if language == "ja" else "ja"],
    )
    return html.encode()


def noscript_html(page: PagePayload) -> bytes:
    """Returns title, description and two links for readers without scripts."""
    links = [
        (path_for(route, page.language), text(page.language, key)) for route, key in _LINKS.items()
    ]
    return render_template("noscript.html.jinja", meta=page.meta, links=links).encode()


def _list_addresses(page: PagePayload) -> dict[str, str]:
    """Returns absolute addresses by hreflang; none for a page without a public address."""
    query = page.meta.query
    if query is None:
        return {}
    found: dict[str, str] = {
        language: page.site.origin + path_for(page.route, language, params=page.params) + query
        for language in LANGUAGES
    }
    return {**found, "x-default": found[page.meta.original]}


def embedding_url(origin: str, address: str) -> str:
    """Returns the address of a page's oEmbed description."""
    return f"{origin}/oembed?url={quote(address, safe='')}&format=json"
