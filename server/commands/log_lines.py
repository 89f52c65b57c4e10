"""Entries of the moderation log as lines of the command line."""

from server.moderation.tables import ModerationEntry

INSTANT = "%Y-%m-%dT%H:%M:%SZ"


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
        f"member {entry.member_id or _former(entry)}",
        *(f"{name} {value}" for name, value in entry.details.items() if value is not None),
        entry.reason,
        f"entry {entry.id}",
    ]
    return " | ".join(told)


def _former(entry: ModerationEntry) -> str:
    """Returns the name in the log of a member who has left; earlier entries have no pseudonym."""
    return f"{entry.former_member} who has left" if entry.former_member else "who has left"
