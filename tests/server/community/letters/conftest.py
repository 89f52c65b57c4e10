"""Fixture: a site that sends letters."""

from dataclasses import replace

import pytest

from server.database.engine import create_sessions
from server.parts import make_letters
from tests.server.community.builders import add_post
from tests.server.community.letters.letter_site import LetterSite, Mailbox
from tests.server.members import Browser, Place


@pytest.fixture
async def site(place: Place, hana: Browser, alex: Browser) -> LetterSite:
    """Returns a site whose letters go to a mailbox, with two members and a post of the first."""
    mailbox = Mailbox()
    made = make_letters(place.settings, create_sessions(place.engine), now=place.moment)
    post_id = await add_post(place.engine, user_id=hana.member_id, title="新茶の<香り>")
    return LetterSite(place, replace(made, mailer=mailbox), mailbox, hana, alex, post_id)
