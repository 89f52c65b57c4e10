"""Loaders of pages of moderation: reports, cases, logs, appeals, roles, and own decisions."""

import msgspec

from server.accounts.sessions.queries import list_role_holders
from server.community.queries.appeals import read_appeals
from server.community.queries.cases import list_cases
from server.community.queries.moderation_log import list_entries, own_decisions
from server.community.queries.things import find_reportable_thing
from server.database.transaction import transaction
from server.errors import Refusal
from server.moderation.log_filter.queries import LogFilter
from server.moderation.queries import count_decisions
from server.moderation.rules import Subject
from server.pages.loader_context import NULL, LoaderContext, Missing
from server.web.viewer import Member


async def reported(context: LoaderContext) -> msgspec.Raw:
    """Loads the post, comment or member to be reported, which the address of the form names.

    Raises Missing if it does not exist or the reader may not see it.
    """
    try:
        subject = Subject.parse(context.query.get("subject", ""))
    except Refusal as refusal:
        raise Missing from refusal
    async with transaction(context.dependencies.reads.database) as opened:
        thing = await find_reportable_thing(opened.session, subject, context.viewer)
    if thing is None:
        raise Missing
    return msgspec.Raw(msgspec.json.encode(thing))


async def cases(context: LoaderContext) -> msgspec.Raw:
    """Loads the open cases behind the cursor of the address that are not about the reader.

    Raises Missing without a role.
    """
    if not isinstance(context.viewer, Member) or context.viewer.role is None:
        raise Missing
    reads = context.dependencies.reads
    async with transaction(reads.database) as opened:
        after = context.query.get("after")
        listed = await list_cases(opened.session, context.viewer, now=reads.now(), after=after)
    return msgspec.Raw(msgspec.json.encode(listed))


async def moderation_log(context: LoaderContext) -> msgspec.Raw:
    """Loads the numbers of decisions by month, which anyone may read."""
    async with transaction(context.dependencies.reads.database) as opened:
        counts = await count_decisions(opened.session)
    return msgspec.Raw(msgspec.json.encode(counts))


async def decisions(context: LoaderContext) -> msgspec.Raw:
    """Loads the moderators' decisions about the member; null for visitors."""
    if not isinstance(context.viewer, Member):
        return NULL
    reads = context.dependencies.reads
    async with transaction(reads.database) as opened:
        listed = await own_decisions(opened.session, context.viewer.id, now=reads.now())
    return msgspec.Raw(msgspec.json.encode(listed))


async def log_entries(context: LoaderContext) -> msgspec.Raw:
    """Loads the log's entries that the address's filters select; null without a role."""
    if not isinstance(context.viewer, Member) or context.viewer.role is None:
        return NULL
    reads, reader = context.dependencies.reads, context.viewer
    wanted = LogFilter.of(context.query)
    async with transaction(reads.database) as opened:
        page = await list_entries(opened.session, wanted, reader=reader, now=reads.now())
    return msgspec.Raw(msgspec.json.encode(page))


async def roles(context: LoaderContext) -> msgspec.Raw:
    """Loads the members with a role; raises Missing for all but administrators."""
    if not isinstance(context.viewer, Member) or context.viewer.role != "administrator":
        raise Missing
    async with transaction(context.dependencies.reads.database) as opened:
        holders = await list_role_holders(opened.session)
    return msgspec.Raw(msgspec.json.encode(holders))


async def appeals(context: LoaderContext) -> msgspec.Raw:
    """Loads the open appeals; null for readers without a role."""
    if not isinstance(context.viewer, Member) or context.viewer.role is None:
        return NULL
    reads = context.dependencies.reads
    listed = await read_appeals(reads.database, context.viewer, now=reads.now())
    return msgspec.Raw(msgspec.json.encode(listed))
