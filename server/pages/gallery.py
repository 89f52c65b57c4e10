"""The pictures of the cards: from the storage, else drawn, once at a time for each card."""

import asyncio
from pathlib import Path

import structlog

from server.contracts.routes import Language
from server.media.imaging.card_renderer import CardRenderer, CardRendererBusy
from server.media.imaging.open_graph.card_data import Stored, pictures_of
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.pages.cards import site_card_path
from server.pages.exhibits import Exhibit

CARDS: Bucket = "cards"
MEDIA_TYPE = "image/jpeg"


class Gallery:
    """A thousand who ask for one new card wait for the same drawing of it."""

    def __init__(self, storage: Storage, renderer: CardRenderer, *, client: Path) -> None:
        self._storage = storage
        self._renderer = renderer
        self._client = client
        self._making: dict[str, asyncio.Task[bytes | None]] = {}

    async def picture(self, exhibit: Exhibit) -> bytes | None:
        """Nothing when it can't be drawn now; why is in the log."""
        name = exhibit.stored
        making = self._making.get(name)
        if making is None:
            making = asyncio.create_task(self._made(exhibit))
            self._making[name] = making
            making.add_done_callback(lambda _: self._making.pop(name, None))
        # A cancelled request must not cancel the drawing for the others.
        return await asyncio.shield(making)

    async def site_card(self, language: Language) -> bytes | None:
        """The card that the build drew, which stands for every other."""
        path = self._client / site_card_path(language).lstrip("/")
        try:
            return await asyncio.to_thread(path.read_bytes)
        except OSError:
            return None

    async def _made(self, exhibit: Exhibit) -> bytes | None:
        log = structlog.get_logger("chanoki.cards")
        try:
            kept = await self._kept(exhibit)
            if kept is not None:
                return kept
            drawn = await self._renderer.draw(exhibit.card, await self._pictures(exhibit))
        except CardRendererBusy:
            log.warning("card_not_drawn", card=exhibit.stored, reason="busy")
            return None
        except Exception:
            log.exception("card_not_drawn", card=exhibit.stored)
            return None
        await self._keep(exhibit, drawn)
        return drawn

    async def _kept(self, exhibit: Exhibit) -> bytes | None:
        try:
            return await self._storage.get(CARDS, exhibit.stored)
        except StorageFailure:
            # The card can be drawn without it.
            return None

    async def _pictures(self, exhibit: Exhibit) -> dict[Stored, bytes]:
        """What is gone is left out; a store that is away must not make a card without pictures."""
        found: dict[Stored, bytes] = {}
        for stored in pictures_of(exhibit.card):
            bucket: Bucket | None = next((one for one in BUCKETS if one == stored.bucket), None)
            data = await self._storage.get(bucket, stored.name) if bucket else None
            if data is not None:
                found[stored] = data
        return found

    async def _keep(self, exhibit: Exhibit, drawn: bytes) -> None:
        """In place of the versions before it, which no page names."""
        try:
            await self._storage.put(CARDS, exhibit.stored, data=drawn, media_type=MEDIA_TYPE)
            for name in await self._storage.names_of(CARDS, exhibit.owner):
                if name != exhibit.stored:
                    await self._storage.delete(CARDS, name)
        except StorageFailure as failure:
            log = structlog.get_logger("chanoki.cards")
            log.warning("card_not_kept", card=exhibit.stored, reason=str(failure))
