"""Share cards by kind and name, for a page's head and for /og."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Protocol, TypeVar

import msgspec

from server.accounts.profiles.schemas import PublicProfile
from server.community.page_reads import PageReads
from server.community.rules import post_number
from server.community.schemas import PostView
from server.contracts.locales import text
from server.contracts.reference import POST_CATEGORIES
from server.contracts.routes import LANGUAGES, ROUTES, Language, Route
from server.contracts.views import CatalogueViews
from server.discovery.cards.card_texts import (
    CultivarFacts,
    MemberFacts,
    PageFacts,
    PostFacts,
    breeder_card,
    cultivar_card,
    lineage_card,
    member_card,
    page_card,
    post_card,
    prefecture_card,
)
from server.discovery.cards.comparison_card import comparison_card
from server.discovery.cards.share_card import IDS_SEPARATOR, Kind, ShareCard, share_card
from server.errors import Refusal, StartRefused
from server.media.imaging.open_graph.card_data import Fact, SiteName, StoredImage
from server.pages.comparison import compared_ids
from server.pages.page_request import CardPage
from server.pages.schemas import Card
from server.web.viewer import Visitor

_MEDIA = re.compile(r"/media/(?P<bucket>[a-z-]+)/(?P<name>[^?]+)(?:\?v=(?P<version>.*))?")

Facts = TypeVar("Facts", CultivarFacts, PageFacts)

# The parameter that names the thing is `id` on all of these.
KINDS: Mapping[str, Kind] = {"cultivar": "cultivar", "post": "post", "member": "member"}


class Finder(Protocol):
    """Function that finds a card by name.

    Cards of posts and members use `loaded`, the page's JSON, else the database; others the build.
    """

    async def __call__(
        self, name: str, language: Language, loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None: ...


class ShareCards:
    """Share cards of all pages; a kind without a finder has the site's own card."""

    def __init__(self, origin: str, finders: Mapping[Kind, Finder]) -> None:
        self._origin = origin
        self._finders = finders

    async def find(
        self, kind: str, name: str, language: Language, *, loaded: msgspec.Raw | None = None
    ) -> ShareCard | None:
        """Returns a card, or None if its page does not exist or the kind is unknown.

        `loaded` is the page's data as JSON, if they were loaded already.
        """
        for known, finder in self._finders.items():
            if known == kind:
                return await finder(name, language, loaded)
        return None

    async def of_page(self, page: CardPage) -> Card:
        """Returns the card for a page's head: its own, else the site's."""
        found = None
        if page.status == 200 and page.route in ROUTES:
            kind, name = _find_name(page)
            loaded = page.loaded.get(kind)
            found = await self.find(kind, name, page.language, loaded=loaded)
        if found is None:
            return self.site_card(page.language)
        return Card(self._origin + found.path, found.alt)

    def site_card(self, language: Language) -> Card:
        return Card(f"{self._origin}{site_card_path(language)}", text(language, "app.card"))


def _find_name(page: CardPage) -> tuple[Kind, str]:
    """Returns the kind and the name of a page's card."""
    ids = compared_ids(page.query) if page.route == "compare" else ()
    if len(ids) > 1:
        return "comparison", IDS_SEPARATOR.join(ids)
    if page.route in KINDS:
        return KINDS[page.route], page.params.get("id", "")
    return "page", page_name(ROUTES[page.route]).format(**page.params)


def catalogue_finders(
    site: SiteName, version: str, views: Mapping[Language, CatalogueViews]
) -> dict[Kind, Finder]:
    """Returns the finders of cards of pages, cultivars and comparisons.

    Cards but those of comparisons are made once, at their first use. Raises StartRefused if a view
    of the build does not fit.
    """
    return {
        "page": _page_finder(version, site, views),
        "cultivar": _cultivar_finder(version, site, views),
        "comparison": _comparison_finder(version, site),
    }


