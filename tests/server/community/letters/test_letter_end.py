"""How a letter ends: by one press in the mail program, or by the form of its page."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
import sqlalchemy as sa

from server.community.letters.tables import LetterConsent
from tests.server.community.letters.letter_site import MONDAY, LetterSite
from tests.server.community.letters.test_notification_choices import ALL_ON, choose, chosen
from tests.server.community.notifications.test_notifications import comment
from tests.server.members import Browser

pytestmark = pytest.mark.anyio


async def unsubscribed(browser: Browser, path: str) -> int:
    """Posts as a mail program does: without cookies, origin or token."""
    content_type = {"content-type": "application/x-www-form-urlencoded"}
    answer = await browser.http.post(
        path, content="List-Unsubscribe=One-Click", headers=content_type
    )
    return answer.status_code


async def test_one_press_in_the_mail_program_ends_the_letter(
    site: LetterSite, visitor: Browser
) -> None:
    await choose(site.hana, comment="letter", like="off", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    await site.letters.deliver()
    [message] = site.mailbox.messages
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = urlsplit(str(message["List-Unsubscribe"]).strip("<>"))
    path = f"{link.path}?{link.query}"

    wrong = path.replace("token=", "token=x")

    assert await unsubscribed(visitor, wrong) == 403
    assert await unsubscribed(visitor, path) == 204
    assert await unsubscribed(visitor, path) == 204

    await site.place.sign_in(site.hana, "development-hana")
    after = await chosen(site.hana)
    assert (after["consented_at"], after["choices"]) == (None, ALL_ON | {"like": "off"})
    assert (await choose(site.hana, reply="off")).status_code == 200


async def test_address_of_the_header_opened_in_a_browser_leads_to_the_page_and_ends_nothing(
    site: LetterSite, visitor: Browser
) -> None:
    await choose(site.hana, comment="letter", consents=True)
    query = f"member={site.hana.member_id}&token=abc"

    answer = await visitor.get(f"/api/letters/end?{query}&language=en")

    assert (answer.status_code, answer.headers["location"]) == (303, f"/letter/end?{query}")
    assert (await chosen(site.hana))["consented_at"] is not None


async def test_letters_of_an_older_end_count_as_shown_on_the_site(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    async with site.place.engine.begin() as connection:
        await connection.execute(sa.delete(LetterConsent))

    assert (await chosen(site.hana))["choices"] == ALL_ON


@pytest.mark.parametrize(("spoil", "outcome"), [(str, "ended"), (str.upper, "error")])
async def test_form_ends_the_letter_without_a_sign_in(
    site: LetterSite, visitor: Browser, spoil: Callable[[str], str], outcome: str
) -> None:
    await choose(site.hana, comment="letter", consents=True)
    token = spoil(site.letters.sender.token_of(site.hana.member_id))
    body = f"member={site.hana.member_id}&token={token}&language=ja"

    form = {"content-type": "application/x-www-form-urlencoded"}
    path = "/api/letters/end/form"
    answer = await visitor.change("POST", path, content=body, headers=form)

    assert answer.headers["location"] == f"/ja/letter/end?{outcome}=1"
    assert ((await chosen(site.hana))["consented_at"] is None) == (outcome == "ended")
