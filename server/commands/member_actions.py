"""Actions of `moderate` on members: suspensions and roles. Each returns its report."""

from server.accounts.sessions.actions.departures import is_pseudonym, lift_suspension
from server.accounts.sessions.actions.roles import change_role
from server.accounts.sessions.actions.suspension import reinstate, suspend
from server.accounts.sessions.queries import is_member
from server.accounts.sessions.rules import day_of, suspension_end
from server.commands.moderation_context import ModerationContext
from server.database.clock import utc_now
from server.database.engine import Reading
from server.database.transaction import transaction
from server.errors import StartRefused
from server.web.viewer import Role

ARTICLES = {"moderator": "a", "administrator": "an"}


async def suspend_member(context: ModerationContext) -> str:
    """Suspends a member and ends all sessions; without --days until reinstated."""
    id, days, now = context.arguments.id, context.arguments.days, utc_now()
    until = suspension_end(now, days) if days else None
    async with transaction(context.community.database) as opened:
        is_done = await suspend(opened, context.attribution, member_id=id, until=until, now=now)
        if not is_done:
            await _check_member(opened.session, id)
    lasts = f"until {day_of(until)} begins in Japan" if until else "until they are reinstated"
    if not is_done:
        return f"Member {id} is suspended {lasts} already; nothing was changed."
    return f"Member {id} is suspended {lasts}; they are signed out everywhere."


async def reinstate_member(context: ModerationContext) -> str:
    """Ends the suspension of a member, or of a former member by the pseudonym."""
    id = context.arguments.id
    async with transaction(context.community.database) as opened:
        if is_pseudonym(id):
            is_done = await lift_suspension(
                opened, context.attribution, former_member=id, now=utc_now()
            )
        else:
            is_done = await reinstate(opened, context.attribution, member_id=id, now=utc_now())
            if not is_done:
                await _check_member(opened.session, id)
    if not is_done:
        return f"Member {id} is not suspended; nothing was changed."
    return f"Member {id} is reinstated and may sign in again."


async def grant_role(context: ModerationContext) -> str:
    """Gives a member a role; returns the report."""
    id, role = context.arguments.id, context.arguments.role
    if not await _change_role(context, role):
        return f"Member {id} is {ARTICLES[role]} {role} already; nothing was changed."
    return f"Member {id} is {ARTICLES[role]} {role} from now on."


async def revoke_role(context: ModerationContext) -> str:
    """Takes a member's role away; returns the report."""
    id = context.arguments.id
    if not await _change_role(context, None):
        return f"Member {id} has no role; nothing was changed."
    return f"Member {id} has no role any more."


async def _change_role(context: ModerationContext, role: Role | None) -> bool:
    """Sets or clears a member's role; returns False without a change.

    Raises StartRefused for an unknown member.
    """
    id = context.arguments.id
    async with transaction(context.community.database) as opened:
        is_done = await change_role(
            opened, context.attribution, member_id=id, role=role, now=utc_now()
        )
        if not is_done:
            await _check_member(opened.session, id)
    return is_done


async def _check_member(session: Reading, id: str) -> None:
    """Raises StartRefused if there is no such member."""
    if not await is_member(session, id):
        raise StartRefused(f"there is no member {id}.")
