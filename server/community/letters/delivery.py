"""Delivery of weekly letters: fills the outbox after each issue and hands its letters over."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from email.message import EmailMessage

import structlog

from server.community.letters.actions import (
    QUEUED_AT_ONCE,
    ClaimedLetter,
    claim_letters,
    queue_letters,
    settle_letter,
)
from server.community.letters.content import Sender, chosen_for_letter, compose_letter
from server.community.letters.mailers import Mailer
from server.community.letters.queries import find_recipient, get_choices, list_recipients
from server.community.letters.rules import WEEK, last_issue
from server.community.letters.schemas import LetterState
from server.community.queries.notifications import list_notifications
from server.database.clock import Clock
from server.database.engine import Sessions
from server.database.transaction import transaction

PAUSE_S = 60.0

log: structlog.typing.FilteringBoundLogger = structlog.get_logger("chanoki.letters")


@dataclass(frozen=True, slots=True)
class Letters:
    """Database, sender and clock of letters; without a mailer the site offers no letter."""

    database: Sessions
    sender: Sender
    mailer: Mailer | None
    now: Clock

    @property
    def is_offered(self) -> bool:
        return self.mailer is not None

    async def deliver(self) -> int:
        """Queues the letters of the last issue and hands over those that are due.

        Returns how many letters were settled.
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
                claimed = await claim_letters(opened, now=self.now())
            if not claimed:
                return settled
            for letter in claimed:
                await self._settle(letter, await self._send(self.mailer, letter))
                settled += 1

    async def compose(self, member_id: str, *, name: str) -> EmailMessage | None:
        """Returns the letter of the last issue; None if there is nothing to report."""
        now = self.now()
        async with transaction(self.database) as opened:
            member = await find_recipient(opened.session, member_id)
            choices = await get_choices(opened.session, member_id)
        if member is None:
            return None
        async with self.database.reading() as source:
            found = await list_notifications(source, member, now=now)
        since = last_issue(now) - WEEK
        chosen = chosen_for_letter(found.notifications, choices, since=since)
        if not chosen:
            return None
        return compose_letter(self.sender, member, chosen, message_id=name, now=now)

    async def preview(self) -> list[EmailMessage]:
        """Returns the letters that would be sent now; stores and sends nothing."""
        async with transaction(self.database) as opened:
            members = await list_recipients(opened.session)
        composed = [await self.compose(one, name=f"preview-{one}") for one in members]
        return [message for message in composed if message is not None]

    async def _send(self, mailer: Mailer, letter: ClaimedLetter) -> LetterState:
        message = await self.compose(letter.member_id, name=f"letter-{letter.week}-{letter.id}")
        return "empty" if message is None else await mailer.send(message)

    async def _settle(self, letter: ClaimedLetter, state: LetterState) -> None:
        async with transaction(self.database) as opened:
            await settle_letter(opened, letter, state=state, now=self.now())
        log.info("letter_settled", state=state, attempts=letter.attempts)


@asynccontextmanager
async def letter_delivery(letters: Letters) -> AsyncIterator[None]:
    """Delivers letters every minute in the block; does nothing without a mailer."""
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
    while True:
        await asyncio.sleep(PAUSE_S)
        try:
            await letters.deliver()
        except Exception:
            log.exception("letters_not_delivered")
