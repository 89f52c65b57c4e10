"""Request and response bodies of appeals and of the answers to them."""

from datetime import datetime
from typing import Literal

import msgspec

from server.contracts.numbers import RowId
from server.moderation.schemas import ReportedThing


class NewAppeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Appeal against a decision about the member."""

    entry_id: RowId
    note: str


class AppealForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Appeal as the form of the account page sends it."""

    # Id of the member whose page it was.
    member: str
    entry_id: RowId
    note: str = ""
    language: str = "en"


AppealOutcome = Literal["upheld", "reversed"]


class AppealView(msgspec.Struct, frozen=True):
    """Open appeal as moderators read it, with the decision that it is about."""

    entry_id: int
    created_at: datetime
    note: str
    action: str
    decided_at: datetime
    rule: str | None
    reason: str | None
    post_id: int | None
    member_id: str
    member_name: str
    # The reader took the decision.
    is_own_decision: bool
    # The reader is not the member, has the rank, and is another moderator if there is one.
    may_answer: bool
    # Post, comment or member that the decision is about; null once it is gone.
    thing: ReportedThing | None = None


class AppealList(msgspec.Struct, frozen=True):
    """Open appeals, oldest first."""

    appeals: tuple[AppealView, ...]


class AppealDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decision on an appeal; the member reads the note."""

    entry_id: RowId
    outcome: AppealOutcome
    note: str
    # `edited_at` of the thing as the moderator read it; compared before what was hidden comes back.
    edited_at: datetime | None = None


class AppealDecisionForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decision on an appeal as the form of the moderators' page sends it."""

    # Id of the moderator whose page it was.
    member: str
    entry_id: RowId
    outcome: AppealOutcome
    note: str = ""
    edited_at: datetime | None = None
    language: str = "en"
