"""Reports of members and visitors; each is about a thing that exists."""

from server.community.actions.transactions import member_transaction, unavailable
from server.community.dependencies import CommunityDependencies
from server.community.queries.things import find_reportable_thing, written_text
from server.database.dialects import insert_for
from server.moderation.rules import (
    Subject,
    check_correction,
    checked_note,
    checked_reason,
    unknown_subject,
)
from server.moderation.schemas import NewReport, ReportReceipt
from server.moderation.tables import Report
from server.web.viewer import Member, Visitor


async def report(
    community: CommunityDependencies,
    given: NewReport,
    *,
    reporter: Member | None,
    contact: str | None = None,
) -> ReportReceipt:
    """Stores a report; a member's second open report on the same thing changes nothing.

    Raises Refusal 404 for a thing that does not exist or that the reporter does not see as it is
    withheld, 422 for an invalid reason or note. `reporter` is None for a visitor, whose e-mail
    address is `contact`.
    """
    subject = Subject.parse(given.subject)
    reporter_id = reporter.id if reporter else None
    reason, note = checked_reason(given.reason), checked_note(given.note)
    check_correction(subject, reason, note)
    async with member_transaction(
        community.database, reporter, otherwise=unknown_subject(), without_table=unavailable()
    ) as opened:
        viewer = reporter or Visitor()
        thing = await find_reportable_thing(opened.session, subject, viewer)
        if thing is None:
            raise unknown_subject()
        values = {
            "created_at": community.now(),
            "reporter_id": reporter_id,
            "contact": contact,
            "reported_text": written_text(thing),
            "subject": str(subject),
            "member_id": thing.member_id,
            "reason": reason,
            "note": note,
            "open_key": f"{reporter_id} {subject}" if reporter_id else None,
        }
        insert = insert_for(opened.session, Report).values(values).on_conflict_do_nothing()
        stored = await opened.session.execute(insert.returning(Report.id))
        return ReportReceipt(subject=str(subject), is_new=stored.first() is not None)
