"""Rules of moderation: reports and their reasons, decisions, roles, and entries of the log."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Self, cast, get_args

from server.contracts.limits import LIMITS
from server.contracts.texts import is_blank, may_be_name, normalise
from server.errors import Refusal, StartRefused
from server.moderation.schemas import HoldRule, ReportReason, SubjectKind

Action = Literal[
    "remove-post",
    "remove-comment",
    "hide-post",
    "hide-comment",
    "hold-post",
    "hold-comment",
    "release-post",
    "release-comment",
    "lock-comments",
    "move-post",
    "warn",
    "suspend",
    "sign-out",
    "reset-profile",
    "restore-profile",
    "restore-post",
    "restore-comment",
    "unlock-comments",
    "return-post",
    "withdraw-warning",
    "reinstate",
    "keep",
    "accept-correction",
    "uphold-decision",
    "reverse-decision",
    "choose-answer",
    "clear-answer",
    "grant-role",
    "revoke-role",
    "list-word",
    "unlist-word",
]

# Actions that can be undone, each with the action that undoes it.
UNDOS: Mapping[str, Action] = {
    "hide-post": "restore-post",
    "hide-comment": "restore-comment",
    "lock-comments": "unlock-comments",
    "move-post": "return-post",
    "suspend": "reinstate",
    "warn": "withdraw-warning",
    "reset-profile": "restore-profile",
    "release-post": "hold-post",
    "release-comment": "hold-comment",
}
# Author of the log entries about texts that the site holds.
SITE = "site"
REASON_CHARACTERS_MOST = 1000
NAME_CHARACTERS_MOST = 80
# Moderators' and administrators' actions need a sign-in that is no older than this.
RECENT = timedelta(minutes=15)
# Time in which the member can appeal against a decision.
APPEAL_LIFE = timedelta(days=30)

_SUBJECT = re.compile(
    "(post|comment):([1-9][0-9]{0,17})|(member):([0-9a-f-]{36})|(cultivar):([a-z0-9-]{1,39})"
)
_EDITION = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}\.[0-9]{1,3}")
# Reasons of reports on a record of the catalogue, and rules of the decisions on them.
OF_CULTIVARS = frozenset({"wrongFact", "rights", "other"})
_MEMBER_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_ADDRESS = re.compile(r"[^@\s]{1,64}@[^@\s.]+(\.[^@\s.]+)+")
ADDRESS_CHARACTERS_MOST = 254


@dataclass(frozen=True, slots=True)
class Subject:
    """Post, comment, member or record of a cultivar that a report is about."""

    kind: SubjectKind
    # Id of a post or comment.
    number: int | None = None
    member_id: str | None = None
    cultivar: str | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.number or self.member_id or self.cultivar}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parses a subject's kind and id, such as post:12; raises Refusal 404 for other text."""
        found = _SUBJECT.fullmatch(text)
        if found is None:
            raise unknown_subject()
        kind, number, member, member_id, cultivar, cultivar_id = found.groups()
        if member:
            return cls("member", member_id=member_id)
        if cultivar:
            return cls("cultivar", cultivar=cultivar_id)
        return cls(cast("SubjectKind", kind), number=int(number))


@dataclass(frozen=True, slots=True)
class Attribution:
    """Author of a moderation change, the reason, and the rule that the reason names."""

    made_by: str
    reason: str
    # Rule of the guidelines that the reason names, or rule that held the text.
    rule: ReportReason | HoldRule | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModerationChange:
    """Change to log: action, subject and details, without its attribution and time."""

    action: Action
    subject_kind: SubjectKind | Literal["word"]
    subject_id: int | None = None
    member_id: str | None = None
    details: dict[str, str | int | None] = field(default_factory=dict)
    # Pseudonym of a member who has left.
    former_member: str | None = None
    # Entry that this change undoes.
    undoes: int | None = None


def member_id_in(text: str) -> str:
    """Returns the member's id that an id or the address of a member's page contains, else ""."""
    found = _MEMBER_ID.search(text.lower())
    return found.group() if found else ""


def unknown_subject() -> Refusal:
    """Returns Refusal 404 for a report's subject that does not exist."""
    return Refusal("report.unknown", 404)


def checked_reason(reason: str) -> ReportReason:
    """Returns the reason if it is one of ReportReason, else raises Refusal 422."""
    if reason not in get_args(ReportReason):
        raise Refusal("report.errors.reason", 422)
    return cast("ReportReason", reason)


def checked_rule(rule: str) -> ReportReason | HoldRule:
    """Returns a rule of the guidelines or of holds; raises Refusal 422 for any other text."""
    if rule in get_args(HoldRule):
        return cast("HoldRule", rule)
    return checked_reason(rule)


def check_correction(subject: Subject, reason: ReportReason, note: str | None) -> None:
    """Raises Refusal 422 for a report on a cultivar's record that does not say what is wrong.

    That is one without a note, or with a reason that is not in OF_CULTIVARS. A report on any other
    subject passes.
    """
    if subject.kind != "cultivar":
        return
    if reason not in OF_CULTIVARS:
        raise Refusal("report.errors.reason", 422)
    if note is None:
        raise Refusal("report.errors.correction", 422)


def checked_edition(text: str | None, *, present: str) -> str:
    """Returns the version of the catalogue's edition that contains an accepted correction.

    An empty text means `present`, the edition of this site. Raises Refusal 422 for text that is no
    version number.
    """
    version = normalise(text or "") or present
    if not _EDITION.fullmatch(version):
        raise Refusal("moderation.errors.edition", 422)
    return version


def checked_note(note: str | None) -> str | None:
    """Returns a note of one line in normal form, or None if it is empty.

    Raises Refusal 422 for a note that is too long or has several lines or forbidden characters.
    """
    line = normalise(note or "")
    if is_blank(line):
        return None
    most = LIMITS.report_note_characters
    if len(line) > most or "\n" in line:
        raise Refusal("report.errors.note", 422, params={"most": most})
    if not may_be_name(line):
        raise Refusal("report.errors.noteCharacters", 422)
    return line


def checked_contact(address: str) -> str:
    """Returns a visitor's e-mail address, trimmed; raises Refusal 422 for any other text."""
    given = address.strip()
    if len(given) > ADDRESS_CHARACTERS_MOST or not _ADDRESS.fullmatch(given):
        raise Refusal("report.errors.contact", 422)
    return given


def check_recent_sign_in(signed_in_at: datetime, now: datetime) -> None:
    """Raises Refusal 403 if the sign-in of a moderator or administrator is older than RECENT."""
    if now - signed_in_at > RECENT:
        minutes = int(RECENT.total_seconds()) // 60
        raise Refusal("moderation.errors.signInAgain", 403, params={"minutes": minutes})


def checked_attribution(
    *, made_by: str, reason: str, rule: ReportReason | None = None
) -> Attribution:
    """Returns the attribution of a command; raises StartRefused for an invalid name or reason.

    Both are required, of one line and of limited length.
    """
    return Attribution(
        made_by=_checked(made_by, "--by", most=NAME_CHARACTERS_MOST),
        reason=_checked(reason, "--reason", most=REASON_CHARACTERS_MOST),
        rule=rule,
    )


def _checked(text: str, option: str, *, most: int) -> str:
    """Returns the value of a command line option in normal form.

    Raises StartRefused for an empty value, one of more than `most` characters or of more lines.
    """
    line = normalise(text)
    if is_blank(line):
        raise StartRefused(f"{option} is empty; the record needs it.")
    if len(line) > most or not may_be_name(line):
        raise StartRefused(f"{option} must be one line of at most {most} plain characters.")
    return line
