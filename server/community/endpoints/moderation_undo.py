"""Handlers that undo acts of moderators."""

from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, post
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, JSONBody

from server.community.actions.undos import undo_decision
from server.community.endpoints.posts import PRIVATE, FromCommunity
from server.community.rules import checked_number
from server.contracts.routes import Language, path_for
from server.errors import Refusal
from server.moderation.log_filter.queries import LogFilter
from server.moderation.schemas import NewUndo, UndoForm
from server.web.asgi import query_values
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
    check_shown_to,
    members_only,
    moderators_only,
)

Filled = Annotated[UndoForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@post(
    "/api/moderation/entries/{id:str}/undo",
    operation_id="undoDecision",
    summary="Undo an act: restore, unlock, move back, reinstate, or withdraw a warning",
    guards=[members_only(), moderators_only],
    status_code=204,
)
async def post_undo_of_decision(
    id: FromPath[str], data: JSONBody[NewUndo], community: FromCommunity, member: FromMember
) -> Response[None]:
    await undo_decision(community, member, entry_id=_entry_number(id), undo=data)
    return Response(None, status_code=204, headers=PRIVATE)


def _page_with(request: AnyRequest, outcome: dict[str, str], *, language: Language) -> str:
    """Returns the address of the page whose form was sent, with the outcome in its query.

    That is the queue, or the log with its filter where the form's address has `page=log`.
    """
    query = query_values(request.scope["query_string"].decode("latin-1"))
    is_log = query.get("page") == "log"
    names = LogFilter._fields if is_log else ()
    path = path_for("moderationLog" if is_log else "moderation", language)
    shown = {name: query[name] for name in names if name in query} | outcome
    return f"{path}?{urlencode(shown)}{'#log-entries' if is_log else ''}"


def _refused(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the form's page with the refusal's code, and the entry whose form was sent."""
    undo, language = str(request.path_params["id"]), form_language(request)
    return see_other(_page_with(request, {"error": outcome, "undo": undo}, language=language))


@post(
    "/api/moderation/entries/{id:str}/undo/form",
    include_in_schema=False,
    guards=[members_only(), moderators_only],
    opt={CHANGE_BY_FORM: True, CHANGE_BODY: FORM},
    exception_handlers={Refusal: refused_form(_refused, kept=("note",))},
)
async def post_undo_form(
    request: AnyRequest,
    id: FromPath[str],
    data: Filled,
    community: FromCommunity,
    member: FromMember,
) -> Response[Any]:
    """Undoes a moderator's act by a form without scripts and redirects to the form's page.

    After a refusal, the page's address carries the error and the typed note, which fills the field
    again.
    """
    query = {"done": "undo"}
    typed: dict[str, str] = {}
    try:
        check_shown_to(data.member, member)
        undo = NewUndo(data.note or None, data.edited_at)
        await undo_decision(community, member, entry_id=_entry_number(id), undo=undo)
    except Refusal as refusal:
        query = {"error": refusal.code}
        typed = texts_to_show(refusal, {"undo": id, "note": data.note})
    language: Language = "ja" if data.language == "ja" else "en"
    return see_other(with_typed(_page_with(request, query, language=language), typed))


def _entry_number(text: str) -> int:
    """Parses the id of a log entry; raises Refusal 404 for anything else."""
    return checked_number(text, missing=Refusal("not-found", 404))


HANDLERS = (post_undo_of_decision, post_undo_form)
