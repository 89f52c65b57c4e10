"""Handlers of appeals, of their forms, and of moderators' decisions on them."""

from typing import Annotated, Any, cast
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, JSONBody

from server.accounts.sessions.suspension_page import (
    BY_FORM,
    error_query,
    refuse_on_page,
    session_of_form,
    suspension_page_address,
)
from server.accounts.sessions.write_guard import check_rate
from server.community.actions.appeals import appeal, decide_appeal
from server.community.endpoints.moderation import refused_in_queue
from server.community.endpoints.posts import PRIVATE, FromCommunity
from server.community.queries.appeals import read_appeals
from server.community.rate_rules import REPORTS
from server.contracts.routes import Language, path_for
from server.errors import Refusal
from server.moderation.appeal_schemas import (
    AppealDecision,
    AppealDecisionForm,
    AppealForm,
    AppealList,
    NewAppeal,
)
from server.web.asgi import Scope
from server.web.dependencies import FromMember
from server.web.forms import (
    FORM,
    form_language,
    refused_form,
    see_other,
    texts_to_show,
    with_typed,
)
from server.web.problems import AnyRequest
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    check_shown_to,
    members_only,
    moderators_only,
)

# The section of decisions, on both pages that have one.
SECTION = "decisions"

Form = Annotated[AppealForm, Body(media_type=RequestEncodingType.URL_ENCODED)]
Filled = Annotated[AppealDecisionForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@post(
    "/api/profiles/me/appeals",
    operation_id="appeal",
    summary="Appeal once against a decision about the member, within 30 days",
    guards=[members_only()],
    opt={CHANGE_RATE: REPORTS},
    status_code=204,
)
async def post_appeal(
    data: JSONBody[NewAppeal], community: FromCommunity, member: FromMember
) -> Response[None]:
    await appeal(community, member, data)
    return Response(None, status_code=204, headers=PRIVATE)


def _on_account(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the decisions on the account page, in the language of the form."""
    return see_other(f"{path_for('account', form_language(request))}?appeal={outcome}#{SECTION}")


@post(
    "/api/profiles/me/appeals/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BY_FORM: True, CHANGE_BODY: FORM, CHANGE_RATE: REPORTS},
    exception_handlers={Refusal: refused_form(_on_account, kept=("entry_id", "note"))},
)
async def post_appeal_form(
    data: Form, community: FromCommunity, member: FromMember
) -> Response[Any]:
    """Stores an appeal from the form on the account page; the redirect names the outcome."""
    outcome = "sent"
    typed: dict[str, str] = {}
    try:
        check_shown_to(data.member, member)
        await appeal(community, member, NewAppeal(data.entry_id, data.note))
    except Refusal as refusal:
        outcome = refusal.code.rpartition(".")[2]
        typed = texts_to_show(refusal, {"entry_id": str(data.entry_id), "note": data.note})
    path = path_for("account", _language(data.language))
    return see_other(with_typed(f"{path}?appeal={outcome}#{SECTION}", typed))


@post(
    "/api/suspension/appeals/form",
    include_in_schema=False,
    opt=BY_FORM,
    exception_handlers={Refusal: refuse_on_page},
)
async def post_suspended_appeal_form(
    request: AnyRequest, data: Form, community: FromCommunity
) -> Response[Any]:
    """Stores an appeal from the form on the page of a suspended member, and redirects to the page.

    The query has `done`, or `error` with the reason and the typed texts.
    """
    query = {"done": "appeal"}
    typed: dict[str, str] = {}
    try:
        scope = cast("Scope", request.scope)
        session = await session_of_form(scope, community.rates, member_id=data.member)
        await check_rate(community.rates, REPORTS, key=session.member.id)
        await appeal(community, session.member, NewAppeal(data.entry_id, data.note))
    except Refusal as refusal:
        query = error_query(refusal)
        typed = texts_to_show(refusal, {"entry_id": str(data.entry_id), "note": data.note})
    page = suspension_page_address(data.language, **query) + f"#{SECTION}"
    return see_other(with_typed(page, typed))


@get(
    "/api/moderation/appeals",
    operation_id="listAppeals",
    summary="Open appeals, for moderators",
    guards=[members_only(), moderators_only],
)
async def get_appeals(community: FromCommunity, member: FromMember) -> Response[AppealList]:
    appeals = await read_appeals(community.database, member, now=community.now())
    return Response(appeals, headers=PRIVATE)


@post(
    "/api/moderation/appeals",
    operation_id="decideAppeal",
    summary="Uphold or reverse the decision that an appeal is about",
    guards=[members_only(), moderators_only],
    status_code=204,
)
async def post_appeal_decision(
    data: JSONBody[AppealDecision], community: FromCommunity, member: FromMember
) -> Response[None]:
    await decide_appeal(community, member, data)
    return Response(None, status_code=204, headers=PRIVATE)


@post(
    "/api/moderation/appeals/form",
    include_in_schema=False,
    guards=[members_only(), moderators_only],
    opt={CHANGE_BY_FORM: True, CHANGE_BODY: FORM},
    exception_handlers={Refusal: refused_form(refused_in_queue, kept=("entry_id", "note"))},
)
async def post_appeal_decision_form(
    data: Filled, community: FromCommunity, member: FromMember
) -> Response[Any]:
    """Decides an appeal by a form and redirects to the queue.

    After a refusal, the address has its code and what was typed; the outcome is chosen again.
    """
    query = {"done": "appeal"}
    typed: dict[str, str] = {}
    try:
        check_shown_to(data.member, member)
        answer = AppealDecision(data.entry_id, data.outcome, data.note, data.edited_at)
        await decide_appeal(community, member, answer)
    except Refusal as refusal:
        query = {"error": refusal.code}
        typed = texts_to_show(refusal, {"entry_id": str(data.entry_id), "note": data.note})
    address = f"{path_for('moderation', _language(data.language))}?{urlencode(query)}"
    return see_other(with_typed(address, typed))


HANDLERS = (
    post_appeal,
    post_appeal_form,
    post_suspended_appeal_form,
    get_appeals,
    post_appeal_decision,
    post_appeal_decision_form,
)


def _language(text: str) -> Language:
    """Returns the language of a form's page; English for an unknown one."""
    return "ja" if text == "ja" else "en"
