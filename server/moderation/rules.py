"""Rules of the moderation log: moderator, reason and kinds of change."""

from dataclasses import dataclass, field
from typing import Literal

from server.contracts.texts import is_blank, may_be_name, normalise
from server.errors import StartRefused

Action = Literal["remove-post", "remove-comment", "suspend", "reinstate"]
SubjectKind = Literal["post", "comment", "member"]

REASON_CHARACTERS_MOST = 1000
NAME_CHARACTERS_MOST = 80


@dataclass(frozen=True, slots=True)
class Attribution:
    """Who makes a moderation change, and why."""

    made_by: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModerationChange:
    """A moderation change, without its attribution and time."""

    action: Action
    subject_kind: SubjectKind
    subject_id: int | None = None
    member_id: str | None = None
    details: dict[str, str | int | None] = field(default_factory=dict)


def checked_attribution(*, made_by: str, reason: str) -> Attribution:
    """Returns the attribution; raises StartRefused if name or reason is empty or too long."""
    return Attribution(
        made_by=_checked(made_by, "--by", most=NAME_CHARACTERS_MOST),
        reason=_checked(reason, "--reason", most=REASON_CHARACTERS_MOST),
    )


def _checked(text: str, option: str, *, most: int) -> str:
    line = normalise(text)
    if is_blank(line):
        raise StartRefused(f"{option} is empty; the record needs it.")
    if len(line) > most or not may_be_name(line):
        raise StartRefused(f"{option} must be one line of at most {most} plain characters.")
    return line
