"""Images of share cards: stored, drawn once for all concurrent requests, and removed."""

import asyncio
from pathlib import Path

import structlog

from server.contracts.routes import LANGUAGES, Language
from server.database.engine import Commit
from server.discovery.cards.page_cards import site_card_path
from server.discovery.cards.share_card import Kind, ShareCard, owner_of
from server.media.imaging.card_renderer import CardRenderer, CardRendererBusy
from server.media.imaging.open_graph.card_data import StoredImage, pictures_of
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.realtime.events import PostEdited, PostRemoved

CARDS: Bucket = "cards"
MEDIA_TYPE = "image/jpeg"


class CardImages:
    """Images of share cards; concurrent requests for a new card wait for one drawing."""

    def __init__(self, storage: Storage, renderer: CardRenderer, *, client: Path) -> None:
        self._storage = storage
        self._renderer = renderer
        self._client = client
        self._drawings: dict[str, asyncio.Task[bytes | None]] = {}

    async def picture(self, card: ShareCard) -> bytes | None:
        """Returns the card's image; None if it cannot be drawn now, which is logged."""
        name = card.stored
        drawing = self._drawings.get(name)
        if drawing is None:
            drawing = asyncio.create_task(self._load_or_draw(card))
            self._drawings[name] = drawing
            drawing.add_done_callback(lambda _: self._drawings.pop(name, None))
        # A cancelled request must not cancel the drawing for the others.
        return await asyncio.shield(drawing)

    async def site_card(self, language: Language) -> bytes | None:
        """Returns the site's card from the build, the fallback of all cards; None if missing."""
        path = self._client / site_card_path(language).lstrip("/")
        try:
            return await asyncio.to_thread(path.read_bytes)
        except OSError:
            return None

    async def _load_or_draw(self, card: ShareCard) -> bytes | None:
        """Returns the stored image, or draws and stores it.

        None if the renderer is busy or fails.
        """
        log = structlog.get_logger("chanoki.cards")
        try:
            stored = await self._load(card)
            if stored is not None:
                return stored
            image = await self._renderer.draw(card.card, await self._pictures(card))
        except CardRendererBusy:
            log.warning("card_not_drawn", card=card.stored, reason="busy")
            return None
        except Exception:
            log.exception("card_not_drawn", card=card.stored)
            return None
        await self._store(card, image)
        return image

    async def _load(self, card: ShareCard) -> bytes | None:
        """Returns the stored image; None without one or when the storage fails."""
        try:
            return await self._storage.get(CARDS, card.stored)
        except StorageFailure:
            # The card can be drawn without it.
            return None

    async def _pictures(self, card: ShareCard) -> dict[StoredImage, bytes]:
        """Reads the pictures that the card shows, except removed ones.

        Raises StorageFailure, so that an outage does not make a card without pictures.
        """
        found: dict[StoredImage, bytes] = {}
        for stored in pictures_of(card.card):
            bucket: Bucket | None = next((one for one in BUCKETS if one == stored.bucket), None)
            data = await self._storage.get(bucket, stored.name) if bucket else None
            if data is not None:
                found[stored] = data
        return found

    async def _store(self, card: ShareCard, image: bytes) -> None:
        """Stores the card's image and deletes its former versions, which no page names."""
        try:
            await self._storage.put(CARDS, card.stored, data=image, media_type=MEDIA_TYPE)
            for name in await self._storage.names_of(CARDS, card.owner):
                if name != card.stored:
                    await self._storage.delete(CARDS, name)
        except StorageFailure as failure:
            log = structlog.get_logger("chanoki.cards")
            log.warning("card_not_stored", card=card.stored, reason=str(failure))


class CardRemoval:
    """Subscriber of commits that deletes the cards of changed posts."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._running: set[asyncio.Task[None]] = set()

    def __call__(self, commit: Commit) -> None:
        """Starts the deletion of the cards of posts that were edited or removed."""
        for event in commit.events:
            if isinstance(event, PostRemoved | PostEdited):
                task = asyncio.get_running_loop().create_task(self._remove("post", str(event.id)))
                self._running.add(task)
                task.add_done_callback(self._running.discard)

    async def _remove(self, kind: Kind, name: str) -> None:
        """Deletes the images of a card; logs a failure of the storage."""
        try:
            await remove_cards(self._storage, kind, name)
        except StorageFailure as failure:
            log = structlog.get_logger("chanoki.cards")
            log.warning("cards_not_removed", card=f"{kind}-{name}", reason=str(failure))


async def remove_cards(storage: Storage, kind: Kind, name: str) -> None:
    """Deletes a card's images, of every version in every language.

    Raises StorageFailure when the store is unavailable.
    """
    for language in LANGUAGES:
        for stored in await storage.names_of("cards", owner_of(kind, name, language)):
            await storage.delete("cards", stored)
