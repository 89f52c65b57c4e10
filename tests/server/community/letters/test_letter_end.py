"""Unsubscription from the weekly letter: by a button of the mail program or by the form."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from server.community.letters.tables import LetterConsent
from tests.server.community.letters.letter_site import MONDAY, LetterSite
from tests.server.community.letters.test_notification_choices import (
    ALL_ON,
    read_choices,
    save_choices,
)
from tests.server.community.notifications.test_notifications import comment_on
from tests.server.members import Browser

pytestmark = pytest.mark.anyio


async def unsubscribe_by_mail_program(browser: Browser, path: str) -> int:
    """Sends a mail program's request, without cookies, origin or CSRF token; returns the status."""
    content_type = {"content-type": "application/x-www-form-urlencoded"}
    answer = await browser.http.post(
        path, content="List-Unsubscribe=One-Click", headers=content_type
    )
    return answer.status_code


async def test_request_of_the_mail_program_unsubscribes(site: LetterSite, visitor: Browser) -> None:
    await save_choices(site.hana, comment="letter", like="off", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    await site.letters.deliver()
    [message] = site.mailbox.messages
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = urlsplit(str(message["List-Unsubscribe"]).strip("<>"))
    path = f"{link.path}?{link.query}"

    wrong = path.replace("token=", "token=x")

    assert await unsubscribe_by_mail_program(visitor, wrong) == 403
    assert await unsubscribe_by_mail_program(visitor, path) == 204
    assert await unsubscribe_by_mail_program(visitor, path) == 204

    await site.place.sign_in(site.hana, "development-hana")
    after = await read_choices(site.hana)
    assert (after["consented_at"], after["choices"]) == (None, ALL_ON | {"like": "off"})
    assert (await save_choices(site.hana, reply="off")).status_code == 200


async def test_header_url_opened_in_a_browser_leads_to_the_page_and_changes_nothing(
    site: LetterSite, visitor: Browser
) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    query = f"member={site.hana.member_id}&token=abc"

    answer = await visitor.get(f"/api/letters/end?{query}&language=en")

    assert (answer.status_code, answer.headers["location"]) == (303, f"/letter/end?{query}")
    assert (await read_choices(site.hana))["consented_at"] is not None


async def test_kinds_in_the_letter_are_shown_on_the_site_without_a_consent(
    site: LetterSite,
) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    async with site.place.engine.begin() as connection:
        await connection.execute(sa.delete(LetterConsent))

    assert (await read_choices(site.hana))["choices"] == ALL_ON


@pytest.mark.parametrize(("spoil", "outcome"), [(str, "ended"), (str.upper, "error")])
async def test_form_unsubscribes_without_a_sign_in(
    site: LetterSite, visitor: Browser, spoil: Callable[[str], str], outcome: str
) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    token = spoil(site.letters.sender.token_of(site.hana.member_id))
    body = f"member={site.hana.member_id}&token={token}&language=ja"

    form = {"content-type": "application/x-www-form-urlencoded"}
    path = "/api/letters/end/form"
    answer = await visitor.change("POST", path, content=body, headers=form)

    assert answer.headers["location"] == f"/ja/letter/end?{outcome}=1"
    assert ((await read_choices(site.hana))["consented_at"] is None) == (outcome == "ended")
