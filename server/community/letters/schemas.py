"""Request and response bodies of notification choices; states of a letter."""

from datetime import datetime
from typing import Literal

import msgspec

# "on": shown on the site. "letter": also in the weekly letter. "off": neither.
Channel = Literal["on", "off", "letter"]

# How a hand-over ended. "empty": there was nothing to report. "postponed": not taken, to be tried
# again. "refused": not taken for good. "bounced": the address does not exist. "unknown": the
# connection was lost while the server had the message.
Outcome = Literal["sent", "empty", "postponed", "refused", "bounced", "unknown"]
# waiting, then sending, then one of the others.
LetterState = Literal["waiting", "sending", "sent", "empty", "failed", "bounced", "unknown"]


class NotificationChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Channel of each kind of notification."""

    comment: Channel = "on"
    reply: Channel = "on"
    mention: Channel = "on"
    answer: Channel = "on"
    like: Channel = "on"
    follow: Channel = "on"
    question: Channel = "on"
    report: Channel = "on"
    decision: Channel = "on"


class NotificationSettings(msgspec.Struct, frozen=True):
    """Choices of a member, and what the weekly letter needs."""

    choices: NotificationChoices
    # False while the site has no mail server.
    is_letter_offered: bool
    # Address of the letter; null without one.
    email: str | None
    # Null without a consent to the letter.
    consented_at: datetime | None


class SettingsChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All choices, and whether the member consents to the weekly letter."""

    choices: NotificationChoices
    consents: bool


class SettingsForm(msgspec.Struct, frozen=True):
    """Form of the notifications page; `member` is the member whose page it was on."""

    member: str
    comment: Channel = "on"
    reply: Channel = "on"
    mention: Channel = "on"
    answer: Channel = "on"
    like: Channel = "on"
    follow: Channel = "on"
    question: Channel = "on"
    report: Channel = "on"
    decision: Channel = "on"
    # Sent if the box is ticked.
    consent: str = ""


class EndForm(msgspec.Struct, frozen=True):
    """Form that ends the letter without a sign-in, by the token of a letter's link."""

    member: str
    token: str
    language: str = "en"
