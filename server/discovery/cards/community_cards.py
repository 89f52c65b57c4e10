"""Finders of share cards of posts and members, whose data are in the database."""

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
from server.discovery.cards.share_card import Finder, Kind, ShareCard, share_card
from server.errors import Refusal
from server.media.imaging.open_graph.card_data import Fact, SiteName, StoredImage
from server.web.viewer import Visitor

_MEDIA = re.compile(r"/media/(?P<bucket>[a-z-]+)/(?P<name>[^?]+)(?:\?v=(?P<version>.*))?")


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
