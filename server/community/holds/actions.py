"""Actions on holds: the check of a text, the case of a held one, and the operator's words."""

from collections.abc import Set
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import aliased

from server.accounts.sessions.tables import Account
from server.community.actions.withheld import WithheldThing
from server.community.holds.rules import (
    BURST_LIFE,
    KEPT_FOR,
    REPEAT_LIFE,
    NewText,
    RecentActivity,
    digests_of,
    hold_rule,
)
from server.community.holds.tables import ListedWord, RecentText
from server.community.tables import Comment, WithheldComment
from server.contracts.folded import fold_text
from server.contracts.limits import Allowance
from server.contracts.texts import is_blank, may_be_name, normalise
from server.database.dialects import insert_for
from server.database.transaction import Transaction
from server.errors import StartRefused
from server.moderation.actions import record_change
from server.moderation.rules import SITE, Action, Attribution, ModerationChange, Subject
from server.moderation.schemas import HoldRule, SubjectKind
from server.moderation.tables import Report
from server.web.viewer import Member

WORD_CHARACTERS_MOST = 50
# Key of the one open report of the site on a thing.
_KEY = "site "
# Outcome of a report of the site whose text its author edited before the decision.
_RENEWED = "renewed"


async def lock_member(opened: Transaction, member: Member, *, now: datetime) -> None:
    """Locks a member's account, so that the member's texts are checked one after the other.

    Comes before the lock of a post, as decisions of moderators lock accounts first. Deletes expired
    rows of earlier texts.
    """
    # A write comes first: on SQLite it takes the write lock before anything is read.
    own = RecentText.member_id == member.id
    await opened.session.execute(sa.delete(RecentText).where(own, RecentText.at <= now - KEPT_FOR))
    lock = sa.select(Account.id).where(Account.id == member.id).with_for_update(key_share=True)
    await opened.session.execute(lock)


async def delete_old_texts(opened: Transaction, *, now: datetime) -> None:
    """Deletes the rows of all members' texts that are older than KEPT_FOR."""
    await opened.session.execute(sa.delete(RecentText).where(RecentText.at <= now - KEPT_FOR))


async def check_text(
    opened: Transaction,
    member: Member,
    written: NewText,
    *,
    allowance: Allowance,
    now: datetime,
) -> HoldRule | None:
    """Stores the digests of a text that the member wrote; returns the rule that holds it, or None.

    The caller has locked the member. An edit is not stored if it changes no digest: letters and
    digits of content and title stay, or are too few. Texts of members with a role are never held.
    """
    kind, text, before = written
    digests, earlier = digests_of(text), digests_of(before)
    recent = await _recent_activity(opened, member, digests=digests - earlier, now=now)
    if kind != "edit" or digests != earlier:
        added: list[str | None] = [*sorted(digests - earlier)] or [None]
        # Content and title have a digest each; a text without any is stored too. Only the first row
        # counts for the burst.
        rows = [
            {"member_id": member.id, "kind": name, "digest": digest, "at": now}
            for name, digest in zip((kind, "more"), added, strict=False)
        ]
        await opened.session.execute(sa.insert(RecentText), rows)
    if member.role is not None:
        return None
    words = list(await opened.session.scalars(sa.select(ListedWord.word)))
    return hold_rule(written, links_most=allowance.links, recent=recent, words=words)


async def _recent_activity(
    opened: Transaction, member: Member, *, digests: Set[str], now: datetime
) -> RecentActivity:
    """Counts the member's posts and comments of the last BURST_LIFE, and looks for the same text.

    That is one of the last REPEAT_LIFE, also an edit, with one of these digests.
    """
    own = (RecentText.member_id == member.id, RecentText.kind.in_(("post", "comment")))
    things = sa.select(sa.func.count()).where(*own, RecentText.at > now - BURST_LIFE)
    same = sa.exists().where(
        RecentText.member_id == member.id,
        RecentText.at > now - REPEAT_LIFE,
        RecentText.digest.in_(digests),
    )
    is_repeat = same if digests else sa.false()
    row = (await opened.session.execute(sa.select(things.scalar_subquery(), is_repeat))).one()
    return RecentActivity(row[0], bool(row[1]))


async def open_case(
    opened: Transaction, subject: Subject, *, member_id: str | None, rule: HoldRule, now: datetime
) -> None:
    """Opens the moderators' case of a held post or comment, which is a report of the site.

    An open case is replaced, so that a decision on the earlier text is refused.
    """
    key = f"{_KEY}{subject}"
    # The row stays, so that its id, which a moderator has read, is not used again.
    over = {"closed_at": now, "open_key": None, "outcome": _RENEWED}
    await opened.session.execute(sa.update(Report).where(Report.open_key == key).values(over))
    values = {
        "created_at": now,
        "subject": str(subject),
        "member_id": member_id,
        "reason": rule,
        "open_key": key,
    }
    insert = insert_for(opened.session, Report).values(values).on_conflict_do_nothing()
    await opened.session.execute(insert)


