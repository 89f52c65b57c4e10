"""Draws cards beside the event loop, one at a time, and keeps only so many waiting."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from server.media.imaging.open_graph.card_data import AnyCard, Stored

if TYPE_CHECKING:
    from server.media.imaging.canvas import Fonts

WAITING_MOST = 40


class CardRendererBusy(Exception):
    """Too many cards wait already."""


class CardRenderer:
    """Everything drawn is our own: texts of bounded length, pictures that were drawn anew."""

    def __init__(self, faces: Path, *, waiting_most: int = WAITING_MOST) -> None:
        self._folder = faces
        self._faces: Fonts | None = None
        # The faces are not made for two threads, and a second one would only slow the readers.
        self._place = asyncio.Semaphore(1)
        self._waiting_most = waiting_most
        self._waiting = 0

    async def draw(self, card: AnyCard, pictures: Mapping[Stored, bytes]) -> bytes:
        if self._waiting >= self._waiting_most:
            raise CardRendererBusy
        self._waiting += 1
        try:
            async with self._place:
                return await asyncio.to_thread(self._draw, card, pictures)
        finally:
            self._waiting -= 1

    def _draw(self, card: AnyCard, pictures: Mapping[Stored, bytes]) -> bytes:
        # Pillow and the reader of faces weigh six megabytes: they come with the first card, in
        # its thread, and to a host whose cards are all stored never.
        from server.media.imaging.canvas import Fonts  # noqa: PLC0415
        from server.media.imaging.open_graph.render import draw  # noqa: PLC0415

        self._faces = self._faces or Fonts(self._folder)
        return draw(card, self._faces, pictures)
