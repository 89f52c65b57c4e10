"""Command that prints the next weekly letters, with the notifications so far."""

import asyncio

from sqlalchemy.exc import SQLAlchemyError

from server.database.engine import create_sessions, open_engine
from server.errors import StartRefused, reason
from server.parts import make_letters
from server.settings import Settings


def show_mail(settings: Settings) -> int:
    """Prints head and plain text of each letter of the next issue; sends nothing."""
    print(asyncio.run(_render_letters(settings)))
    return 0


async def _render_letters(settings: Settings) -> str:
    """Returns the letters of the next issue; raises StartRefused without the database."""
    engine = open_engine(settings.database_url)
    letters = make_letters(settings, create_sessions(engine))
    try:
        messages = await letters.preview()
    except (OSError, SQLAlchemyError) as error:
        raise StartRefused(f"the database cannot be read: {reason(error)}") from error
    finally:
        await engine.dispose()
    if not messages:
        return "The next issue has no letter so far."
    shown = []
    for message in messages:
        body = message.get_body(("plain",))
        text = body.get_content() if body else ""
        shown.append(f"To: {message['To']}\nSubject: {message['Subject']}\n\n{text}")
    return "\n---\n".join(shown)