async def reopen_case(
    opened: Transaction,
    subject: Subject,
    *,
    member_id: str,
    rule: HoldRule | None,
    now: datetime,
) -> None:
    """Opens the case of a post or comment that its author restored, if a rule still holds it.

    A decision may have closed the case while the text was deleted.
    """
    if rule is not None:
        await open_case(opened, subject, member_id=member_id, rule=rule, now=now)


async def close_case(opened: Transaction, subject: Subject) -> None:
    """Deletes the site's open report on a post or comment that is being erased."""
    await opened.session.execute(sa.delete(Report).where(Report.open_key == f"{_KEY}{subject}"))


async def close_cases_of_post(opened: Transaction, post_id: int) -> None:
    """Deletes the site's open reports on a post and on its held comments."""
    held = (
        sa.select(sa.literal(f"{_KEY}comment:") + sa.cast(Comment.id, sa.String))
        .join(WithheldComment, WithheldComment.comment_id == Comment.id)
        .where(Comment.post_id == post_id)
    )
    await close_case(opened, Subject("post", number=post_id))
    await opened.session.execute(sa.delete(Report).where(Report.open_key.in_(held)))


async def close_cases_of(
    opened: Transaction, member_id: str, *, kind: SubjectKind | None = None
) -> None:
    """Deletes the site's open reports on what a member wrote; with `kind`, on that kind only."""
    own = (Report.member_id == member_id, Report.open_key.startswith(f"{_KEY}{kind or ''}"))
    await opened.session.execute(sa.delete(Report).where(*own))


async def is_case_open(opened: Transaction, subject: Subject) -> bool:
    """Returns whether the site's report on a post or comment is open.

    Asked within a decision that has closed the reports which the moderator read: one still open
    means that the author changed the text since.
    """
    found = sa.select(sa.exists().where(Report.open_key == f"{_KEY}{subject}"))
    return bool(await opened.session.scalar(found))


def renewed_case(subject: Subject, *, seen: int) -> sa.ColumnElement[bool]:
    """Returns the condition of the site's open report that took the place of the report `seen`."""
    earlier = aliased(Report)
    is_renewed = sa.exists().where(
        earlier.id == seen, earlier.subject == str(subject), earlier.outcome == _RENEWED
    )
    return (Report.open_key == f"{_KEY}{subject}") & is_renewed


async def record_hold(
    opened: Transaction,
    member: Member,
    thing: WithheldThing,
    *,
    rule: HoldRule,
    now: datetime,
) -> None:
    """Opens the moderators' case of a text that a rule holds, and logs the hold."""
    subject = thing.subject
    await open_case(opened, subject, member_id=member.id, rule=rule, now=now)
    change = ModerationChange(
        action="hold-post" if subject.kind == "post" else "hold-comment",
        subject_kind=subject.kind,
        subject_id=subject.number,
        member_id=member.id,
        details={"post_id": thing.post_id} if subject.kind == "comment" else {},
    )
    await record_change(opened, Attribution(SITE, rule, rule=rule), change, now=now)


async def add_word(
    opened: Transaction, attribution: Attribution, text: str, *, now: datetime
) -> bool:
    """Adds a word to the operator's list and logs it; returns False if it is already listed.

    Raises StartRefused for a text without visible letters or above the limit.
    """
    written = " ".join(normalise(text).split())
    word = fold_text(written)
    if not word or is_blank(written) or not may_be_name(written):
        raise StartRefused("a listed word needs a letter that can be seen.")
    if max(len(word), len(written)) > WORD_CHARACTERS_MOST:
        raise StartRefused(f"a listed word has at most {WORD_CHARACTERS_MOST} characters.")
    values = {"word": word, "written": written, "created_at": now}
    insert = insert_for(opened.session, ListedWord).values(values).on_conflict_do_nothing()
    stored = await opened.session.scalar(insert.returning(ListedWord.word))
    if stored is None:
        return False
    await _log_word_change(opened, attribution, "list-word", word=written, now=now)
    return True


async def remove_word(
    opened: Transaction, attribution: Attribution, text: str, *, now: datetime
) -> bool:
    """Removes a word from the operator's list and logs it; returns False if it is not listed."""
    delete = sa.delete(ListedWord).where(ListedWord.word == fold_text(normalise(text)))
    written = await opened.session.scalar(delete.returning(ListedWord.written))
    if written is None:
        return False
    await _log_word_change(opened, attribution, "unlist-word", word=written, now=now)
    return True


async def _log_word_change(
    opened: Transaction, attribution: Attribution, action: Action, *, word: str, now: datetime
) -> None:
    """Logs that the operator added or removed a word.

    Texts with a listed word are held for review.
    """
    change = ModerationChange(action=action, subject_kind="word", details={"word": word})
    await record_change(opened, attribution, change, now=now)
