"""SQL condition of members visible to the reader: no mute, and no block by either of the two."""

from typing import Any

import sqlalchemy as sa

from server.community.relations.tables import MemberRelation
from server.community.tables import PostLike
from server.database.declarative import table_of

RELATIONS = table_of(MemberRelation)
READER = sa.bindparam("reader", type_=table_of(PostLike).c.user_id.type)

Condition = sa.ColumnElement[bool]
Column = sa.ColumnElement[Any]


def is_visible_member(author: Column, *, only_blocks: bool) -> Condition:
    """Returns the condition that no mute or block hides the member `author` from READER.

    With `only_blocks`, mutes do not count. An author who has left is visible.
    """
    own, others = RELATIONS.alias("own_relations"), RELATIONS.alias("blocks_of_others")
    is_hidden = [own.c.member_id == READER, own.c.other_id == author]
    if only_blocks:
        is_hidden.append(own.c.kind == "block")
    blocks = (others.c.member_id == author, others.c.other_id == READER, others.c.kind == "block")
    return sa.and_(~sa.exists().where(*is_hidden), ~sa.exists().where(*blocks))
