"""Rules of the weekly letter: its week, its time, pauses between attempts, and checked choices."""

from datetime import datetime, timedelta

import msgspec

from server.community.letters.schemas import NotificationChoices, SettingsChange
from server.contracts.reference import JAPAN
from server.errors import Refusal

# Letters are sent from this hour of Monday on, in Japan's time.
HOUR = 8
WEEK = timedelta(days=7)
ATTEMPTS_MOST = 6
FIRST_PAUSE = timedelta(minutes=5)
# A hand-over takes seconds; one that is this old was interrupted.
HAND_OVER_MOST = timedelta(minutes=10)
# Settled letters are deleted after this time.
KEPT = timedelta(days=90)


def last_issue(now: datetime) -> datetime:
    """Returns the time of the last issue: the latest Monday, 8 o'clock in Japan, up to `now`."""
    local = now.astimezone(JAPAN)
    monday = (local - timedelta(days=local.weekday())).replace(
        hour=HOUR, minute=0, second=0, microsecond=0
    )
    return monday if monday <= local else monday - WEEK


def week_of(issue: datetime) -> str:
    """Returns the date of an issue in Japan, such as 2026-11-23."""
    return issue.astimezone(JAPAN).date().isoformat()


def next_attempt(attempts: int, now: datetime) -> datetime | None:
    """Returns the time of the next attempt to send a letter; None after ATTEMPTS_MOST of them.

    Each pause is twice the one before. `attempts` is the number of attempts so far, at least 1.
    """
    if attempts >= ATTEMPTS_MOST:
        return None
    pause: timedelta = FIRST_PAUSE * 2 ** (attempts - 1)
    return now + pause


def has_letter(choices: NotificationChoices) -> bool:
    """Returns whether the letter is the channel of at least one kind of notification."""
    return "letter" in msgspec.structs.astuple(choices)


def check_settings(change: SettingsChange, *, is_offered: bool, email: str | None) -> None:
    """Raises Refusal 422 for a letter without mail server, address or consent.

    Also if moderators' decisions are off: the author has the right to know them.
    """
    if change.choices.decision == "off":
        raise Refusal("notifications.errors.decision", 422)
    if not has_letter(change.choices):
        return
    if not is_offered:
        raise Refusal("notifications.errors.noServer", 422)
    if email is None:
        raise Refusal("notifications.errors.noAddress", 422)
    if not change.consents:
        raise Refusal("notifications.errors.consent", 422)
