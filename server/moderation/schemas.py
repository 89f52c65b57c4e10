"""Request and response bodies of reports, of the moderators' queue and of decisions."""

from datetime import datetime
from typing import Literal

import msgspec

from server.contracts.numbers import RowId

SubjectKind = Literal["post", "comment", "member", "cultivar"]
ReportReason = Literal[
    "spam", "rude", "wrongCategory", "personalData", "rights", "wrongFact", "other"
]
# Rules by which the site holds a text for review.
HoldRule = Literal["links", "repeat", "burst", "word"]
AppealState = Literal["open", "upheld", "reversed"]
Decision = Literal[
    "keep", "warn", "hide", "remove", "lock", "move", "reset", "suspend", "sign-out", "accept"
]
# Actions of the log that can be undone; `UNDOS` of `rules.py` has the action of each undo.
UndoableAction = Literal[
    "hide-post",
    "hide-comment",
    "release-post",
    "release-comment",
    "lock-comments",
    "move-post",
    "suspend",
    "warn",
    "reset-profile",
]

ProfilePart = Literal["name", "bio", "picture", "collections"]
# Fields of a post that moderators read beside title and content.
ShortField = Literal["rating", "price_yen", "shop_name", "harvest_period", "processing_method"]


class NewReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Report of a member; the subject is kind and id, such as post:12."""

    subject: str
    reason: str
    note: str | None = None


class ReportForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Fields of the form that needs no script; `contact` is a visitor's e-mail address."""

    subject: str
    language: str = "en"
    reason: str = ""
    note: str = ""
    contact: str = ""
    # Id of the member whose page it was; empty on a visitor's page.
    member: str = ""


class ReportReceipt(msgspec.Struct, frozen=True):
    """Answer to a report; it is not new if the member has an open one on the same thing."""

    subject: str
    is_new: bool


class ReportedThing(msgspec.Struct, frozen=True):
    """Post, comment, member or record that the page of a report is about."""

    subject: str
    kind: SubjectKind
    # Post to which it leads; null for a member and a cultivar.
    post_id: int | None
    # Null after the author has left.
    member_id: str | None
    author: str | None
    text: str
    # Short fields of a post that are filled in.
    fields: tuple["FilledField", ...] = ()
    # Rule that holds it for review; null for what is not held.
    held: str | None = None
    # Its author deleted it a moment ago, and may still undo that.
    is_deleted: bool = False
    # Pictures of a post, or the picture of a member, in the moderators' queue.
    images: tuple["ReportedPicture", ...] = ()
    # Parts of a member's profile that a reset would empty.
    filled: tuple[ProfilePart, ...] = ()
    # Names of the collections that a member shares, in the moderators' queue.
    collections: tuple[str, ...] = ()
    # Last edit, for moderators also the last change of a profile; null without one.
    edited_at: datetime | None = None


class FilledField(msgspec.Struct, frozen=True):
    """Short field of a reported post, with its value as text."""

    name: ShortField
    text: str


class ReportedPicture(msgspec.Struct, frozen=True):
    """Picture of a reported post or member; of a reset profile as a data URL."""

    url: str
    width: int
    height: int
    alt: str | None


class ReportView(msgspec.Struct, frozen=True):
    """Report as moderators read it, without its reporter."""

    reason: str
    note: str | None
    contact: str | None
    created_at: datetime
    is_of_member: bool


class CaseView(msgspec.Struct, frozen=True):
    """Open reports on one thing; `thing` is null once it is gone."""

    subject: str
    kind: SubjectKind
    thing: ReportedThing | None
    reports: tuple[ReportView, ...]
    # Id of the newest report that the moderator has seen.
    seen: int
    # Entries of the moderation log about the same member.
    earlier: int
    # Pseudonym of an author who has left.
    former_member: str | None = None
    # Author, also of a thing that is gone; null after they have left.
    member_id: str | None = None
    author: str | None = None
    # What it said when it was reported, where it says something else now; the newest last.
    reported_texts: tuple[str, ...] = ()
    # Pictures that its author took out of the post after it was reported.
    replaced_pictures: tuple[ReportedPicture, ...] = ()


class CaseList(msgspec.Struct, frozen=True):
    """Open cases, those with most reporters first, with the number of all; undoable acts."""

    cases: tuple[CaseView, ...]
    total: int
    acts: tuple["RecentAct", ...] = ()
    # Value of `after` for further cases; null after the last one.
    next: str | None = None


class NewDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decision on a case; `seen` is the newest report that the moderator has read."""

    subject: str
    decision: Decision
    seen: RowId
    rule: ReportReason
    note: str | None = None
    # Length of a suspension; null for one without an end.
    days: int | None = None
    # With a suspension: removes every post and comment of the author.
    everything: bool = False
    # With a move: where to.
    category: str | None = None
    # With an accepted correction: version of the edition that has it.
    edition: str | None = None
    # With a reset: which parts of the profile; null for all.
    parts: tuple[ProfilePart, ...] | None = None
    # `edited_at` of the thing as the moderator read it; another one now refuses the decision.
    edited_at: datetime | None = None


class DecisionForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Decision as the form of the moderators' page sends it."""

    subject: str
    decision: Decision
    seen: RowId
    rule: ReportReason
    # Id of the member whose page it was.
    member: str
    note: str = ""
    days: str = ""
    everything: str = ""
    category: str = ""
    edition: str = ""
    # Sent with every decision, read with a reset.
    parts: list[str] | str = ""
    edited_at: datetime | None = None
    language: str = "en"


class NewUndo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Undo of an act; the author reads the note."""

    note: str | None = None
    # `edited_at` of the thing as the moderator read it; compared before what was hidden comes back.
    edited_at: datetime | None = None


class UndoForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Undo as the form of the moderators' page sends it."""

    # Id of the member whose page it was.
    member: str
    note: str = ""
    edited_at: datetime | None = None
    language: str = "en"


class RecentAct(msgspec.Struct, frozen=True):
    """Act of a moderator that can be undone, with the thing if it still exists."""

    id: int
    action: UndoableAction
    created_at: datetime
    rule: str | None
    note: str | None
    thing: ReportedThing | None
    # Pseudonym of the member concerned, who has left.
    former_member: str | None = None
    # Member concerned, also once the thing is gone; null after they have left.
    member_id: str | None = None
    member_name: str | None = None


class DecisionReceipt(msgspec.Struct, frozen=True):
    """Number of reports that a decision closed, and visitors' addresses to answer to."""

    closed: int
    contacts: tuple[str, ...]


class DecisionCount(msgspec.Struct, frozen=True):
    """Number of decisions of one kind in a month (UTC) by the rule that they name."""

    year: int
    month: int
    action: str
    rule: str | None
    count: int


class OwnDecision(msgspec.Struct, frozen=True):
    """Decision that concerns the member, without the moderator's name."""

    action: str
    created_at: datetime
    rule: str | None
    note: str | None
    # Post that it is about, or whose comment it is about; of a removal only the post of a comment.
    post_id: int | None = None
    id: int = 0
    # Null without an appeal.
    appeal: AppealState | None = None
    can_appeal: bool = False
    # Answer to an appeal by the moderator who decided, because no other may answer.
    by_same_moderator: bool = False
    # Parts of the profile that were reset.
    parts: tuple[ProfilePart, ...] = ()
    # Number of the post or comment; null for a decision about a member.
    subject_id: int | None = None
    # When a removed post or comment was written; null for removals of earlier releases.
    written_at: datetime | None = None
