"""Query of the words that hold a text."""

import sqlalchemy as sa

from server.community.holds.tables import ListedWord
from server.database.engine import Reading


async def listed_words(session: Reading) -> list[str]:
    """Returns the operator's words as they were written, in the order of their normal form."""
    select = sa.select(ListedWord.written).order_by(ListedWord.word)
    return [str(written) for written in await session.scalars(select)]
