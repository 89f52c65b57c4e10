"""The weekly letter: its outbox, its content, its outcomes, and its end by a link."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

import pytest
import sqlalchemy as sa

from server.community.letters.actions import claim_letters, queue_letters
from server.community.letters.delivery import Letters
from server.community.letters.mailers import FolderMailer, Outcome
from server.community.letters.rules import ATTEMPTS_MOST, last_issue, next_attempt, week_of
from server.community.letters.tables import Letter
from server.database.engine import create_sessions
from server.database.transaction import transaction
from server.parts import make_letters
from tests.server.community.builders import add_post
from tests.server.community.letters.test_notification_choices import choose, chosen
from tests.server.community.relations.test_relations import hide
from tests.server.community.test_notifications import comment, like
from tests.server.members import Browser, Place

pytestmark = pytest.mark.anyio

# The clock of the tests begins on a Saturday; the next issue is 8 o'clock on Monday in Japan.
MONDAY = datetime(2026, 11, 22, 23, tzinfo=UTC)


@dataclass
class Mailbox:
    """Mailer that keeps what it is given, with outcomes to choose."""

    outcomes: list[Outcome] = field(default_factory=list)
    messages: list[EmailMessage] = field(default_factory=list)

    async def send(self, message: EmailMessage) -> Outcome:
        self.messages.append(message)
        return self.outcomes.pop(0) if self.outcomes else "sent"


@dataclass(frozen=True)
class LetterSite:
    """A site with its letters, a mailer that keeps them, two members, and a post of the first."""

    place: Place
    letters: Letters
    mailbox: Mailbox
    hana: Browser
    alex: Browser
    post_id: int


@pytest.fixture
async def site(place: Place, hana: Browser, alex: Browser) -> LetterSite:
    mailbox = Mailbox()
    made = make_letters(place.settings, create_sessions(place.engine), now=place.moment)
    post_id = await add_post(place.engine, user_id=hana.member_id, title="新茶の<香り>")
    return LetterSite(place, replace(made, mailer=mailbox), mailbox, hana, alex, post_id)


async def states(place: Place) -> list[str]:
    async with place.engine.connect() as connection:
        rows = await connection.execute(sa.select(Letter.state).order_by(Letter.id))
        return list(rows.scalars())


async def plain_text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def test_issue_is_the_latest_monday_at_eight_in_japan() -> None:
    second = timedelta(seconds=1)

    assert last_issue(MONDAY) == MONDAY
    assert last_issue(MONDAY - second) == MONDAY - timedelta(days=7)
    assert last_issue(MONDAY + timedelta(days=6)) == MONDAY
    assert week_of(MONDAY) == "2026-11-23"


def test_pauses_between_attempts_double_until_the_last() -> None:
    pauses = [next_attempt(attempts, MONDAY) for attempts in range(1, ATTEMPTS_MOST + 1)]

    minutes = [pause and (pause - MONDAY) / timedelta(minutes=1) for pause in pauses]
    assert minutes == [5, 10, 20, 40, 80, None]


async def test_letter_lists_the_chosen_kinds_of_the_week_once(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    await like(site.alex, site.post_id)

    assert await site.letters.deliver() == 0
    site.place.moment.now = MONDAY
    assert await site.letters.deliver() == 1
    assert await site.letters.deliver() == 0

    [message] = site.mailbox.messages
    assert message["To"] == "hana@example.com"
    assert message["Message-ID"].startswith("<letter-2026-11-23-")
    text = await plain_text(message)
    assert "Alex Leafさんが「新茶の<香り>」にコメントしました" in text
    assert f"/ja/post/{site.post_id}#comments" in text
    assert "いいね" not in text
    html = message.get_body(("html",))
    assert html is not None
    assert "新茶の&lt;香り&gt;" in html.get_content()
    assert await states(site.place) == ["sent"]


async def test_week_without_notifications_sends_nothing(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    await hide(site.hana, site.alex.member_id, "mute")
    site.place.moment.now = MONDAY

    await site.letters.deliver()

    assert (site.mailbox.messages, await states(site.place)) == ([], ["empty"])


async def test_member_who_consents_later_begins_with_the_next_issue(site: LetterSite) -> None:
    site.place.moment.now = MONDAY + timedelta(minutes=1)
    await site.place.sign_in(site.hana, "development-hana")
    await site.place.sign_in(site.alex, "development-alex")
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)

    assert await site.letters.deliver() == 0

    site.place.moment.now = MONDAY + timedelta(days=7)
    assert await site.letters.deliver() == 1
    assert len(site.mailbox.messages) == 1


async def test_refused_letter_is_tried_again_with_the_same_message_id(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    site.mailbox.outcomes = ["failed"]

    await site.letters.deliver()
    assert await states(site.place) == ["waiting"]
    assert await site.letters.deliver() == 0
    site.place.moment.pass_by(minutes=5)
    await site.letters.deliver()

    first, second = site.mailbox.messages
    assert first["Message-ID"] == second["Message-ID"]
    assert await states(site.place) == ["sent"]


async def test_letter_fails_for_good_after_the_last_attempt(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    site.mailbox.outcomes = ["failed"] * ATTEMPTS_MOST

    for _ in range(ATTEMPTS_MOST):
        await site.letters.deliver()
        site.place.moment.pass_by(hours=3)

    assert await site.letters.deliver() == 0
    assert len(site.mailbox.messages) == ATTEMPTS_MOST
    assert await states(site.place) == ["failed"]


async def test_bounce_ends_the_consent(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    site.mailbox.outcomes = ["bounced"]

    await site.letters.deliver()

    await site.place.sign_in(site.hana, "development-hana")
    assert (await chosen(site.hana))["consented_at"] is None
    assert await states(site.place) == ["bounced"]


@pytest.mark.parametrize("outcome", ["unknown", None])
async def test_hand_over_with_unknown_outcome_is_not_repeated(
    site: LetterSite, outcome: Outcome | None
) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    if outcome:
        site.mailbox.outcomes = [outcome]
        await site.letters.deliver()
    else:
        # The host stopped between claim and outcome.
        async with transaction(site.letters.database) as opened:
            await queue_letters(opened, now=MONDAY)
            assert len(await claim_letters(opened, now=MONDAY)) == 1
    handed_over = len(site.mailbox.messages)

    site.place.moment.pass_by(hours=1)
    await site.letters.deliver()

    assert await states(site.place) == ["unknown"]
    assert len(site.mailbox.messages) == handed_over


async def test_two_hosts_send_one_letter(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY

    await asyncio.gather(*(site.letters.deliver() for _ in range(4)))

    assert len(site.mailbox.messages) == 1


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
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    await site.letters.deliver()
    [message] = site.mailbox.messages
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = urlsplit(str(message["List-Unsubscribe"]).strip("<>"))
    path = f"{link.path}?{link.query}"

    assert await unsubscribed(visitor, path[:-1] + "x") == 403
    assert await unsubscribed(visitor, path) == 204
    assert await unsubscribed(visitor, path) == 204

    await site.place.sign_in(site.hana, "development-hana")
    assert (await chosen(site.hana))["consented_at"] is None


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


async def test_letter_names_the_sender_and_the_way_to_end_it(site: LetterSite) -> None:
    sender = replace(site.letters.sender, particulars=("茶の木事務局", "静岡県"))
    letters = replace(site.letters, sender=sender)
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY

    await letters.deliver()

    text = await plain_text(site.mailbox.messages[0])
    assert "茶の木事務局\n静岡県" in text
    [link] = [line for line in text.splitlines() if "/ja/letter/end?" in line]
    assert parse_qs(urlsplit(link).query)["member"] == [site.hana.member_id]


async def test_preview_stores_and_sends_nothing(site: LetterSite) -> None:
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)

    [message] = await site.letters.preview()

    assert "コメントしました" in await plain_text(message)
    assert (site.mailbox.messages, await states(site.place)) == ([], [])


async def test_development_site_writes_letters_into_a_folder(site: LetterSite) -> None:
    folder = site.place.settings.data_dir / "mail"
    await choose(site.hana, comment="letter", consents=True)
    await comment(site.alex, site.post_id)
    site.place.moment.now = MONDAY

    await replace(site.letters, mailer=FolderMailer(folder)).deliver()

    [file] = folder.glob("*.eml")
    assert b"hana@example.com" in file.read_bytes()
