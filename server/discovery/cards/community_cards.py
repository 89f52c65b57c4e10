"""Share cards of posts and members, from what visitors may read."""

import re

import msgspec

from server.accounts.profiles.schemas import PublicProfile
from server.community.page_reads import PageReads
from server.community.rules import post_number
from server.community.schemas import PostView
from server.contracts.locales import text
from server.contracts.reference import POST_CATEGORIES
from server.contracts.routes import Language
from server.discovery.cards.card_texts import MemberFacts, PostFacts, member_card, post_card
from server.discovery.cards.page_cards import Finder
from server.discovery.cards.share_card import Kind, ShareCard, share_card
from server.errors import Refusal
from server.media.imaging.open_graph.card_data import Fact, Stored
from server.media.imaging.site_card import SiteName
from server.web.viewer import Visitor

_MEDIA = re.compile(r"/media/(?P<bucket>[a-z-]+)/(?P<name>[^?]+)(?:\?v=(?P<version>.*))?")


def community_finders(reads: PageReads, site: SiteName, version: str) -> dict[Kind, Finder]:
    """Finders that return None for a removed post or member instead of raising."""

    async def find_post(
        name: str, language: Language, loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None:
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
        try:
            member = (
                msgspec.json.decode(loaded, type=PublicProfile)
                if loaded
                else (await reads.member(name)).view
            )
        except Refusal:
            return None
        described = member_card(member_facts(member, language), language, site)
        return share_card("member", name, described, version=version)

    return {"post": find_post, "member": find_member}


def post_facts(post: PostView, language: Language) -> PostFacts:
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
    posts = Fact(text(language, "outside.card.posts"), str(member.posts_count))
    return MemberFacts(
        name=member.display_name,
        bio=member.bio or "",
        counts=(posts,) if member.posts_count else (),
        avatar=stored_at(member.avatar_url),
    )


def stored_at(url: str | None) -> Stored | None:
    """Returns the stored picture of an address; None for pictures of other sites."""
    found = _MEDIA.fullmatch(url or "")
    if found is None:
        return None
    return Stored(found["bucket"], found["name"], found["version"] or "")


def _category(category: str, language: Language) -> str:
    known = category in POST_CATEGORIES
    return text(language, f"post.category.{category}") if known else category
