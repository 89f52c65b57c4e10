"""Page of a suspended member: its data, its address, and the session that its forms need."""

from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from server.accounts.sessions.authentication import suspended_session
from server.accounts.sessions.queries import SignedIn
from server.accounts.sessions.schemas import SuspensionView
from server.accounts.sessions.write_guard import WRITES, check_rate
from server.contracts.routes import Language, path_for
from server.database.engine import Reading
from server.errors import Refusal
from server.moderation.queries import GONE, count_removals, decisions_about
from server.web.asgi import Scope
from server.web.forms import form_language, refused_form, see_other, wait_query
from server.web.problems import AnyRequest
from server.web.rate_limits.rates import Rates
from server.web.viewer import (
    CHANGE_BODY,
    CHANGE_BY_FORM,
    CHANGE_WITHOUT_SESSION,
    Viewer,
    Visitor,
    check_shown_to,
)

FORM = b"application/x-www-form-urlencoded"
# The write guard checks where the form comes from; the handlers read the suspended session.
BY_FORM = {CHANGE_WITHOUT_SESSION: True, CHANGE_BY_FORM: True, CHANGE_BODY: FORM}
_OUTCOMES = {
    "login.required": "signIn",
    "app.anotherMember": "signIn",
    "app.tooManyRequests": "wait",
    "profileEdit.errors.confirmationMismatch": "confirmation",
}


async def read_suspension(
    session: Reading, viewer: Viewer, *, now: datetime
) -> SuspensionView | None:
    """Returns a suspended member's own suspension; None for every other viewer."""
    if not isinstance(viewer, Visitor) or viewer.suspended is None:
        return None
    member = viewer.suspended
    decisions = await decisions_about(session, member.id, now=now)
    in_force = next((one.id for one in decisions if one.action == "suspend"), None)
    listed = sum(one.action in GONE for one in decisions)
    return SuspensionView(
        member.id,
        member.display_name,
        viewer.suspended_until,
        tuple(sorted(decisions, key=lambda one: one.id != in_force)),
        await count_removals(session, member.id) - listed,
    )


async def session_of_form(scope: Scope, rates: Rates, *, member_id: str) -> SignedIn:
    """Returns the session of the suspended member who sent a form.

    Raises Refusal 401 without one, 403 if the form is of another member's page, 429 above the rate.
    """
    session = suspended_session(scope)
    check_shown_to(member_id, session.member)
    # For each session, so that another one cannot keep the member from appealing or leaving.
    await check_rate(rates, WRITES, key=session.session_id)
    return session


def suspension_page_address(language: str, **query: str) -> str:
    """Returns the path of the suspension's page; its query names a form's outcome."""
    shown: Language = "ja" if language == "ja" else "en"
    path = path_for("suspended", shown)
    return f"{path}?{urlencode(query)}" if query else path


def _back_to_page(request: AnyRequest, outcome: str) -> Any:
    """Redirects to the suspension's page with the reason of a refusal, in the form's language."""
    return see_other(suspension_page_address(form_language(request), error=outcome))


def error_query(refusal: Refusal) -> dict[str, str]:
    """Returns the page's query with a refusal and, after too many requests, the time to wait."""
    name = _OUTCOMES.get(refusal.code, refusal.code.rpartition(".")[2])
    return {"error": name, **wait_query(refusal)}


# Exception handler of the page's forms; an appeal keeps what was typed.
refuse_on_page = refused_form(_back_to_page, kept=("entry_id", "note"), is_open=True)
