"""Handlers of reports, the moderators' queue, own decisions, and the public log's numbers."""

from collections.abc import Mapping
from typing import Annotated, Any, cast
from urllib.parse import urlencode

import msgspec
from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, JSONBody

from server.accounts.sessions.write_guard import check_rate
from server.community.actions.cases import decide
from server.community.actions.reports import report
from server.community.dependencies import CommunityDependencies
from server.community.endpoints.posts import PRIVATE, PUBLIC, FromCommunity, query_params
from server.community.queries.cases import list_cases
from server.community.queries.moderation_log import own_decisions
from server.community.queries.things import find_reportable_thing
from server.community.rate_rules import REPORTS, VISITOR_REPORTS
from server.contracts.routes import Language, path_for
from server.database.transaction import transaction
from server.errors import Refusal
from server.moderation.decision_rules import whole_days
from server.moderation.profile_parts import checked_parts
from server.moderation.queries import count_decisions
from server.moderation.rules import Subject, checked_contact, unknown_subject
from server.moderation.schemas import (
    CaseList,
    DecisionCount,
    DecisionForm,
    DecisionReceipt,
    NewDecision,
    NewReport,
    OwnDecision,
    ProfilePart,
    ReportedThing,
    ReportForm,
    ReportReceipt,
)
from server.web.asgi import Scope
from server.web.dependencies import FromMember, FromViewer
from server.web.forms import (
    form_language,
    refused_form,
    see_other,
    texts_to_show,
    wait_query,
    with_typed,
)
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import take_for_client
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    CHANGE_WITHOUT_SESSION,
    Member,
    Viewer,
    check_shown_to,
    members_only,
    moderators_only,
)

FORM = b"application/x-www-form-urlencoded"

