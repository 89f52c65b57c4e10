"""Draws cards beside the event loop, one at a time, and keeps only so many waiting."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from server.imaging.open_graph.descriptions import AnyCard, Stored
from server.imaging.open_graph.drawing import draw
from server.imaging.paint import Faces

WAITING_MOST = 40


class StudioBusy(Exception):
    """Too many cards wait already."""


class Studio:
    """Everything drawn is our own: texts of bounded length, pictures that were drawn anew."""

    def __init__(self, faces: Path, *, waiting_most: int = WAITING_MOST) -> None:
        self._faces = Faces(faces)
        # The faces are not made for two threads, and a second one would only slow the readers.
        self._place = asyncio.Semaphore(1)
        self._waiting_most = waiting_most
        self._waiting = 0

    async def draw(self, card: AnyCard, pictures: Mapping[Stored, bytes]) -> bytes:
        if self._waiting >= self._waiting_most:
            raise StudioBusy
        self._waiting += 1
        try:
            async with self._place:
                return await asyncio.to_thread(draw, card, self._faces, pictures)
        finally:
            self._waiting -= 1
