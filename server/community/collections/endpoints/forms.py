"""Form that changes collections without scripts."""

import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import Response, post
from litestar.enums import RequestEncodingType
from litestar.params import Body

from server.community.collections.actions import (
    add_saved_posts,
    change_collection,
    create_collection,
    delete_collection,
    remove_posts,
)
from server.community.collections.schemas import CollectionChange, CollectionForm
from server.community.dependencies import CommunityDependencies
from server.community.endpoints.posts import FromCommunity
from server.community.rate_rules import RELATIONS
from server.community.rules import post_number
from server.contracts.limits import LIMITS
from server.contracts.routes import path_for
from server.errors import Refusal
from server.web.asgi import query_values
from server.web.dependencies import FromMember
from server.web.forms import (
    FORM,
    form_language,
    is_browser,
    refused_form,
    see_other,
)
from server.web.problems import AnyRequest
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_RATE,
    Member,
    check_shown_to,
    members_only,
)

# Id of a collection in the address of its form.
SLUG = re.compile(r"[\w-]{1,64}", re.ASCII)
# Acts whose form is on the page of the collection.
ON_ITS_PAGE = {"change", "remove"}
# Most characters of a typed name that the address has after a refusal.
TYPED_MOST = 5 * LIMITS.collection_name_characters

Form = Annotated[CollectionForm, Body(media_type=RequestEncodingType.URL_ENCODED)]


def _back_to_form(request: AnyRequest, outcome: str) -> Response[Any]:
    """Redirects after a refusal to the collection that the address names, or the saved posts.

    `outcome` is the reason, which that page shows; "unknown" means that the collection has no page.
    """
    query = query_values(request.scope["query_string"].decode("latin-1"))
    collection = query.get("on", "")
    if outcome == "unknown" or not SLUG.fullmatch(collection):
        return _back(request, None, collections=outcome)
    path = path_for("collection", form_language(request), params={"id": collection})
    return _to(path, {"collections": outcome})


@post(
    "/api/account/collections/form",
    include_in_schema=False,
    guards=[members_only()],
    opt={CHANGE_BODY: FORM, CHANGE_BY_FORM: True, CHANGE_RATE: RELATIONS},
    exception_handlers={Refusal: refused_form(_back_to_form, kept=("name",))},
)
async def post_collection_form(
    request: AnyRequest, data: Form, community: FromCommunity, member: FromMember
) -> Response[Any]:
    """Changes a collection by a form and redirects to the form's page.

    After a refusal, the address has the reason and the typed name; the refusal of an unknown
    collection is left to the exception handler.
    """
    check_shown_to(data.member, member)
    try:
        await _apply(community, member, form=data)
    except Refusal as refusal:
        if not is_browser(request) or refusal.code == "collections.errors.unknown":
            raise
        reason = refusal.code.rpartition(".")[2]
        return _back(request, data, collections=reason, name=data.name[:TYPED_MOST])
    return _back(request, data, collections=data.act)


async def _apply(community: CommunityDependencies, member: Member, *, form: CollectionForm) -> None:
    """Creates, changes or deletes a collection, or adds or removes posts, as `act` says."""
    posts = [form.posts] if isinstance(form.posts, str) else form.posts
    ids = [post_number(one) for one in posts if one]
    match form.act:
        case "create":
            await create_collection(community, member, name=form.name)
        case "change":
            change = CollectionChange(form.name, form.shared is not None)
            await change_collection(community, member, id=form.collection, change=change)
        case "delete":
            await delete_collection(community, member, id=form.collection)
        case "add":
            await add_saved_posts(community, member, id=form.collection, post_ids=ids)
        case "remove":
            await remove_posts(community, member, id=form.collection, post_ids=ids)


def _back(request: AnyRequest, form: CollectionForm | None, **query: str) -> Response[Any]:
    """Redirects to the page of the form: the collection or the saved posts, in its language.

    Without a `form`, the saved posts.
    """
    language = form_language(request)
    shown = {name: value for name, value in query.items() if value}
    if form is not None and form.act in ON_ITS_PAGE:
        path = path_for("collection", language, params={"id": form.collection})
        return _to(path, shown)
    return _to(path_for("profile", language), {"tab": "saved", **shown})


def _to(path: str, query: Mapping[str, str]) -> Response[Any]:
    """Redirects to the section of collections on a page."""
    return see_other(f"{path}?{urlencode(query)}#collections")


HANDLERS = (post_collection_form,)
