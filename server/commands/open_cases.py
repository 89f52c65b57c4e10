"""Open cases as lines of the command line, for the operator who decides about role holders."""

from server.commands.log_lines import INSTANT
from server.community.dependencies import CommunityDependencies
from server.community.queries.cases import list_cases
from server.community.queries.role_holders import count_open_cases
from server.database.clock import utc_now
from server.database.engine import create_sessions, open_engine
from server.moderation.schemas import CaseView, ReportView
from server.settings import Settings


async def check_cases(settings: Settings) -> str:
    """Returns how many cases are open, and how many of them no role holder may decide."""
    engine = open_engine(settings.database_url)
    try:
        async with create_sessions(engine).opened() as session:
            total, of_operator = await count_open_cases(session, now=utc_now())
    finally:
        await engine.dispose()
    found = f"open cases: {total}"
    if of_operator == 0:
        return f"{found}."
    return (
        f"{found}, {of_operator} of which no member with a role may decide; "
        "`./chanoki moderate cases` lists them."
    )


async def write_cases(community: CommunityDependencies) -> str:
    """Returns all open cases, also those about role holders, in the order of the queue.

    Of each: subject, member and text; below it what it said when it was reported, if that was
    something else, the pictures that it has lost since, and the reports with notes and visitors'
    addresses.
    """
    lines: list[str] = []
    after: str | None = None
    async with community.database.opened() as session:
        while True:
            listed = await list_cases(session, None, now=community.now(), after=after)
            lines += [line for case in listed.cases for line in _lines(case)]
            after = listed.next
            if after is None:
                break
    return "\n".join(lines) or "No case is open."


def _lines(case: CaseView) -> list[str]:
    """Returns one line for the thing of a case, each earlier text, lost picture and report.

    `list_cases` limits the reports that it returns: a case may have none.
    """
    former = f"member {case.former_member} who has left" if case.former_member else None
    of_member = f"member {case.member_id}" if case.member_id else former
    text = case.thing.text if case.thing else "it is deleted"
    fields = [one.text for one in case.thing.fields] if case.thing else []
    return [
        _line(case.subject, of_member, text, *fields),
        *(f"  {_line('when reported', one)}" for one in case.reported_texts),
        *(f"  {_line('picture taken out', one.url)}" for one in case.replaced_pictures),
        *(f"  {_report(one)}" for one in case.reports),
    ]


def _report(report: ReportView) -> str:
    """Returns a report: time, reason or rule, note, and a visitor's address."""
    at = report.created_at.strftime(INSTANT)
    return _line(at, report.reason, report.note, report.contact)


def _line(*parts: str | None) -> str:
    """Joins the parts that are not empty, each without its line breaks."""
    return " | ".join(" ".join(part.split()) for part in parts if part and not part.isspace())
