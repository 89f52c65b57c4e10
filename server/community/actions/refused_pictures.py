"""Refusal of the pictures of removed posts in later uploads, save if only the words were wrong."""

from datetime import datetime

import sqlalchemy as sa

from server.database.transaction import Transaction
from server.media.uploads.actions.refused_pictures import refuse_pictures
from server.moderation.rules import Attribution

# Rules about the words of a post; its author may use the pictures again.
ABOUT_WORDS = frozenset({"wrongCategory", "wrongFact"})


async def refuse_pictures_of(
    opened: Transaction, attribution: Attribution, *which: sa.ColumnElement[bool], now: datetime
) -> None:
    """Refuses later uploads of these pictures, unless the broken rule is about a post's words.

    `which` selects the rows of pictures; called before their posts are deleted.
    """
    if attribution.rule not in ABOUT_WORDS:
        await refuse_pictures(opened, *which, now=now)
