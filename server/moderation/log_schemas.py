"""Response bodies of the complete moderation log."""

from datetime import datetime

import msgspec

from server.moderation.schemas import ProfilePart, ReportedThing


class LogDetails(msgspec.Struct, frozen=True, omit_defaults=True):
    """What exactly was decided; a detail that the action does not have is null or empty."""

    # Role that was given.
    role: str | None = None
    # Day on which a suspension ends, in Japan; null for one without an end.
    until: str | None = None
    # Categories from which and to which a post moved.
    before: str | None = None
    category: str | None = None
    # Parts of a profile that were reset.
    parts: tuple[ProfilePart, ...] = ()
    word: str | None = None
    # Edition with a correction.
    edition: str | None = None


class LogEntry(msgspec.Struct, frozen=True):
    """Entry of the moderation log as role holders read it; names are null for unknown members."""

    id: int
    created_at: datetime
    action: str
    # Id of the moderator, or the name that the command line gave; null if it is about the reader.
    made_by: str | None
    made_by_name: str | None
    # Kind and id, such as post:12; of an entry about a member who has left, only the kind.
    subject: str
    # Post that it is about, or whose comment it is about; null once the post is gone.
    post_id: int | None
    member_id: str | None
    member_name: str | None
    rule: str | None
    note: str | None
    # Pseudonym of a member who has left.
    former_member: str | None
    # The entry is of an act that can be undone by the reader, and was not.
    can_undo: bool = False
    # Hidden post or comment that the undo would show again; null for other entries.
    thing: ReportedThing | None = None
    # Null for an action without details.
    details: LogDetails | None = None


class LogPage(msgspec.Struct, frozen=True):
    """Entries, newest first; `next` is the value of `before` for older ones."""

    entries: tuple[LogEntry, ...]
    next: int | None
