"""Search for the page of all results: posts by their text, members by their names."""

from datetime import datetime

from server.community.feed_query import FeedQuery
from server.community.members.queries import search_members
from server.community.queries.posts import list_feed
from server.community.schemas import Author, FoundInCommunity, FoundPost, PostView
from server.community.search import words_of
from server.database.readers import Source
from server.web.viewer import Viewer

POSTS_MOST = 5
MEMBERS_MOST = 5
# A search for one Latin letter finds no members, because most names contain it.
LETTERS_LEAST = 2
EXCERPT_CHARACTERS = 80
WORD_MOST = 16
NOTHING = FoundInCommunity(posts=(), has_more_posts=False, members=())


async def search_community(
    source: Source, search: str, *, viewer: Viewer, now: datetime
) -> FoundInCommunity:
    """Returns the newest posts and first members that a search finds, as the viewer may read."""
    words = words_of(search)
    if not words:
        return NOTHING
    page = await list_feed(source, FeedQuery(words=words, size=POSTS_MOST), viewer=viewer)
    members = await _members(source, search, viewer=viewer, now=now)
    return FoundInCommunity(
        posts=tuple(map(_found, page.posts)),
        has_more_posts=page.next is not None,
        members=members,
    )


async def _members(
    source: Source, search: str, *, viewer: Viewer, now: datetime
) -> tuple[Author, ...]:
    """Returns the first members whose name the search finds; none for a single Latin letter."""
    name = " ".join(words_of(search))
    if not name or (name.isascii() and len(name) < LETTERS_LEAST):
        return ()
    page = await search_members(source, search, after=None, viewer=viewer, now=now)
    return tuple(card.member for card in page.members[:MEMBERS_MOST])


def _cut(text: str) -> str:
    """Cuts a text to EXCERPT_CHARACTERS, between two words if a space is near the end."""
    cut = text[:EXCERPT_CHARACTERS]
    space = cut.rfind(" ")
    return cut[:space] if space > EXCERPT_CHARACTERS - WORD_MOST else cut


def _found(post: PostView) -> FoundPost:
    """Returns a post as a search result: its title and the beginning of its text."""
    words = " ".join(post.content.split())
    excerpt = words if len(words) <= EXCERPT_CHARACTERS else f"{_cut(words)}…"
    return FoundPost(
        id=post.id,
        title=post.title,
        excerpt=excerpt,
        category=post.category,
        author=post.user.display_name if post.user else None,
        created_at=post.created_at,
    )
