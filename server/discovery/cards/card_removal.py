"""Deletes stored share cards of removed and edited posts, because the cards quote them."""

import asyncio

import structlog

from server.contracts.routes import LANGUAGES
from server.database.engine import Commit
from server.discovery.cards.share_card import Kind, owner_of
from server.media.storage.interface import Storage, StorageFailure
from server.realtime.events import PostEdited, PostRemoved


class CardRemoval:
    """Subscriber of commits that deletes the cards of changed posts."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._running: set[asyncio.Task[None]] = set()

    def __call__(self, commit: Commit) -> None:
        for event in commit.events:
            if isinstance(event, PostRemoved | PostEdited):
                task = asyncio.get_running_loop().create_task(self._remove("post", str(event.id)))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    async def _remove(self, kind: Kind, name: str) -> None:
        try:
            await remove_cards(self._storage, kind, name)
        except StorageFailure as failure:
            log = structlog.get_logger("chanoki.cards")
            log.warning("cards_not_removed", card=f"{kind}-{name}", reason=str(failure))


async def remove_cards(storage: Storage, kind: Kind, name: str) -> None:
    """Deletes every version in every language; raises StorageFailure when the store is away."""
    for language in LANGUAGES:
        for stored in await storage.names_of("cards", owner_of(kind, name, language)):
            await storage.delete("cards", stored)
