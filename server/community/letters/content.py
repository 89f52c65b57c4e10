"""Content of a weekly letter: the week's notifications, as plain text and HTML."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from server.accounts.sessions.tokens import Secret, are_equal
from server.community.letters.header_policy import LETTER
from server.community.letters.rules import WEEK
from server.community.letters.schemas import NotificationChoices
from server.community.notices.rules import choice_of
from server.community.schemas import Notification
from server.contracts.locales import has_message, text
from server.contracts.routes import Language, path_for
from server.web.viewer import Member

TEXT_CHARACTERS = 40
# Notifications of a letter at most; it names the number of the others.
LINES_MOST = 50
# Keys of messages for several comments of a kind.
SEVERAL = {"comment": "comments", "reply": "replies", "mention": "mentions"}
PURPOSE = "letter-end"


@dataclass(frozen=True, slots=True)
class Sender:
    """Site as the sender of letters; the law requires name, address and contact."""

    origin: str
    # E-mail address in the field From.
    address: str
    # Names of the site.
    names: dict[Language, str]
    # Lines at the end of a letter with the operator's name, postal address and contact.
    particulars: tuple[str, ...]
    secret: Secret

    def token_of(self, member_id: str) -> str:
        """Returns the token of the link that ends a member's letter; it does not expire."""
        return self.secret.key_of(f"{PURPOSE}:{member_id}").hex()

    def is_token_of(self, member_id: str, token: str) -> bool:
        """Returns whether a token is that of the member, in constant time."""
        return are_equal(token, self.token_of(member_id))


class LetterLine(NamedTuple):
    """One notification of a letter, and the page that it leads to."""

    sentence: str
    url: str


def chosen_for_letter(
    notifications: Sequence[Notification], choices: NotificationChoices, *, issue: datetime
) -> list[Notification]:
    """Returns the notifications of the week before the issue whose channel is the letter.

    Kinds without a setting are actions of moderators: they have the channel of `decision` and come
    first, so that a long letter leaves out none of them.
    """
    channels = msgspec.structs.asdict(choices)
    chosen = [
        one
        for one in notifications
        if issue - WEEK < one.at <= issue
        and channels.get(choice_of(one.kind), choices.decision) == "letter"
    ]
    return sorted(chosen, key=lambda one: choice_of(one.kind) in channels)


def compose_letter(
    sender: Sender,
    member: Member,
    notifications: Sequence[Notification],
    *,
    message_id: str,
    now: datetime,
) -> EmailMessage:
    """Composes the letter as an e-mail message in plain text and HTML.

    It has the first LINES_MOST notifications and the number of the others.
    `message_id` is the part of the Message-ID before the `@`, the same for each attempt to send.
    """
    language, site = member.language, sender.names[member.language]
    query = urlencode({"member": member.id, "token": sender.token_of(member.id)})
    end_page = f"{sender.origin}{path_for('letterEnd', language)}?{query}"
    subject = text(language, "outside.letter.subject", site=site)
    values = {
        "language": language,
        "subject": subject,
        "greeting": text(language, "outside.letter.greeting", name=_one_line(member.display_name)),
        "lead": text(language, "outside.letter.lead", site=site),
        "lines": [_line(sender, language, one) for one in notifications[:LINES_MOST]],
        "more": _count_more(language, len(notifications) - LINES_MOST),
        "all_label": text(language, "outside.letter.all"),
        "all_url": sender.origin + path_for("notifications", language),
        "why": text(language, "outside.letter.why", site=site),
        "end_label": text(language, "outside.letter.end"),
        "end_url": end_page,
        "sender": text(language, "outside.letter.sender", site=site),
        "particulars": sender.particulars,
        "site_url": sender.origin + path_for("home", language),
    }
    message = EmailMessage(policy=LETTER)
    message["From"] = sender.address
    message["To"] = member.email
    message["Subject"] = subject
    message["Date"] = format_datetime(now)
    message["Message-ID"] = f"<{message_id}@{urlsplit(sender.origin).hostname}>"
    # RFC 8058: mail programs end the letter by one press, without opening a page. Others open the
    # address, which then leads to the page in this language.
    end = f"{sender.origin}/api/letters/end?{query}&language={language}"
    message["List-Unsubscribe"] = f"<{end}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(_templates().get_template("message.txt.jinja").render(values))
    html = _templates().get_template("message.html.jinja").render(values)
    message.add_alternative(html, subtype="html")
    return message


def _count_more(language: Language, number: int) -> str:
    """Returns the sentence that says how many notifications the letter leaves out; "" for none."""
    return text(language, "outside.letter.more", count=number) if number > 0 else ""


def _line(sender: Sender, language: Language, one: Notification) -> LetterLine:
    """Returns the sentence of a notification and the address of the page that it is about."""
    if one.cultivar is not None:
        record = path_for("cultivar", language, params={"id": one.cultivar})
        return LetterLine(_sentence(language, one), sender.origin + record)
    if one.post_id is None:
        return LetterLine(_sentence(language, one), sender.origin + path_for("account", language))
    path = path_for("post", language, params={"id": str(one.post_id)})
    place = "" if one.is_of_post else "#comments"
    return LetterLine(_sentence(language, one), f"{sender.origin}{path}{place}")


def _sentence(language: Language, one: Notification) -> str:
    """Returns the sentence of a notification, the same as on the notifications page.

    The post's text is cut to TEXT_CHARACTERS; a kind without a message is its own sentence.
    """
    shown = _one_line(one.text)
    if len(shown) > TEXT_CHARACTERS:
        shown = f"{shown[:TEXT_CHARACTERS]}…"
    name = _name(language, one)
    key = SEVERAL.get(one.kind, one.kind) if one.count > 1 else one.kind
    known = f"notifications.{key}"
    if not has_message(language, known):
        return one.kind
    return text(language, known, text=shown, name=name, count=one.count)


def _name(language: Language, one: Notification) -> str:
    """Returns the name of the member who acted, in the form that a sentence needs.

    Of a correction it is the English name of the cultivar, of an unknown member a phrase.
    """
    if one.name is None:
        return text(language, "notifications.former")
    name = _one_line(one.name)
    return name if one.cultivar else text(language, "notifications.person", name=name)


def _one_line(written: str) -> str:
    """Replaces white space by single spaces."""
    return " ".join(written.split())


@cache
def _templates() -> Environment:
    """Returns the environment of the letters' templates.

    An unset variable is an error, and HTML is escaped.
    """
    return Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=select_autoescape(("html.jinja",)),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
    )
