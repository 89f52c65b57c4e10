"""Actions for members who leave: a pseudonym in logs, suspensions and limits that stay in force."""

import re
import secrets
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import sqlalchemy as sa

from server.accounts.sessions.actions.suspension import lock_accounts
from server.accounts.sessions.claims import Identity
from server.accounts.sessions.rules import LEFT_LATELY, SUSPENDED, day_of, is_suspended
from server.accounts.sessions.tables import Account, DepartedIdentity, SuspendedIdentity
from server.accounts.sessions.tokens import Secret
from server.database.transaction import Transaction
from server.errors import Refusal
from server.moderation.actions import record_change
from server.moderation.rules import Attribution, ModerationChange
from server.moderation.tables import Appeal, ModerationEntry, Report
from server.web.viewer import Member

PSEUDONYM_BYTES = 4
# The longest time for which a limit or a rule counts what a member wrote.
COUNTED_FOR = timedelta(days=1)
_PSEUDONYM = re.compile(rf"[0-9a-f]{{{2 * PSEUDONYM_BYTES}}}")


def is_pseudonym(text: str) -> bool:
    """Returns whether a text has the form of a former member's pseudonym."""
    return _PSEUDONYM.fullmatch(text) is not None


async def replace_by_pseudonym(
    opened: Transaction, member: Member, *, secret: Secret, now: datetime
) -> None:
    """Replaces a member who leaves by a random pseudonym in the log, in reports and in appeals.

    In the log and in appeals it also stands for a moderator who decided. A suspension in force is
    stored for the account at the provider. Called before anything else of the removal: the lock
    makes a moderator's decision wait.
    """
    which = Account.id == member.id
    await lock_accounts(opened, sa.select(Account.id).where(which))
    pseudonym = secrets.token_hex(PSEUDONYM_BYTES)
    for table in (ModerationEntry, Report):
        own = sa.update(table).where(table.member_id == member.id)
        await opened.session.execute(own.values(former_member=pseudonym))
    made = sa.update(ModerationEntry).where(ModerationEntry.made_by == member.id)
    await opened.session.execute(made.values(made_by=pseudonym))
    answered = sa.update(Appeal).where(Appeal.decided_by == member.id)
    await opened.session.execute(answered.values(decided_by=pseudonym))
    await _rename_in_reports(opened, member.id)
    account = await opened.session.get(Account, member.id)
    if account is None or not is_suspended(account.suspended_at, account.suspended_until, now=now):
        return
    values = {
        "identity_hash": secret.hash_of_identity(account.issuer, account.subject),
        "former_member": pseudonym,
        "suspended_until": account.suspended_until,
    }
    await opened.session.execute(sa.insert(SuspendedIdentity).values(values))


async def _rename_in_reports(opened: Transaction, member_id: str) -> None:
    """Replaces a leaving member's id by a random one in reports by and about the member.

    The reported text of the profile is deleted.
    """
    nobody = str(uuid4())
    about = sa.update(Report).where(
        Report.member_id == member_id, Report.subject == f"member:{member_id}"
    )
    await opened.session.execute(about.values(subject=f"member:{nobody}", reported_text=None))
    key = sa.func.replace(Report.open_key, member_id, nobody)
    is_theirs = sa.or_(Report.member_id == member_id, Report.reporter_id == member_id)
    await opened.session.execute(sa.update(Report).where(is_theirs).values(open_key=key))


async def store_waiting_time(
    opened: Transaction,
    member: Member,
    *,
    last_text_at: datetime | None,
    secret: Secret,
    now: datetime,
) -> None:
    """Stores until when the leaving member's provider account cannot register again.

    That is a day after the member's last text or report; without one in the last day nothing is
    stored. A new account counts its limits from zero, so leaving would otherwise evade them.
    """
    last_report = sa.select(sa.func.max(Report.created_at)).where(Report.reporter_id == member.id)
    reported_at = await opened.session.scalar(last_report)
    last = max(filter(None, (last_text_at, reported_at)), default=None)
    account = await opened.session.get(Account, member.id)
    if account is None or last is None or last + COUNTED_FOR <= now:
        return
    hashed = secret.hash_of_identity(account.issuer, account.subject)
    values = {"identity_hash": hashed, "returns_at": last + COUNTED_FOR}
    await opened.session.execute(sa.insert(DepartedIdentity).values(values))


async def check_identity(
    opened: Transaction, identity: Identity, *, secret: Secret, now: datetime
) -> None:
    """Raises Refusal 403 for the provider's account of a former member who cannot return yet.

    That is one who left while suspended, or within a day after writing. Deletes the hash of one who
    may return. Called after the account is saved: the save waits for a removal of that account.
    """
    hashed = secret.hash_of_identity(identity.issuer, identity.subject)
    suspended = await opened.session.get(SuspendedIdentity, hashed)
    if suspended is not None:
        until = suspended.suspended_until
        if until is None or until > now:
            raise Refusal(SUSPENDED, 403, params={"until": day_of(until)} if until else {})
        await opened.session.delete(suspended)
    departed = await opened.session.get(DepartedIdentity, hashed)
    if departed is not None:
        if departed.returns_at > now:
            returns_at = departed.returns_at.astimezone(UTC)
            until_minute = (returns_at + timedelta(seconds=59)).strftime("%Y-%m-%dT%H:%MZ")
            raise Refusal(LEFT_LATELY, 403, params={"until": until_minute})
        await opened.session.delete(departed)
    await opened.session.flush()


async def remove_ended_hashes(opened: Transaction, now: datetime) -> None:
    """Deletes the hashes of former members who may register again."""
    is_over = SuspendedIdentity.suspended_until <= now
    await opened.session.execute(sa.delete(SuspendedIdentity).where(is_over))
    may_return = DepartedIdentity.returns_at <= now
    await opened.session.execute(sa.delete(DepartedIdentity).where(may_return))


async def lift_suspension(
    opened: Transaction,
    attribution: Attribution,
    *,
    former_member: str,
    now: datetime,
    undoes: int | None = None,
) -> bool:
    """Ends the suspension of a member who has left and logs it; returns False if there was none."""
    which = (
        SuspendedIdentity.former_member == former_member,
        sa.or_(
            SuspendedIdentity.suspended_until.is_(None), SuspendedIdentity.suspended_until > now
        ),
    )
    delete = sa.delete(SuspendedIdentity).where(*which)
    lifted = await opened.session.execute(delete.returning(SuspendedIdentity.identity_hash))
    if lifted.one_or_none() is None:
        return False
    change = ModerationChange(
        action="reinstate", subject_kind="member", former_member=former_member, undoes=undoes
    )
    await record_change(opened, attribution, change, now=now)
    return True
