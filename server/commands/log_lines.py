"""Entries of the moderation log as lines of the command line."""

from server.moderation.tables import ModerationEntry

INSTANT = "%Y-%m-%dT%H:%M:%SZ"
# Kinds of subjects that belong to no member.
OF_NO_MEMBER = ("cultivar", "word")


def write_line(entry: ModerationEntry) -> str:
    """Returns an entry of the log as a line."""
    subject = (
        entry.subject_kind
        if entry.subject_id is None
        else (f"{entry.subject_kind} {entry.subject_id}")
    )
    told = [
        entry.created_at.strftime(INSTANT),
        entry.made_by,
        entry.action,
        subject,
        *([] if entry.subject_kind in OF_NO_MEMBER else [_member(entry)]),
        *(f"{name} {value}" for name, value in entry.details.items() if value is not None),
        entry.reason,
        f"entry {entry.id}",
    ]
    return " | ".join(told)


def _member(entry: ModerationEntry) -> str:
    """Returns the member whom an entry concerns; a former one by pseudonym, if it was stored."""
    if entry.member_id:
        return f"member {entry.member_id}"
    former = f"member {entry.former_member}" if entry.former_member else "member"
    return f"{former} who has left"
