"""Takes the cards of what was removed or rewritten out of the storage: they quote it."""

import asyncio

import structlog

from server.community.dependencies import Announce
from server.contracts.routes import LANGUAGES
from server.media.storage.interface import Storage, StorageFailure
from server.pages.exhibits import Kind, owner_of
from server.realtime.events import Event, PostEdited, PostRemoved


class Forgetting:
    """Passes every event on to `announce`; what it does of its own comes after."""

    def __init__(self, announce: Announce, storage: Storage) -> None:
        self._announce = announce
        self._storage = storage
        self._running: set[asyncio.Task[None]] = set()

    def __call__(self, event: Event) -> None:
        self._announce(event)
        if isinstance(event, PostRemoved | PostEdited):
            forgetting = asyncio.get_running_loop().create_task(self._forget("post", str(event.id)))
            self._running.add(forgetting)
            forgetting.add_done_callback(self._running.discard)

    async def _forget(self, kind: Kind, name: str) -> None:
        try:
            await forget_cards(self._storage, kind, name)
        except StorageFailure as failure:
            log = structlog.get_logger("chanoki.cards")
            log.warning("cards_not_forgotten", card=f"{kind}-{name}", reason=str(failure))


async def forget_cards(storage: Storage, kind: Kind, name: str) -> None:
    """Every version in every language; raises StorageFailure when the store is away."""
    for language in LANGUAGES:
        for stored in await storage.names_of("cards", owner_of(kind, name, language)):
            await storage.delete("cards", stored)
