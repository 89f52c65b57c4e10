"""Moderation commands for a running site: cases, decisions, suspensions, roles, words, log.

Each change is logged in its transaction; hosts poll that log every second and purge their caches.
"""

import asyncio
import sys
from argparse import Namespace

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from server.commands.arguments import message_of_refused_decision, message_of_refused_undo
from server.commands.log_lines import INSTANT, write_line
from server.commands.member_actions import (
    grant_role,
    reinstate_member,
    revoke_role,
    suspend_member,
)
from server.commands.moderation_context import Command, ModerationContext
from server.commands.open_cases import write_cases
from server.community.actions.cases import decide_by_command
from server.community.actions.moderation import remove_comment, remove_post
from server.community.actions.undos import undo_by_command
from server.community.dependencies import CommunityDependencies
from server.community.holds.actions import add_word, remove_word
from server.community.holds.queries import listed_words
from server.database.clock import utc_now
from server.database.dialects import is_missing_table
from server.database.engine import create_sessions, open_engine
from server.database.transaction import transaction
from server.discovery.cards.card_images import remove_cards
from server.errors import Refusal, StartRefused, reason
from server.media.storage.interface import StorageFailure
from server.moderation.profile_parts import checked_parts
from server.moderation.queries import last_entry_about, latest_entries
from server.moderation.schemas import NewDecision, SubjectKind
from server.parts import make_storage
from server.settings import Settings
from server.web.logs import configure_logs
from server.web.rate_limits.rates import MemoryRates

TOO_OLD = "the database lacks a table of this code; run `./chanoki migrate`."


def moderate(settings: Settings, arguments: Namespace) -> int:
    """Runs a moderation command and prints its report; returns 1 if it failed."""
    configure_logs(is_production=settings.is_production)
    try:
        print(asyncio.run(_moderate(settings, arguments)))
    except StartRefused as refused:
        print(f"Nothing was changed: {refused}", file=sys.stderr)
        return 1
    return 0


async def _moderate(settings: Settings, arguments: Namespace) -> str:
    """Runs the command and returns its report; raises StartRefused for a failure."""
    engine = open_engine(settings.database_url)
    sessions, storage = create_sessions(engine), make_storage(settings)
    community = CommunityDependencies(sessions, storage, MemoryRates(), utc_now)
    try:
        return await COMMANDS[arguments.action](ModerationContext(community, arguments))
    except (OSError, SQLAlchemyError) as error:
        if isinstance(error, DBAPIError) and is_missing_table(error):
            raise StartRefused(TOO_OLD) from error
        raise StartRefused(f"the database can't be used: {reason(error)}") from error
    except Refusal as refusal:
        # Actions refuse with 503 while a table of theirs is missing.
        if refusal.status == 503:
            raise StartRefused(TOO_OLD) from refusal
        # The member left, or removed it, at the same time.
        raise StartRefused(f"it was changed at the same moment ({refusal}); try again.") from None
    finally:
        await engine.dispose()


async def _remove_post(context: ModerationContext) -> str:
    """Removes a post and its cards; returns the report, also if it was removed before.

    Raises StartRefused if there never was such a post.
    """
    number = context.arguments.id
    try:
        await remove_post(context.community, context.attribution, post_id=number)
    except Refusal as refusal:
        if refusal.status == 404:
            raise StartRefused(f"there is no post {number}, and there never was.") from None
        if refusal.status != 410:
            raise
        await _remove_cards(context, number)
        return f"Post {number} was removed already{await _by_whom(context, number)}."
    await _remove_cards(context, number)
    return f"Post {number} is removed with its comments, likes and photos; its page is 410."


async def _remove_comment(context: ModerationContext) -> str:
    """Removes a comment; returns the report, also if a moderator removed it before.

    Raises StartRefused if there is no such comment.
    """
    number = context.arguments.id
    try:
        post_id = await remove_comment(context.community, context.attribution, comment_id=number)
    except Refusal as refusal:
        if refusal.status != 404:
            raise
        removed = await _by_whom(context, number)
        if not removed:
            raise StartRefused(f"there is no comment {number}.") from None
        return f"Comment {number} was removed already{removed}."
    return f"Comment {number} is removed from post {post_id}."


async def _decide(context: ModerationContext) -> str:
    """Decides a case and returns the report; raises StartRefused for a refusal."""
    given = context.arguments
    parts = checked_parts(given.part) if given.part else None
    decision = NewDecision(
        given.id, given.decision, 0, given.rule, category=given.category, parts=parts
    )
    try:
        await decide_by_command(context.community, context.attribution, decision)
    except Refusal as refusal:
        message = message_of_refused_decision(given, str(refusal))
        if message is None:
            raise
        raise StartRefused(message) from None
    return f"Decided about {given.id}: {given.decision}."


async def _undo(context: ModerationContext) -> str:
    """Reverses an entry of the log; raises StartRefused if it cannot be reversed."""
    number = context.arguments.id
    try:
        action = await undo_by_command(context.community, context.attribution, entry_id=number)
    except Refusal as refusal:
        if refusal.status == 503:
            raise
        raise StartRefused(message_of_refused_undo(number, str(refusal))) from None
    return f"Entry {number} is undone: {action}."


async def _log(context: ModerationContext) -> str:
    """Returns the newest entries of the moderation log as lines."""
    async with context.community.database.opened() as session:
        arguments = context.arguments
        entries = await latest_entries(session, member_id=arguments.member, limit=arguments.limit)
    return "\n".join(map(write_line, entries)) or "Nothing was moderated."


async def _words(context: ModerationContext) -> str:
    """Lists, adds or removes words that hold a text for review; returns the report."""
    given, database = context.arguments, context.community.database
    if given.what == "list":
        async with database.opened() as session:
            return "\n".join(await listed_words(session)) or "No word is listed."
    is_new = given.what == "add"
    async with transaction(database) as opened:
        change = add_word if is_new else remove_word
        is_done = await change(opened, context.attribution, given.word, now=utc_now())
    state = "listed" if is_new else "not listed"
    return f"{given.word} is {state}{' from now on' if is_done else '; nothing was changed'}."


COMMANDS: dict[str, Command] = {
    "remove-post": _remove_post,
    "remove-comment": _remove_comment,
    "decide": _decide,
    "undo": _undo,
    "suspend": suspend_member,
    "reinstate": reinstate_member,
    "grant-role": grant_role,
    "revoke-role": revoke_role,
    "cases": lambda context: write_cases(context.community),
    "log": _log,
    "words": _words,
}


async def _by_whom(context: ModerationContext, number: int) -> str:
    """Returns ", by … at …" for the last log entry about a post or comment; empty without one."""
    kind: SubjectKind = "post" if context.arguments.action == "remove-post" else "comment"
    async with context.community.database.opened() as session:
        entry = await last_entry_about(session, kind, number)
    return f", by {entry.made_by} at {entry.created_at.strftime(INSTANT)}" if entry else ""


async def _remove_cards(context: ModerationContext, number: int) -> None:
    """Removes a post's stored share cards; prints a failure of the storage and goes on."""
    try:
        await remove_cards(context.community.storage, "post", str(number))
    except StorageFailure as failure:
        print(
            f"The card of post {number} is still stored ({failure}); do this again when the store "
            "answers.",
            file=sys.stderr,
        )
