"""Tables of reports and of the moderation log; their rows outlive what they are about."""

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, mapped_column

from server.database.declarative import ID, IDS_OF, Base, BigId, Json, UtcDateTime

PSEUDONYM = sa.String(8)


class ModerationEntry(Base):
    """Entry of the moderation log; of the member it holds only the id."""

    __tablename__ = "moderation_log"

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Account of a moderator, or the pseudonym after they have left; a name given to a command.
    made_by: Mapped[str] = mapped_column(sa.String(80))
    action: Mapped[str] = mapped_column(sa.String(32))
    # Id of the post or comment; null for other subjects. New comments get ids above all of these
    # after a backup is restored; posts have `removed_posts` for that.
    subject_kind: Mapped[str] = mapped_column(sa.String(16))
    subject_id: Mapped[int | None] = mapped_column(BigId, info={IDS_OF: "comments"})
    # Member concerned; null after they have left.
    member_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    # Pseudonym of the member after they have left; null if they left before revision 0029.
    former_member: Mapped[str | None] = mapped_column(PSEUDONYM)
    reason: Mapped[str] = mapped_column(sa.Text())
    details: Mapped[dict[str, str | int | None]] = mapped_column(Json)


class UndoneEntry(Base):
    """Entry of the log whose action was undone; the primary key refuses a second undo."""

    __tablename__ = "undone_entries"

    entry_id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=False)


class ResetProfile(Base):
    """Name, bio and picture that a moderator reset, for the undo and an appeal.

    It is deleted with the undo, with the account, and once no appeal is possible or open.
    """

    __tablename__ = "reset_profiles"

    entry_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("moderation_log.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    display_name: Mapped[str | None] = mapped_column(sa.String(50))
    bio: Mapped[str | None] = mapped_column(sa.Text())
    # As a data URL: in the store everybody could still open the picture by its address.
    picture: Mapped[str | None] = mapped_column(sa.Text())
    # Hashes of the pixels of the picture, as in `profiles`.
    fingerprints: Mapped[list[str] | None] = mapped_column(Json)


class Report(Base):
    """Report on a post, comment, member or cultivar; a member has one open report on each."""

    __tablename__ = "reports"
    __table_args__ = (
        sa.UniqueConstraint("open_key"),
        sa.Index(None, "closed_at", "subject"),
        # A decision closes the reports up to the id that the moderator read.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    # Null for a visitor, and after the member has left.
    reporter_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    # E-mail address of a visitor, for the answer; null once the report is closed.
    contact: Mapped[str | None] = mapped_column(sa.String(254))
    # What the member had written when it was reported, since an edit replaces it; null for a
    # record, once the report is closed, and soon after the thing is erased.
    reported_text: Mapped[str | None] = mapped_column(sa.Text())
    # Kind and id, such as post:12.
    subject: Mapped[str] = mapped_column(sa.String(48), info={IDS_OF: "comments"})
    # Author of the post or comment, or the member reported; null for a cultivar, and after they
    # have left.
    member_id: Mapped[str | None] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="SET NULL"), index=True
    )
    # Pseudonym of that author or member after they have left.
    former_member: Mapped[str | None] = mapped_column(PSEUDONYM)
    reason: Mapped[str] = mapped_column(sa.String(32))
    note: Mapped[str | None] = mapped_column(sa.Text())
    # Null while the report is open.
    closed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    # Decision that closed it, or "gone" for a thing that no longer existed; null while it is open.
    outcome: Mapped[str | None] = mapped_column(sa.String(8))
    # Member and subject of an open report; null for a visitor, and once it is closed.
    open_key: Mapped[str | None] = mapped_column(sa.String(90))


class Appeal(Base):
    """Appeal against a decision, at most one; open while it has no outcome."""

    __tablename__ = "appeals"

    entry_id: Mapped[int] = mapped_column(
        BigId,
        sa.ForeignKey("moderation_log.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )
    member_id: Mapped[str] = mapped_column(
        ID, sa.ForeignKey("accounts.id", ondelete="CASCADE"), index=True
    )
    note: Mapped[str] = mapped_column(sa.Text())
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    outcome: Mapped[str | None] = mapped_column(sa.String(8))
    # Account of the moderator who decided, or the pseudonym after they have left.
    decided_by: Mapped[str | None] = mapped_column(ID)
    decided_at: Mapped[datetime | None] = mapped_column(UtcDateTime, index=True)
