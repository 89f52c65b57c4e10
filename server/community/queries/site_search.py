"""Search for the page of all results: posts by their text, members by their names."""

from functools import cache

import sqlalchemy as sa

from server.accounts.profiles.rules import public_name
from server.accounts.profiles.tables import Profile
from server.community.feed_query import FeedQuery
from server.community.queries.posts import list_feed
from server.community.queries.views import AnySelect
from server.community.queries.visibility import shows_member
from server.community.schemas import Author, FoundInCommunity, FoundPost, PostView
from server.community.search import words_of
from server.contracts.limits import LIMITS
from server.database.readers import Reader, Source, reader_over
from server.web.viewer import Member, Viewer

POSTS_MOST = 5
MEMBERS_MOST = 5
# A single Latin letter is in most names.
LETTERS_LEAST = 2
EXCERPT_CHARACTERS = 80
WORD_MOST = 16
NOTHING = FoundInCommunity(posts=(), has_more_posts=False, members=())
_ESCAPE = "/"


async def search_community(source: Source, search: str, *, viewer: Viewer) -> FoundInCommunity:
    """Returns what visitors may read, without those whom the reader mutes or blocks."""
    words = words_of(search)
    if not words:
        return NOTHING
    page = await list_feed(source, FeedQuery(words=words, size=POSTS_MOST), viewer=viewer)
    members = await _members(reader_over(source), search, viewer=viewer)
    return FoundInCommunity(
        posts=tuple(map(_found, page.posts)),
        has_more_posts=page.next is not None,
        members=members,
    )


async def _members(reader: Reader, search: str, *, viewer: Viewer) -> tuple[Author, ...]:
    """Returns members whose name contains the search, in any case."""
    name = " ".join(search[: LIMITS.search_characters].replace("\0", "").split())
    if not name or (name.isascii() and len(name) < LETTERS_LEAST):
        return ()
    values = {"pattern": f"%{_escaped(name)}%"}
    if isinstance(viewer, Member):
        values["reader"] = viewer.id
    rows = await reader.rows(_members_named(is_member=viewer.is_member), values)
    return tuple(Author(id, public_name(shown), avatar) for id, shown, avatar in rows)


@cache
def _members_named(*, is_member: bool) -> AnySelect:
    """Returns the statement for members by a part of their name, shortest names first."""
    pattern = sa.bindparam("pattern", type_=sa.Text())
    found = sa.select(Profile.id, Profile.display_name, Profile.avatar_url)
    named = found.where(Profile.display_name.ilike(pattern, escape=_ESCAPE))
    if is_member:
        named = named.where(shows_member())
    # Short names first: they contain little else.
    shortest = sa.func.length(Profile.display_name)
    return named.order_by(shortest, Profile.display_name, Profile.id).limit(MEMBERS_MOST)


def _escaped(text: str) -> str:
    """Returns the text with the wildcards of LIKE escaped."""
    for sign in (_ESCAPE, "%", "_"):
        text = text.replace(sign, _ESCAPE + sign)
    return text


def _cut(text: str) -> str:
    """Cuts between two words where a space is near the end."""
    cut = text[:EXCERPT_CHARACTERS]
    space = cut.rfind(" ")
    return cut[:space] if space > EXCERPT_CHARACTERS - WORD_MOST else cut


def _found(post: PostView) -> FoundPost:
    """Returns a post as a result: title and the begin of its text."""
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
