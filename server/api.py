"""Handlers of the API and of the sign-in, and the dependencies that Litestar passes to them."""

from copy import copy

from litestar import get
from litestar.di import Provide
from litestar.handlers import HTTPRouteHandler

from server.accounts.avatars import endpoints as avatars
from server.accounts.profiles import endpoints as profiles
from server.accounts.sessions import development_provider
from server.accounts.sessions.endpoints import (
    account,
    notice,
    roles,
    session,
    sign_in,
    sign_out,
    suspension,
    welcome,
)
from server.accounts.sessions.write_guard import check_rate
from server.community.collections.endpoints import collections
from server.community.collections.endpoints import forms as collection_forms
from server.community.endpoints import (
    answers,
    appeals,
    comments,
    moderation,
    moderation_log,
    moderation_undo,
    notifications,
    posts,
    prefectures,
    saves,
    search,
    undo,
)
from server.community.follows import endpoints as follows
from server.community.letters import endpoints as letters
from server.community.members import endpoints as members
from server.community.queries.page_visibility import check_reach
from server.community.relations import endpoints as relations
from server.community.sharing import endpoints as sharing
from server.media.uploads.endpoints import upload_handlers
from server.pages.health import health_handlers
from server.pages.schemas import Operator
from server.parts import Parts
from server.web.dependencies import REQUEST_DEPENDENCIES

# Of a request body; handlers of uploads have separate limits.
BODY_BYTES_MOST = 32 * 1024


def operator_handler(operator: Operator) -> HTTPRouteHandler:
    """Returns the handler of the operator's details."""

    @get("/api/operator", operation_id="getOperator", summary="Who runs the site")
    async def get_operator() -> Operator:
        return operator

    return get_operator


MEMBER_HANDLERS = (
    *sign_in.HANDLERS,
    *welcome.HANDLERS,
    *notice.HANDLERS,
    *roles.HANDLERS,
    *session.HANDLERS,
    *sign_out.HANDLERS,
    *account.HANDLERS,
    *suspension.HANDLERS,
    *profiles.HANDLERS,
    *avatars.HANDLERS,
    *posts.HANDLERS,
    *comments.HANDLERS,
    *answers.HANDLERS,
    *saves.HANDLERS,
    *collections.HANDLERS,
    *collection_forms.HANDLERS,
    *undo.HANDLERS,
    *prefectures.HANDLERS,
    *search.HANDLERS,
    *members.HANDLERS,
    *sharing.HANDLERS,
    *moderation.HANDLERS,
    *moderation_log.HANDLERS,
    *moderation_undo.HANDLERS,
    *appeals.HANDLERS,
    *notifications.HANDLERS,
    *letters.HANDLERS,
    *follows.HANDLERS,
    *relations.HANDLERS,
)


def api_handlers(operator: Operator, parts: Parts) -> list[HTTPRouteHandler]:
    """Returns all handlers of the API; shared/api.json describes those that the client calls."""
    declared = [*MEMBER_HANDLERS]
    if parts.development_provider:
        declared += development_provider.HANDLERS
    return [
        operator_handler(operator),
        *health_handlers(parts.needed, parts.drain),
        *upload_handlers(parts.uploads, parts.sessions.rates),
        # An application sets itself as the owner of a handler; tests make several applications.
        *map(copy, declared),
    ]


def api_dependencies(parts: Parts) -> dict[str, Provide]:
    """Returns the dependencies that handlers name as parameters."""
    sessions = parts.sessions
    values: dict[str, object] = {
        "sign_in": parts.sign_in,
        "sessions": sessions,
        "account": parts.account,
        "profiles": profiles.ProfileDependencies(
            parts.database,
            sessions.now,
            sessions.count,
            parts.sign_in.reserved,
            check_reach,
            lambda member_id: check_rate(sessions.rates, profiles.SAVES, key=member_id),
        ),
        "uploads": parts.uploads,
        "community": parts.community,
        "letters": parts.letters,
        "development_provider": parts.development_provider,
    }
    return {
        **REQUEST_DEPENDENCIES,
        "session": Provide(session.provide_session, sync_to_thread=False),
        **{name: _constant(value) for name, value in values.items()},
    }


def _constant(value: object) -> Provide:
    """Returns the provider of an object that is the same for all requests."""
    return Provide(lambda: value, sync_to_thread=False)
