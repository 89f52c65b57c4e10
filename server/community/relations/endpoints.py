"""Handlers of what a member mutes and blocks, and of the form that manages it without scripts."""

from contextlib import AbstractAsyncContextManager
from typing import Annotated, Any

from litestar import Response, delete, get, post, put
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, JSONBody

from server.community.actions.transactions import member_transaction
from server.community.dependencies import CommunityDependencies
from server.community.endpoints.posts import PRIVATE, FromCommunity
from server.community.rate_rules import RELATIONS
from server.community.relations.actions import hide_member, save_topics, show_member
from server.community.relations.queries import list_hidden
from server.community.relations.rules import checked_topics, topics_in, unknown_member
from server.community.relations.schemas import (
    HiddenForm,
    HiddenList,
    RelationChange,
    TopicsChange,
)
from server.contracts.limits import LIMITS
from server.contracts.routes import path_for
from server.database.transaction import Transaction, transaction
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.dependencies import FromMember
from server.web.forms import FORM, form_language, refused_form, see_other
from server.web.problems import AnyRequest
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    Member,
    check_shown_to,
    members_only,
)

SECTION = "#hidden"
# The longest legal words fit: a Hangul syllable in decomposed form, percent-encoded, has 27 bytes.
FORM_BYTES_MOST = 27 * LIMITS.muted_words * LIMITS.muted_word_characters + 8 * 1024

Form = Annotated[HiddenForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


@get(
    "/api/account/hidden",
    operation_id="listHidden",
    summary="Members, words and categories that the member mutes or blocks",
    description="Query parameter, optional: `hide`, the id of a member to mute or block, "
    "who is then the answer's `asked`.",
    guards=[members_only()],
)
async def get_hidden_list(
    request: AnyRequest, community: FromCommunity, member: FromMember
) -> Response[HiddenList]:
    asked = query_values(request.scope["query_string"].decode("latin-1")).get("hide")
    async with transaction(community.database) as opened:
        view = await list_hidden(opened.session, member.id, asked=asked)
    return Response(view, headers=PRIVATE)


@put(
    "/api/account/hidden/members/{id:str}",
    operation_id="hideMember",
    summary="Mute or block a member; the later choice replaces the earlier one",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def put_hidden_member(
    id: FromPath[str],
    data: JSONBody[RelationChange],
    community: FromCommunity,
    member: FromMember,
) -> Response[HiddenList]:
    async with _hiding(community, member) as opened:
        await hide_member(opened, member, other_id=id, kind=data.kind, now=community.now())
        return await _listed(opened, member)


@delete(
    "/api/account/hidden/members/{id:str}",
    operation_id="showMember",
    summary="Mute or block a member no longer",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
    status_code=200,
)
async def delete_hidden_member(
    id: FromPath[str], community: FromCommunity, member: FromMember
) -> Response[HiddenList]:
    async with transaction(community.database) as opened:
        await show_member(opened, member, other_id=id)
        return await _listed(opened, member)


@put(
    "/api/account/hidden/topics",
    operation_id="saveMutedTopics",
    summary="Replace the muted words and categories of the own feed",
    guards=[members_only()],
    opt={CHANGE_RATE: RELATIONS},
)
async def put_muted_topics(
    data: JSONBody[TopicsChange], community: FromCommunity, member: FromMember
) -> Response[HiddenList]:
    topics = checked_topics(data)
    async with member_transaction(community.database, member) as opened:
        await save_topics(opened, member, topics=topics, now=community.now())
        return await _listed(opened, member)


def _back(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects to the list on the account page, in the language of the form."""
    return see_other(f"{path_for('account', form_language(request))}?hidden={outcome}{SECTION}")


@post(
    "/api/account/hidden/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True, CHANGE_RATE: RELATIONS},
    exception_handlers={Refusal: refused_form(_back, kept=("hide", "words", "categories"))},
    request_max_body_size=FORM_BYTES_MOST,
)
async def post_hidden_form(
    request: AnyRequest, data: Form, community: FromCommunity, member: FromMember
) -> Response[Any]:
    """Mutes, blocks or shows members or topics by a form and redirects to the account page."""
    check_shown_to(data.member, member)
    await _save_form(community, member, form=data)
    return _back(request, "saved")


HANDLERS = (
    get_hidden_list,
    put_hidden_member,
    delete_hidden_member,
    put_muted_topics,
    post_hidden_form,
)


def _hiding(
    community: CommunityDependencies, member: Member
) -> AbstractAsyncContextManager[Transaction]:
    """Opens a transaction that refuses, with 404, to hide a member who does not exist."""
    return member_transaction(community.database, member, otherwise=unknown_member())


async def _save_form(community: CommunityDependencies, member: Member, *, form: HiddenForm) -> None:
    """Stores the one change that the form sent: a member to hide or show, or the topics."""
    now = community.now()
    async with _hiding(community, member) as opened:
        if form.hide:
            await hide_member(opened, member, other_id=form.hide, kind=form.kind, now=now)
        elif form.show:
            await show_member(opened, member, other_id=form.show)
        else:
            await save_topics(opened, member, topics=checked_topics(topics_in(form)), now=now)


async def _listed(opened: Transaction, member: Member) -> Response[HiddenList]:
    """Returns the response with all that the member mutes and blocks."""
    return Response(await list_hidden(opened.session, member.id), headers=PRIVATE)
