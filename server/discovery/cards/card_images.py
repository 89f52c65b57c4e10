"""Images of share cards: stored, drawn once for all concurrent requests, and removed."""

import asyncio
from collections import deque
from pathlib import Path

import structlog

from server.contracts.routes import LANGUAGES, Language
from server.database.clock import Clock
from server.database.engine import Commit, Sessions
from server.database.transaction import transaction
from server.discovery.cards.page_cards import site_card_path
from server.discovery.cards.share_card import Kind, ShareCard, owner_of
from server.media.imaging.card_renderer import CardRenderer, CardRendererBusy
from server.media.imaging.open_graph.card_data import StoredImage, pictures_of
from server.media.storage.interface import BUCKETS, Bucket, Storage, StorageFailure
from server.media.uploads.actions.removals import (
    CARDS,
    queue_removals,
    remove_files,
    remove_folder,
)
from server.realtime.events import PostEdited, PostRemoved

# Folders of one commit that are deleted without being queued first.
DIRECT_MOST = 20
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
        """Returns the stored image, or draws it, and stores it if its kind is stored.

        None if the renderer is busy or fails.
        """
        log = structlog.get_logger("chanoki.cards")
        try:
            stored = await self._load(card) if card.is_stored else None
            if stored is not None:
                return stored
            image = await self._renderer.draw(card.card, await self._pictures(card))
        except CardRendererBusy:
            log.warning("card_not_drawn", card=card.stored, reason="busy")
            return None
        except Exception:
            log.exception("card_not_drawn", card=card.stored)
            return None
        if card.is_stored:
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
    """Subscriber of commits that deletes the cards of changed posts, one after the other.

    One at a time, because members' uploads share the few concurrent calls of the storage.
    """

    def __init__(self, database: Sessions, storage: Storage, now: Clock) -> None:
        self._database, self._storage, self._now = database, storage, now
        self._waiting: deque[list[str]] = deque()
        self._running: asyncio.Task[None] | None = None

    def __call__(self, commit: Commit) -> None:
        """Starts the deletion of the cards of posts that were edited or removed."""
        folders = [
            owner_of("post", str(event.id), language)
            for event in commit.events
            if isinstance(event, PostRemoved | PostEdited)
            for language in LANGUAGES
        ]
        if not folders:
            return
        self._waiting.append(folders)
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self._remove_waiting())

    async def _remove_waiting(self) -> None:
        """Deletes the cards of all commits that are waiting; logs a failure and goes on."""
        while self._waiting:
            try:
                await self._remove(self._waiting.popleft())
            except Exception:
                structlog.get_logger("chanoki.cards").exception("cards_not_removed")

    async def _remove(self, folders: list[str]) -> None:
        """Deletes the cards in the folders; the cleanup repeats what fails.

        More than DIRECT_MOST are first queued in the database: their deletion takes minutes, and
        the host may stop meanwhile.
        """
        if len(folders) > DIRECT_MOST:
            await self._queue(folders)
            await remove_files(self._database, self._storage, folders, bucket=CARDS)
            return
        try:
            for folder in folders:
                await remove_folder(self._storage, CARDS, folder)
        except StorageFailure as failure:
            log = structlog.get_logger("chanoki.cards")
            log.warning("cards_not_removed", folders=folders, reason=str(failure))
            await self._queue(folders)

    async def _queue(self, folders: list[str]) -> None:
        """Stores in the queue of removals that these cards have to be deleted."""
        async with transaction(self._database) as opened:
            await queue_removals(opened, folders, bucket=CARDS, now=self._now())


async def remove_cards(storage: Storage, kind: Kind, name: str) -> None:
    """Deletes a card's images, of every version in every language.

    Raises StorageFailure when the store is unavailable.
    """
    for language in LANGUAGES:
        await remove_folder(storage, CARDS, owner_of(kind, name, language))
