"""The weekly letter: its outbox, its content, and the outcomes of its delivery."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
import sqlalchemy as sa

from server.accounts.sessions.tables import Account
from server.community.letters.actions import claim_letter, queue_letters
from server.community.letters.content import _sentence
from server.community.letters.mailers import FolderMailer
from server.community.letters.rules import ATTEMPTS_MOST, last_issue, next_attempt, week_of
from server.community.letters.schemas import Outcome
from server.community.schemas import Notification
from server.database.transaction import transaction
from tests.server.community.letters.letter_site import MONDAY, LetterSite, plain_text, states
from tests.server.community.letters.test_notification_choices import read_choices, save_choices
from tests.server.community.notifications.test_notifications import comment_on, like_post
from tests.server.community.relations.test_relations import hide

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]


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


def test_name_has_an_honorific_unless_it_is_a_cultivar_or_the_member_has_left() -> None:
    by_hana = Notification(
        kind="comment", at=MONDAY, is_unread=True, text="新茶", name="Hana", post_id=1, count=1
    )
    correction = msgspec.structs.replace(
        by_hana, kind="correction-kept", text="やぶきた", name="Yabukita", cultivar="yabukita"
    )
    by_former = msgspec.structs.replace(by_hana, name=None)

    said = [_sentence("ja", one) for one in (by_hana, by_former, correction)]

    assert said == [
        "Hanaさんが「新茶」にコメントしました",
        "退会したメンバーが「新茶」にコメントしました",
        "「やぶきた」（Yabukita）についてのご指摘を確かめ、記録はそのままとしました",
    ]


async def test_letter_lists_the_chosen_kinds_of_the_week_once(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    await like_post(site.alex, site.post_id)

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
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    await hide(site.hana, site.alex.member_id, "mute")
    site.place.moment.now = MONDAY

    await site.letters.deliver()

    assert (site.mailbox.messages, await states(site.place)) == ([], ["empty"])


async def test_member_who_consents_later_begins_with_the_next_issue(site: LetterSite) -> None:
    site.place.moment.now = MONDAY + timedelta(minutes=1)
    await site.place.sign_in(site.hana, "development-hana")
    await site.place.sign_in(site.alex, "development-alex")
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)

    assert await site.letters.deliver() == 0

    site.place.moment.now = MONDAY + timedelta(days=7)
    assert await site.letters.deliver() == 1
    assert len(site.mailbox.messages) == 1


async def test_refused_letter_is_tried_again_with_the_same_message_id(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    site.mailbox.outcomes = ["postponed"]

    await site.letters.deliver()
    assert await states(site.place) == ["waiting"]
    assert await site.letters.deliver() == 0
    site.place.moment.advance(minutes=5)
    await site.letters.deliver()

    first, second = site.mailbox.messages
    assert first["Message-ID"] == second["Message-ID"]
    assert await states(site.place) == ["sent"]


async def test_letter_fails_for_good_after_the_last_attempt(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    site.mailbox.outcomes = ["postponed"] * ATTEMPTS_MOST

    for _ in range(ATTEMPTS_MOST):
        await site.letters.deliver()
        site.place.moment.advance(hours=3)

    assert await site.letters.deliver() == 0
    assert len(site.mailbox.messages) == ATTEMPTS_MOST
    assert await states(site.place) == ["failed"]


async def test_bounce_ends_the_consent(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    site.mailbox.outcomes = ["bounced"]

    await site.letters.deliver()

    await site.place.sign_in(site.hana, "development-hana")
    assert (await read_choices(site.hana))["consented_at"] is None
    assert await states(site.place) == ["bounced"]


@pytest.mark.parametrize("outcome", ["unknown", None])
async def test_hand_over_with_unknown_outcome_is_not_repeated(
    site: LetterSite, outcome: Outcome | None
) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    if outcome:
        site.mailbox.outcomes = [outcome]
        await site.letters.deliver()
    else:
        # As if the host had stopped between claiming the letter and storing the outcome.
        async with transaction(site.letters.database) as opened:
            await queue_letters(opened, now=MONDAY)
            assert await claim_letter(opened, now=MONDAY) is not None
    handed_over = len(site.mailbox.messages)

    site.place.moment.advance(hours=1)
    await site.letters.deliver()

    assert await states(site.place) == ["unknown"]
    assert len(site.mailbox.messages) == handed_over


async def test_two_hosts_send_one_letter(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY

    await asyncio.gather(*(site.letters.deliver() for _ in range(4)))

    assert len(site.mailbox.messages) == 1


async def test_host_leaves_a_letter_alone_that_another_is_handing_over(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    seen: list[str] = []

    class SlowMailer:
        """Mailer during whose hand-over of nine minutes another host looks for due letters."""

        async def send(self, _message: EmailMessage) -> Outcome:
            site.place.moment.advance(minutes=9)
            assert await site.letters.deliver() == 0
            seen.extend(await states(site.place))
            return "sent"

    await replace(site.letters, mailer=SlowMailer()).deliver()

    assert seen == ["sending"]
    assert await states(site.place) == ["sent"]
    assert site.mailbox.messages == []


async def test_letter_names_the_sender_and_the_way_to_unsubscribe(site: LetterSite) -> None:
    sender = replace(site.letters.sender, particulars=("茶の木事務局", "静岡県"))
    letters = replace(site.letters, sender=sender)
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY

    await letters.deliver()

    text = await plain_text(site.mailbox.messages[0])
    assert "茶の木事務局\n静岡県" in text
    [link] = [line for line in text.splitlines() if "/ja/letter/end?" in line]
    assert parse_qs(urlsplit(link).query)["member"] == [site.hana.member_id]


async def test_comment_after_the_issue_waits_for_the_next_letter(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    site.place.moment.now = MONDAY + timedelta(minutes=1)
    await site.place.sign_in(site.alex, "development-alex")
    await comment_on(site.alex, site.post_id)

    await site.letters.deliver()
    assert await states(site.place) == ["empty"]
    site.place.moment.now = MONDAY + timedelta(days=7)
    await site.letters.deliver()

    assert len(site.mailbox.messages) == 1


@pytest.mark.parametrize("days", [3, 30])
async def test_suspended_member_gets_no_letter_until_the_suspension_ends(
    site: LetterSite, days: int
) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    suspension = {
        "suspended_at": site.place.moment.now,
        "suspended_until": site.place.moment.now + timedelta(days=days),
    }
    which = sa.update(Account).where(Account.id == site.hana.member_id)
    async with site.place.engine.begin() as connection:
        await connection.execute(which.values(suspension))
    site.place.moment.now = MONDAY + timedelta(days=3)

    await site.letters.deliver()

    assert len(site.mailbox.messages) == (1 if days == 3 else 0)


async def test_settled_letters_are_deleted_after_90_days(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY
    await site.letters.deliver()
    await site.place.sign_in(site.hana, "development-hana")
    await save_choices(site.hana)

    site.place.moment.advance(days=91)
    await site.letters.deliver()

    assert await states(site.place) == []


async def test_preview_stores_and_sends_nothing(site: LetterSite) -> None:
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)

    [message] = await site.letters.preview()

    assert "コメントしました" in await plain_text(message)
    assert (site.mailbox.messages, await states(site.place)) == ([], [])


async def test_development_site_writes_letters_into_a_folder(site: LetterSite) -> None:
    folder = site.place.settings.data_dir / "mail"
    await save_choices(site.hana, comment="letter", consents=True)
    await comment_on(site.alex, site.post_id)
    site.place.moment.now = MONDAY

    await replace(site.letters, mailer=FolderMailer(folder)).deliver()

    [file] = folder.glob("*.eml")
    assert b"hana@example.com" in file.read_bytes()
