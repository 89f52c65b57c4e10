"""The page of a suspended member: what it shows, and the session that its forms need."""

from datetime import datetime
from urllib.parse import urlencode

from server.accounts.sessions.authentication import suspended_session
from server.accounts.sessions.queries import SignedIn
from server.accounts.sessions.schemas import SuspensionView
from server.accounts.sessions.write_guard import WRITES, check_rate
from server.contracts.routes import Language, path_for
from server.database.engine import Reading
from server.errors import Refusal
from server.moderation.queries import decisions_about
from server.web.asgi import Scope
from server.web.rate_limits.rates import Rates
from server.web.viewer import CHANGE_BODY, CHANGE_BY_FORM, CHANGE_WITHOUT_SESSION, Viewer, Visitor

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
    """Returns None unless the viewer is a suspended member who has signed in."""
    if not isinstance(viewer, Visitor) or viewer.suspended is None:
        return None
    member = viewer.suspended
    decisions = await decisions_about(session, member.id, now=now)
    return SuspensionView(member.id, member.display_name, viewer.suspended_until, tuple(decisions))


async def session_of_form(scope: Scope, rates: Rates, *, member_id: str) -> SignedIn:
    """Returns the suspended member's session; raises Refusal 401, 403 for another's page, 429."""
    session = suspended_session(scope)
    if session.member.id != member_id:
        raise Refusal("app.anotherMember", 403)
    await check_rate(rates, WRITES, key=session.member.id)
    return session


def page_address(language: str, **query: str) -> str:
    """Returns the address of the page, which shows the outcome of a form."""
    shown: Language = "ja" if language == "ja" else "en"
    path = path_for("suspended", shown)
    return f"{path}?{urlencode(query)}" if query else path


def outcome_of(refusal: Refusal) -> str:
    """Returns the name by which the page knows a refusal."""
    return _OUTCOMES.get(refusal.code, refusal.code.rpartition(".")[2])