Form = Annotated[ReportForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
FilledDecision = Annotated[DecisionForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@post(
    "/api/reports",
    operation_id="report",
    summary="Report a post, a comment, a member or a cultivar's record to the moderators",
    response_description="A receipt of the report",
    guards=[members_only()],
    opt={CHANGE_RATE: REPORTS},
)
async def post_report(
    data: JSONBody[NewReport], community: FromCommunity, member: FromMember
) -> ReportReceipt:
    return await report(community, data, reporter=member)


@get(
    "/api/reports/{subject:str}",
    operation_id="getReportedThing",
    summary="Post, comment, member or cultivar that a report is about",
)
async def get_reported_thing(
    subject: FromPath[str], community: FromCommunity, viewer: FromViewer
) -> Response[ReportedThing]:
    named = Subject.parse(subject)
    async with transaction(community.database) as opened:
        thing = await find_reportable_thing(opened.session, named, viewer)
    if thing is None:
        raise unknown_subject()
    return Response(thing, headers=PRIVATE)


def _back_to_report(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the page of the report that the form's address names."""
    query = {"subject": query_params(request).get("subject", ""), "error": outcome}
    return _redirect_to_form("report", form_language(request), query)


@post(
    "/api/reports/form",
    include_in_schema=False,
    opt={CHANGE_WITHOUT_SESSION: True, CHANGE_BY_FORM: True, CHANGE_BODY: FORM},
    exception_handlers={
        Refusal: refused_form(_back_to_report, kept=("reason", "note", "contact"), is_open=True)
    },
)
async def post_report_form(
    request: AnyRequest, data: Form, community: FromCommunity, viewer: FromViewer
) -> Response[Any]:
    """Stores a report from the HTML form, by a member or visitor, and redirects to the form's page.

    The address has `sent`, or the refusal's code and what was typed.
    """
    query = {"subject": data.subject, "sent": "1"}
    try:
        await _report_by_form(cast("Scope", request.scope), community, data, viewer=viewer)
    except Refusal as refusal:
        # The page shows again what was typed.
        kept = {"reason": data.reason, "note": data.note, "contact": data.contact}
        typed = {name: value for name, value in kept.items() if value}
        query = {"subject": data.subject, "error": refusal.code, **typed, **wait_query(refusal)}
    return _redirect_to_form("report", data.language, query)


@get(
    "/api/moderation/cases",
    operation_id="listCases",
    summary="Things with open reports, for moderators, without those about the reader",
    description="Query parameter, optional: `after`, the `next` of the page before.",
    guards=[members_only(), moderators_only],
)
async def get_cases(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[CaseList]:
    after = query_params(request).get("after")
    async with transaction(community.database) as opened:
        cases = await list_cases(opened.session, member, now=community.now(), after=after)
    return Response(cases, headers=PRIVATE)


@get(
    "/api/moderation/log",
    operation_id="countDecisions",
    summary="Number of moderators' decisions by month, kind and rule",
)
async def get_decision_counts(community: FromCommunity) -> Response[list[DecisionCount]]:
    async with transaction(community.database) as opened:
        counts = await count_decisions(opened.session)
    return Response(counts, headers=PUBLIC)


@post(
    "/api/moderation/decisions",
    operation_id="decideCase",
    summary="Decide a case: keep, hide or remove the thing, or act on its author",
    response_description="A receipt of the decision",
    guards=[members_only(), moderators_only],
)
async def post_decision(
    data: JSONBody[NewDecision], community: FromCommunity, member: FromMember
) -> DecisionReceipt:
    return await decide(community, member, data)


# Fields of the form of a decision that the queue fills again after a refusal. The decision itself
# and its extent are chosen again: anybody can write a link that would choose them.
TYPED = ("subject", "rule", "note", "category", "edition", "parts")


def refused_in_queue(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the moderators' queue, in the form's language; `outcome` is a refusal's code."""
    query = {**_page_of_queue(request), "error": outcome}
    return _redirect_to_form("moderation", form_language(request), query)


@post(
    "/api/moderation/decisions/form",
    include_in_schema=False,
    guards=[members_only(), moderators_only],
    opt={CHANGE_BY_FORM: True, CHANGE_BODY: FORM},
    exception_handlers={Refusal: refused_form(refused_in_queue, kept=TYPED)},
)
async def post_decision_form(
    request: AnyRequest, data: FilledDecision, community: FromCommunity, member: FromMember
) -> Response[Any]:
    """Decides a case by the HTML form and redirects to the moderators' queue.

    The address has `done`, or the refusal's code and the fields in TYPED.
    """
    query = {"done": "1"}
    typed: dict[str, str] = {}
    try:
        check_shown_to(data.member, member)
        days = None if data.days == "" else whole_days(data.days)
        given = NewDecision(
            data.subject,
            data.decision,
            data.seen,
            data.rule,
            data.note or None,
            days,
            everything=bool(data.everything),
            category=data.category or None,
            edition=data.edition or None,
            parts=_chosen_parts(data),
            edited_at=data.edited_at,
        )
        await decide(community, member, given)
    except Refusal as refusal:
        query = {"error": refusal.code}
        typed = texts_to_show(refusal, _typed(data))
    page_language: Language = "ja" if data.language == "ja" else "en"
    query = {**_page_of_queue(request), **query}
    address = f"{path_for('moderation', page_language)}?{urlencode(query)}"
    return see_other(with_typed(address, typed))


@get(
    "/api/profiles/me/decisions",
    operation_id="listMyDecisions",
    summary="Decisions of moderators about the member, newest first",
    guards=[members_only()],
)
async def get_own_decisions(
    community: FromCommunity, member: FromMember
) -> Response[list[OwnDecision]]:
    async with transaction(community.database) as opened:
        decisions = await own_decisions(opened.session, member.id, now=community.now())
    return Response(decisions, headers=PRIVATE)


HANDLERS = (
    post_report,
    get_reported_thing,
    post_report_form,
    get_cases,
    get_decision_counts,
    post_decision,
    post_decision_form,
    get_own_decisions,
)


def _page_of_queue(request: AnyRequest) -> dict[str, str]:
    """Returns the parameters of the queue's page whose form was sent; none of the first page."""
    query = query_params(request)
    return {"after": query["after"]} if "after" in query else {}


def _typed(data: DecisionForm) -> dict[str, str]:
    """Returns the fields of a decision's form in TYPED as texts; parts are joined by commas."""
    fields = msgspec.structs.asdict(data)
    parts = data.parts if isinstance(data.parts, str) else ",".join(data.parts)
    return {**{name: fields[name] for name in TYPED}, "parts": parts}


def _chosen_parts(data: DecisionForm) -> tuple[ProfilePart, ...] | None:
    """Returns the parts to reset; None for another decision, with which they were sent too.

    Raises Refusal 422 for none or an unknown one.
    """
    if data.decision != "reset":
        return None
    return checked_parts(data.parts if isinstance(data.parts, list) else data.parts.split())


def _redirect_to_form(route: str, language: str, query: Mapping[str, str]) -> Response[Any]:
    """Redirects to the page of the route, which has the form, with this query."""
    page_language: Language = "ja" if language == "ja" else "en"
    headers = {**PRIVATE, "location": f"{path_for(route, page_language)}?{urlencode(query)}"}
    return Response(b"", status_code=303, media_type="text/plain", headers=headers)


async def _report_by_form(
    scope: Scope, community: CommunityDependencies, data: ReportForm, *, viewer: Viewer
) -> None:
    """Stores a member's or visitor's report; raises Refusal if it is refused.

    Visitors have a lower rate, counted by IP address.
    """
    given = NewReport(data.subject, data.reason, data.note)
    check_shown_to(data.member, viewer)
    if isinstance(viewer, Member):
        await check_rate(community.rates, REPORTS, key=viewer.id)
        await report(community, given, reporter=viewer)
        return
    contact = checked_contact(data.contact)
    seconds = await take_for_client(community.rates, VISITOR_REPORTS, scope)
    if seconds:
        raise Refusal("app.tooManyRequests", 429, params={"seconds": seconds})
    await report(community, given, reporter=None, contact=contact)
