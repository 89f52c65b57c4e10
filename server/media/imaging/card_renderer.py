"""Renders share cards in a thread, one at a time, with a bounded queue."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from server.media.imaging.open_graph.card_data import AnyCard, StoredImage

if TYPE_CHECKING:
    from server.media.imaging.canvas import Fonts

WAITING_MOST = 40


class CardRendererBusy(Exception):
    """Raised when too many cards wait for the renderer."""


class CardRenderer:
    """Renderer of share cards in a thread.

    It needs no child process: its input are bounded texts and images that the site encoded.
    """

    def __init__(self, faces: Path, *, waiting_most: int = WAITING_MOST) -> None:
        self._folder = faces
        self._faces: Fonts | None = None
        # Pillow's fonts are not safe for two threads; a second one would only slow page requests.
        self._place = asyncio.Semaphore(1)
        self._waiting_most = waiting_most
        self._waiting = 0

    async def draw(self, card: AnyCard, pictures: Mapping[StoredImage, bytes]) -> bytes:
        """Returns a card as JPEG, once it is its turn; raises CardRendererBusy if too many wait."""
        if self._waiting >= self._waiting_most:
            raise CardRendererBusy
        self._waiting += 1
        try:
            async with self._place:
                return await asyncio.to_thread(self._draw, card, pictures)
        finally:
            self._waiting -= 1

    def _draw(self, card: AnyCard, pictures: Mapping[StoredImage, bytes]) -> bytes:
        """Draws a card; runs in a thread and imports the drawing packages with the first card."""
        # Pillow and fontTools take 6 MB, so they are imported with the first card; a host whose
        # cards are all stored never imports them.
        from server.media.imaging.canvas import Fonts  # noqa: PLC0415
        from server.media.imaging.open_graph.render import draw  # noqa: PLC0415

        self._faces = self._faces or Fonts(self._folder)
        return draw(card, self._faces, pictures)
