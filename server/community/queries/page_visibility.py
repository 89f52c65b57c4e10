"""Conditions of the pages of one post and of one member.

There moderators also read what is hidden or held, and no block stops them, unlike in lists.
"""

from functools import cache
from typing import Literal

import sqlalchemy as sa

from server.accounts.profiles.queries import NOT_FOUND
from server.community.queries.hidden_members import READER, RELATIONS, Condition
from server.community.queries.views import (
    COMMENTS,
    POSTS,
    PROFILES,
    WITHHELD_COMMENTS,
    WITHHELD_POSTS,
    AnySelect,
)
from server.community.queries.visibility import is_reachable, shows_comment, shows_post
from server.database.readers import Source, reader_over
from server.errors import Refusal
from server.web.viewer import Member, Viewer

PageReader = Literal["visitor", "member", "moderator"]


def page_reader(viewer: Viewer) -> PageReader:
    """Returns which conditions apply to a viewer on the page of one post or member.

    A member with any role counts as a moderator.
    """
    if not isinstance(viewer, Member):
        return "visitor"
    return "member" if viewer.role is None else "moderator"


@cache
def shows_page_of_post(reader: PageReader) -> tuple[Condition, ...]:
    """Returns the conditions under which the reader sees the page of a post.

    A moderator sees that of every post that is not deleted.
    """
    if reader != "moderator":
        return shows_post(("blocked", "others") if reader == "member" else ())
    is_deleted = (WITHHELD_POSTS.c.post_id == POSTS.c.id, WITHHELD_POSTS.c.state == "deleted")
    return (~sa.exists().where(*is_deleted),)


def shows_comment_on_page(reader: PageReader, comments: sa.FromClause = COMMENTS) -> Condition:
    """Returns the condition under which the reader sees a comment on the page of its post.

    A moderator sees hidden and held ones too, but neither deleted ones nor those of members whom
    the moderator mutes or blocks.
    """
    if reader != "moderator":
        return shows_comment(comments, is_member=reader == "member")
    withheld = WITHHELD_COMMENTS.c
    is_deleted = (withheld.comment_id == comments.c.id, withheld.state == "deleted")
    is_own_choice = (
        RELATIONS.c.member_id == READER,
        RELATIONS.c.other_id == comments.c.user_id,
    )
    return sa.and_(~sa.exists().where(*is_deleted), ~sa.exists().where(*is_own_choice))


async def is_member_readable(source: Source, viewer: Viewer, member_id: str) -> bool:
    """Returns whether the viewer may read a member's page.

    Moderators may; others may unless one of the two blocks the other.
    """
    return page_reader(viewer) == "moderator" or await is_reachable(source, viewer, member_id)


async def check_reach(source: Source, viewer: Viewer, member_id: str) -> None:
    """Raises Refusal 404, as for an unknown member, if a block hides the member's page."""
    if not await is_member_readable(source, viewer, member_id):
        raise Refusal(NOT_FOUND, 404)


async def check_member(source: Source, viewer: Viewer, member_id: str) -> None:
    """Raises Refusal 404 for an unknown member, and for one whose page a block hides."""
    if not await reader_over(source).rows(_member(), {"id": member_id}):
        raise Refusal(NOT_FOUND, 404)
    await check_reach(source, viewer, member_id)


@cache
def _member() -> AnySelect:
    """Builds the statement that reads whether a member has a profile."""
    id = sa.bindparam("id", type_=PROFILES.c.id.type)
    return sa.select(PROFILES.c.id).where(PROFILES.c.id == id)
