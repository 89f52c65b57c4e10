"""Mentions of a post or comment, read in the statement of its text."""

import msgspec
import sqlalchemy as sa

from server.community.queries.hidden_members import is_visible_member
from server.community.schemas import MentionView
from server.community.tables import CommentMention, PostMention
from server.database.declarative import table_of
from server.database.dialects import JsonRows

POST_MENTIONS = table_of(PostMention)
COMMENT_MENTIONS = table_of(CommentMention)
_DECODER = msgspec.json.Decoder(tuple[MentionView, ...])


def mentions_beside(
    mentions: sa.Table, thing: sa.Column[int], *, is_member: bool
) -> sa.ScalarSelect[str]:
    """Returns a column with the mentions of each row's text as JSON, for `read_mentions`.

    `thing` is the id of the post or comment. For a member, members with whom there is a block are
    left out.
    """
    id, at, length, member_id = mentions.c
    found = sa.select(member_id.label("id"), at, length)
    found = found.where(id == thing).correlate(thing.table)
    if is_member:
        found = found.where(is_visible_member(member_id, only_blocks=True))
    ordered = found.order_by(at).subquery("mentioned")
    return sa.select(JsonRows(**dict(ordered.c))).scalar_subquery()


def read_mentions(text: str | None) -> tuple[MentionView, ...]:
    """Decodes the JSON of `mentions_beside`."""
    # SQLite returns an empty array, PostgreSQL null.
    return _DECODER.decode(text) if text and text != "[]" else ()
