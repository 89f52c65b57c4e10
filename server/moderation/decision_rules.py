"""Rules of decisions: what each fits, its fields, and whether the thing is as it was read."""

from collections.abc import Mapping
from datetime import datetime

from server.contracts.texts import normalise
from server.errors import Refusal
from server.moderation.profile_parts import checked_parts
from server.moderation.rules import OF_CULTIVARS, Subject
from server.moderation.schemas import NewDecision, ReportedThing, SubjectKind

# Kinds of subjects that a decision fits; decisions that are not listed fit every kind.
_BY_MEMBERS: frozenset[SubjectKind] = frozenset({"post", "comment", "member"})
KINDS_OF_DECISION: Mapping[str, frozenset[SubjectKind]] = {
    "accept": frozenset({"cultivar"}),
    "warn": _BY_MEMBERS,
    "suspend": _BY_MEMBERS,
    "sign-out": _BY_MEMBERS,
    "hide": frozenset({"post", "comment"}),
    "remove": frozenset({"post", "comment"}),
    "lock": frozenset({"post"}),
    "reset": frozenset({"member"}),
    "move": frozenset({"post"}),
}
# A text that is held is shown, hidden or removed; its author may be suspended.
DECISIONS_ON_HELD = frozenset({"keep", "hide", "remove", "suspend"})
# Decisions that are never refused for an edit of the thing, as authors could prevent them by
# editing again and again: those about the author stay right, and hiding can be undone.
DECISIONS_DESPITE_EDITS = frozenset({"hide", "suspend", "sign-out"})
# Fields that one decision alone uses: that decision, and the refusal with any other.
_FIELDS_OF_DECISION: Mapping[str, tuple[str, str]] = {
    "everything": ("suspend", "moderation.errors.everything"),
    "days": ("suspend", "moderation.errors.unusedDays"),
    "category": ("move", "moderation.errors.unusedCategory"),
    "edition": ("accept", "moderation.errors.unusedEdition"),
    "parts": ("reset", "moderation.errors.decision"),
}
SUSPENSION_DAYS_MOST = 3650


def check_decision(decision: NewDecision, subject: Subject) -> None:
    """Raises Refusal 422 for a decision that does not fit its subject, or a field that is wrong.

    Wrong are a field that only another decision uses, days outside of the limit, an empty or
    unknown list of profile parts, and, for a record of a cultivar, a rule not in OF_CULTIVARS.
    """
    kinds = KINDS_OF_DECISION.get(decision.decision)
    if kinds is not None and subject.kind not in kinds:
        raise Refusal("moderation.errors.decision", 422)
    if subject.kind == "cultivar" and decision.rule not in OF_CULTIVARS:
        raise Refusal("moderation.errors.rule", 422)
    for name, (user, code) in _FIELDS_OF_DECISION.items():
        if getattr(decision, name) not in {None, False} and decision.decision != user:
            raise Refusal(code, 422)
    if decision.days is not None:
        _check_days(decision.days)
    if decision.parts is not None:
        checked_parts(decision.parts)


def check_unchanged(thing: ReportedThing, edited_at: datetime | None) -> None:
    """Raises Refusal 409 for a thing that was edited since a moderator read it.

    `edited_at` is its last edit as the moderator read it, None for none.
    """
    if thing.edited_at != edited_at:
        raise Refusal("moderation.errors.changed", 409)


def whole_days(text: str) -> int:
    """Parses the days of a suspension; raises Refusal 422 for text that is not 1 to 4 digits."""
    given = normalise(text)
    if not (given.isascii() and given.isdigit() and len(given) <= 4):
        raise _wrong_days()
    return int(given)


def _check_days(days: int) -> None:
    """Raises Refusal 422 for a suspension of no day, or of too many."""
    if not 0 < days <= SUSPENSION_DAYS_MOST:
        raise _wrong_days()


def _wrong_days() -> Refusal:
    """Returns Refusal 422 for days of a suspension that are no number within the limit."""
    return Refusal("moderation.errors.days", 422, params={"most": SUSPENSION_DAYS_MOST})