def _page_finder(version: str, site: SiteName, views: Mapping[Language, CatalogueViews]) -> Finder:
    """Returns the finder of cards of pages, lineage groups, breeders and prefectures."""
    known = {page_name(route): route for route in ROUTES.values() if _has_card(route)}
    codes = {page_name(ROUTES["lineage"]).format(code=code): code for code in views["ja"].lineages}
    breeders = {page_name(ROUTES["breeder"]).format(id=id): id for id in views["ja"].breeders}
    places = {page_name(ROUTES["prefecture"]).format(id=id): id for id in views["ja"].prefectures}

    facts = {
        (name, language): _decode_facts(name, view, PageFacts)
        for language in LANGUAGES
        for name, view in {
            **{name: views[language].lineages[code] for name, code in codes.items()},
            **{name: views[language].breeders[id] for name, id in breeders.items()},
            **{name: views[language].prefectures[id] for name, id in places.items()},
        }.items()
    }

    # Cached, because the head of every rendered page contains its card's address.
    @cache
    def make(name: str, language: Language) -> ShareCard:
        """Returns the card of a page by name: a lineage, breeder, prefecture, or a route."""
        if name in codes:
            described = lineage_card(codes[name], facts[name, language], language, site)
        elif name in breeders:
            described = breeder_card(facts[name, language], language, site)
        elif name in places:
            described = prefecture_card(places[name], facts[name, language], language, site)
        else:
            described = page_card(known[name], language, site)
        return share_card("page", name, described, version=version)

    async def find(
        name: str, language: Language, _loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns the card of a page by name, or None for an unknown one."""
        return make(name, language) if name in {*known, *codes, *breeders, *places} else None

    return find


def _has_card(route: Route) -> bool:
    """Returns whether the route's page is public and one page, without parameters."""
    record = route.record
    return record.guard == "everyone" and record.frame == "main" and not record.params


def page_name(route: Route) -> str:
    """Returns the name of a page's card, made of its path, with `{}` around its parameters."""
    return route.record.path.replace("/", "-") or "home"


def _cultivar_finder(
    version: str, site: SiteName, views: Mapping[Language, CatalogueViews]
) -> Finder:
    """Returns the finder of cards of cultivars."""
    known = {
        (id, language): _decode_facts(id, view, CultivarFacts)
        for language in LANGUAGES
        for id, view in views[language].cultivars.items()
    }

    @cache
    def make(name: str, language: Language) -> ShareCard:
        described = cultivar_card(known[name, language], language, site)
        return share_card("cultivar", name, described, version=version)

    async def find(
        name: str, language: Language, _loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns the card of a cultivar in a language, or None for an unknown one."""
        return make(name, language) if (name, language) in known else None

    return find


def _comparison_finder(version: str, site: SiteName) -> Finder:
    """Returns the finder of cards of comparisons."""

    async def find(
        name: str, language: Language, _loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns the card of the records that the name joins, or None for an unknown one."""
        described = comparison_card(tuple(name.split(IDS_SEPARATOR)), language, site)
        return described and share_card("comparison", name, described, version=version)

    return find


def _decode_facts(name: str, view: msgspec.Raw, facts: type[Facts]) -> Facts:
    """Decodes the fields of a view that its card shows; called at the start, for all views.

    Raises StartRefused if the build does not fit.
    """
    try:
        return msgspec.json.decode(view, type=facts)
    except msgspec.DecodeError as error:
        raise StartRefused(f"the view of {name}: {error}; run `make build` again.") from error


def site_card_path(language: Language) -> str:
    return f"/images/card-{language}.jpg"


def community_finders(reads: PageReads, site: SiteName, version: str) -> dict[Kind, Finder]:
    """Returns the finders of cards of posts and members; they return None for a removed one."""

    async def find_post(
        name: str, language: Language, loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns a post's card, or None if there is no such post for visitors.

        The data are those that the page has loaded, else those that visitors may read.
        """
        try:
            post = (
                msgspec.json.decode(loaded, type=PostView)
                if loaded
                else (await reads.post(post_number(name), viewer=Visitor())).view
            )
        except Refusal:
            return None
        described = post_card(post_facts(post, language), language, site)
        return share_card("post", name, described, version=version)

    async def find_member(
        name: str, language: Language, loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
        """Returns a member's card, or None if there is no such member for visitors.

        The data are those that the page has loaded, else those that visitors may read.
        """
        try:
            member = (
                msgspec.json.decode(loaded, type=PublicProfile)
                if loaded
                else (await reads.member(name, viewer=Visitor())).view
            )
        except Refusal:
            return None
        described = member_card(member_facts(member, language), language, site)
        return share_card("member", name, described, version=version)

    return {"post": find_post, "member": find_member}


def post_facts(post: PostView, language: Language) -> PostFacts:
    """Returns the facts of a post's card; without an account the author is a former member."""
    first = post.images[0] if post.images else None
    known = post.user
    return PostFacts(
        author=known.display_name if known else text(language, "post.deletedMember"),
        category=_category(post.category, language),
        upright=_category(post.category, "ja"),
        title=post.title or "",
        text=post.content,
        avatar=stored_at(known.avatar_url) if known else None,
        picture=stored_at(first.url) if first else None,
    )


def member_facts(member: PublicProfile, language: Language) -> MemberFacts:
    """Returns the facts of a member's card; the number of posts only if there are any."""
    posts = Fact(text(language, "outside.card.posts"), str(member.posts_count))
    return MemberFacts(
        name=member.display_name,
        bio=member.bio or "",
        counts=(posts,) if member.posts_count else (),
        avatar=stored_at(member.avatar_url),
    )


def stored_at(url: str | None) -> StoredImage | None:
    """Returns the stored picture at an address of this site; None for other addresses."""
    found = _MEDIA.fullmatch(url or "")
    if found is None:
        return None
    return StoredImage(found["bucket"], found["name"], found["version"] or "")


def _category(category: str, language: Language) -> str:
    """Returns the label of a category, or the category itself if it is unknown."""
    known = category in POST_CATEGORIES
    return text(language, f"post.category.{category}") if known else category
