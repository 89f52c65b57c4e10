"""Pool of child processes that decode and re-encode uploads, two at a time, with a deadline."""

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TypeVar

import msgspec
import structlog

from server.media.imaging.worker_protocol import (
    ImageRefused,
    ResponsiveImage,
    SquareImage,
    SquareSize,
    decode_responsive,
    decode_square,
    encode_request,
)

PROJECT = Path(__file__).resolve().parents[3]
AT_ONCE = 2
QUEUE_S = 5.0
# The child limits its own CPU time; this deadline is reached only on a busy machine.
DEADLINE_S = 10.0

Made = TypeVar("Made")


class ImagePoolBusy(Exception):
    """Raised when no slot becomes free in time, or a child misses its deadline."""


@dataclass(slots=True)
class ImagePoolCounters:
    """Counters for the metrics: images by outcome, images in progress, seconds of work."""

    processed: int = 0
    refused: int = 0
    overloaded: int = 0
    waiting: int = 0
    in_progress: int = 0
    seconds: float = 0.0


class ImagePool:
    """Pool of child processes that decode and re-encode every upload before it is stored.

    Raises ImageRefused for an image, ImagePoolBusy without a free slot or after the deadline.
    """

    def __init__(self, *, queue_s: float = QUEUE_S, deadline_s: float = DEADLINE_S) -> None:
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._queue_s = queue_s
        self._deadline_s = deadline_s
        self.counters = ImagePoolCounters()

    async def square(self, data: bytes, order: SquareSize) -> SquareImage:
        """Encodes the middle square of an upload in a child process."""
        return await self._process(encode_request(order, data), decode_square)

    async def responsive(self, data: bytes) -> ResponsiveImage:
        """Encodes all variants of an upload in a child process."""
        return await self._process(encode_request(None, data), decode_responsive)

    async def _process(self, given: bytes, decode: Callable[[bytes], Made]) -> Made:
        """Runs one image through a child process, and counts and measures it.

        Raises ImageRefused for the image, ImagePoolBusy without a slot or after the deadline.
        """
        await self._enter()
        self.counters.in_progress += 1
        started = perf_counter()
        try:
            output = await self._run(given)
        finally:
            self.counters.seconds += perf_counter() - started
            self.counters.in_progress -= 1
            self._slots.release()
        return self._decode(output, decode)

    async def _enter(self) -> None:
        """Waits for a free slot; raises ImagePoolBusy after the time limit of the queue."""
        self.counters.waiting += 1
        try:
            await asyncio.wait_for(self._slots.acquire(), self._queue_s)
        except TimeoutError:
            self.counters.overloaded += 1
            raise ImagePoolBusy from None
        finally:
            self.counters.waiting -= 1

    def _decode(self, output: bytes, decode: Callable[[bytes], Made]) -> Made:
        """Decodes a child's reply; raises ImageRefused if the child refused or crashed."""
        try:
            made = decode(output)
        except msgspec.DecodeError:
            self.counters.refused += 1
            # The child handles one image alone, so that image is what ended it.
            raise ImageRefused("complex") from None
        except ImageRefused:
            self.counters.refused += 1
            raise
        self.counters.processed += 1
        return made

    async def _run(self, given: bytes) -> bytes:
        """Sends the image to a new child process and returns its output, incomplete after a crash.

        Raises ImagePoolBusy after the deadline; the child is then killed.
        """
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "server.media.imaging.image_worker",
            cwd=PROJECT,
            # No variable of the host: an exploited decoder finds no secret.
            env={},
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            output, _ = await asyncio.wait_for(child.communicate(given), self._deadline_s)
        except TimeoutError:
            structlog.get_logger("chanoki.imaging").warning("picture_took_too_long")
            self.counters.overloaded += 1
            raise ImagePoolBusy from None
        finally:
            if child.returncode is None:
                child.kill()
                await child.wait()
        return output
