"""Loader of the page of a suspended member."""

import msgspec

from server.accounts.sessions.suspension_page import read_suspension
from server.database.transaction import transaction
from server.pages.loader_context import NULL, LoaderContext


async def suspension(context: LoaderContext) -> msgspec.Raw:
    """Loads the viewer's own suspension; null unless a suspended member has signed in."""
    reads = context.dependencies.reads
    async with transaction(reads.database) as opened:
        view = await read_suspension(opened.session, context.viewer, now=reads.now())
    return NULL if view is None else msgspec.Raw(msgspec.json.encode(view))
