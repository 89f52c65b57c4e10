"""The viewer of a request: a visitor or a member; and the guards of endpoints by viewer."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, Protocol

from server.contracts.routes import Language
from server.errors import Refusal

# Keys of Litestar's `opt` with which an endpoint describes its changes to `write_guard`.
# The guard checks no session; without CHANGE_BY_FORM it checks nothing at all.
CHANGE_WITHOUT_SESSION = "change_without_session"
# A session that was not refreshed for an hour may send this change.
CHANGE_WITH_STALE_SESSION = "change_with_stale_session"
# Content type of the body, in place of JSON.
CHANGE_BODY = "change_body"
# A form sends this change without scripts: it carries neither CSRF token nor member in headers.
CHANGE_BY_FORM = "change_by_form"
# The rate that limits this change for one member, besides the rate of all changes.
CHANGE_RATE = "change_rate"
# This change only ends access to the account: it is counted for its session alone, so that another
# session, which a stranger may have, cannot use up its rate.
CHANGE_ENDS_ACCESS = "change_ends_access"
# Code for a change that the page of another member, or of an earlier session, sent.
CHANGE_OF_ANOTHER = "change_of_another"


# An administrator is a moderator who may also grant roles.
Role = Literal["moderator", "administrator"]


# Code for a form or change whose page was shown to another member than the one who is signed in.
ANOTHER_MEMBER = "app.anotherMember"

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Reader who is not signed in, or whose session cannot be read while the database is away."""

    # False if the session could not be read, so that this may be a member.
    is_certain: bool = True
    # Suspended member who has signed in to the page of the suspension; a visitor everywhere else.
    suspended: "Member | None" = None
    suspended_until: datetime | None = None

    @property
    def is_member(self) -> bool:
        return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Signed-in member with the data of session and profile."""

    id: str
    display_name: str
    language: Language
    avatar_url: str | None = None
    full_name: str | None = None
    email: str | None = None
    joined_at: datetime = LONG_AGO
    # The member has not answered the welcome yet.
    is_welcome_due: bool = False
    # The notice of changed terms has not been dismissed yet.
    is_notice_due: bool = False
    role: Role | None = None
    signed_in_at: datetime = LONG_AGO

    @property
    def is_member(self) -> bool:
        return True


Viewer = Visitor | Member


class GuardedConnection(Protocol):
    """Connection as guards receive it."""

    @property
    def scope(self) -> Any: ...


def viewer_in(scope: Mapping[str, Any]) -> Viewer:
    """Returns the member of the request, else a visitor."""
    viewer: Viewer = scope.get("user") or Visitor()
    return viewer


def member_in(scope: Mapping[str, Any], code: str = "login.required") -> Member:
    """Returns the signed-in member; raises Refusal 401 with the code for a visitor."""
    viewer = viewer_in(scope)
    if isinstance(viewer, Member):
        return viewer
    raise Refusal(code, 401)


@dataclass(frozen=True, slots=True)
class MembersOnly:
    """Guard that refuses visitors with its code, before the body is read."""

    code: str

    def __call__(self, connection: GuardedConnection, _handler: object) -> None:
        member_in(connection.scope, self.code)


def members_only(code: str = "login.required") -> Callable[[GuardedConnection, object], None]:
    """Returns the guard that refuses visitors with this code."""
    return MembersOnly(code)


def moderators_only(connection: GuardedConnection, _handler: object) -> None:
    """Guard that refuses visitors, and members without a role."""
    if member_in(connection.scope).role is None:
        raise Refusal("app.forbidden", 403)


def administrators_only(connection: GuardedConnection, _handler: object) -> None:
    """Guard that refuses visitors, members and moderators."""
    if member_in(connection.scope).role != "administrator":
        raise Refusal("app.forbidden", 403)


def check_shown_to(shown_to: str, viewer: Viewer) -> None:
    """Raises Refusal 403 if the form's page was shown to another viewer than the one who sends it.

    `shown_to` is a member's id, empty for a visitor. It differs after another tab has signed in or
    out.
    """
    if shown_to != (viewer.id if isinstance(viewer, Member) else ""):
        raise Refusal(ANOTHER_MEMBER, 403)


def code_for_visitors(guards: Iterable[object] | None) -> str:
    """Returns the code with which the guards of a handler refuse visitors."""
    codes = (guard.code for guard in guards or () if isinstance(guard, MembersOnly))
    return next(codes, "login.required")
