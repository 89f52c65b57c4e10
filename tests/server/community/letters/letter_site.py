"""Site that sends letters, and a mailer that stores them."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage

import sqlalchemy as sa

from server.community.letters.delivery import Letters
from server.community.letters.schemas import Outcome
from server.community.letters.tables import Letter
from tests.server.members import Browser, Place

# The clock of the tests begins on a Saturday; the next issue is 8 o'clock on Monday in Japan.
MONDAY = datetime(2026, 11, 22, 23, tzinfo=UTC)


@dataclass
class Mailbox:
    """Mailer that stores messages; each gets the next of `outcomes`, "sent" if none is left."""

    outcomes: list[Outcome] = field(default_factory=list)
    messages: list[EmailMessage] = field(default_factory=list)

    async def send(self, message: EmailMessage) -> Outcome:
        self.messages.append(message)
        return self.outcomes.pop(0) if self.outcomes else "sent"


@dataclass(frozen=True)
class LetterSite:
    """Site that sends letters to a mailbox, two of its members, and a post of the first."""

    place: Place
    letters: Letters
    mailbox: Mailbox
    hana: Browser
    alex: Browser
    post_id: int


async def states(place: Place) -> list[str]:
    """Returns the states of all letters in the order of their ids."""
    async with place.engine.connect() as connection:
        rows = await connection.execute(sa.select(Letter.state).order_by(Letter.id))
        return list(rows.scalars())


async def plain_text(message: EmailMessage) -> str:
    """Returns the plain text of a message."""
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())
