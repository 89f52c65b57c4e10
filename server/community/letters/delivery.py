"""Delivery of weekly letters: fills the outbox after each issue and sends its letters."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage

import structlog

from server.community.letters.actions import (
    QUEUED_AT_ONCE,
    ClaimedLetter,
    claim_letter,
    forget_letters,
    queue_letters,
    settle_letter,
)
from server.community.letters.content import Sender, chosen_for_letter, compose_letter
from server.community.letters.mailers import Mailer
from server.community.letters.queries import find_recipient, get_choices, list_recipients
from server.community.letters.rules import WEEK, last_issue
from server.community.letters.schemas import Outcome
from server.community.queries.notifications import list_all_since
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction

PAUSE_S = 60.0

log: structlog.typing.FilteringBoundLogger = structlog.get_logger("chanoki.letters")


@dataclass(frozen=True, slots=True)
class Letters:
    """Dependencies of weekly letters; without a mailer the site offers none."""

    database: Sessions
    sender: Sender
    mailer: Mailer | None
    now: Clock

    @property
    def is_offered(self) -> bool:
        """Returns whether the site can send letters."""
        return self.mailer is not None

    async def deliver(self) -> int:
        """Queues the letters of the last issue, sends the due ones and returns how many were due.

        Some of them may be postponed, fail, or be dropped for want of a notification.
        """
        if self.mailer is None:
            return 0
        added = QUEUED_AT_ONCE
        while added == QUEUED_AT_ONCE:
            async with transaction(self.database) as opened:
                added = await queue_letters(opened, now=self.now())
        settled = 0
        while True:
            async with transaction(self.database) as opened:
                letter = await claim_letter(opened, now=self.now())
            if letter is None:
                break
            await self._settle(letter, await self._send(self.mailer, letter))
            settled += 1
        async with transaction(self.database) as opened:
            await forget_letters(opened, now=self.now())
        return settled

    async def compose(self, member_id: str, *, issue: datetime, name: str) -> EmailMessage | None:
        """Composes a member's letter of an issue; `name` is its Message-ID before the `@`.

        Returns None without a notification, an address or a consent, and for a suspended member.
        """
        now = self.now()
        async with transaction(self.database) as opened:
            member = await find_recipient(opened.session, member_id, now=now)
            choices = await get_choices(opened.session, member_id)
        if member is None:
            return None
        async with self.database.reading() as source:
            found = await list_all_since(source, member, since=issue - WEEK)
        chosen = chosen_for_letter(found, choices, issue=issue)
        if not chosen:
            return None
        return compose_letter(self.sender, member, chosen, message_id=name, now=now)

    async def preview(self) -> list[EmailMessage]:
        """Composes the letters of the next issue with the notifications so far, without sending."""
        issue = last_issue(self.now()) + WEEK
        async with transaction(self.database) as opened:
            members = await list_recipients(opened.session)
        composed = [await self.compose(one, issue=issue, name=f"preview-{one}") for one in members]
        return [message for message in composed if message is not None]

    async def _send(self, mailer: Mailer, letter: ClaimedLetter) -> Outcome:
        """Composes and sends a letter and returns the outcome; "empty" without a notification."""
        issue, name = last_issue(self.now()), f"letter-{letter.week}-{letter.id}"
        message = await self.compose(letter.member_id, issue=issue, name=name)
        return "empty" if message is None else await mailer.send(message)

    async def _settle(self, letter: ClaimedLetter, outcome: Outcome) -> None:
        """Stores the outcome of sending a letter, and logs it."""
        async with transaction(self.database) as opened:
            await settle_letter(opened, letter, outcome=outcome, now=self.now())
        log.info("letter_settled", outcome=outcome, attempts=letter.attempts)


@asynccontextmanager
async def letter_delivery(letters: Letters) -> AsyncIterator[None]:
    """Delivers letters every PAUSE_S seconds while the block runs.

    Without a mailer, nothing is delivered.
    """
    if letters.mailer is None:
        yield
        return
    task = asyncio.create_task(_deliver_forever(letters))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _deliver_forever(letters: Letters) -> None:
    """Delivers due letters after each pause until cancelled; logs a failure and goes on."""
    while True:
        await asyncio.sleep(PAUSE_S)
        try:
            await letters.deliver()
        except Exception:
            log.exception("letters_not_delivered")
