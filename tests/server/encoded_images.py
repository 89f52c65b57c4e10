"""Pool that encodes each upload once in a process of the tests, not once for each test."""

import asyncio
from hashlib import sha256

import pytest

from server.media.imaging.image_pool import ImagePool
from tests.server.forks import forks_of

_OUTPUTS: dict[bytes, bytes] = {}


class SharedImagePool(ImagePool):
    """Pool that encodes only uploads that no test of this process has sent, in forked processes.

    The output depends on the upload alone. Slots, counters and refusals are those of the site, and
    so are the limits of the forks.
    """

    async def _run(self, given: bytes) -> bytes:
        """Returns the output of a fork for this upload; a missed deadline is not repeated."""
        upload = sha256(given).digest()
        if upload not in _OUTPUTS:
            _OUTPUTS[upload] = await self._run_again(given)
        return _OUTPUTS[upload]

    async def _run_again(self, given: bytes) -> bytes:
        return await asyncio.wait_for(_fork(given), self._deadline_s)


async def _fork(given: bytes) -> bytes:
    """Returns what a fork of the loaded image worker answers; nothing after a crash."""
    reader, writer = await asyncio.open_unix_connection(forks_of("tests.server.image_forks"))
    try:
        writer.write(given)
        writer.write_eof()
        return await reader.read()
    finally:
        writer.close()


@pytest.fixture
def unshared_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encodes every upload in a fork, for tests of what happens meanwhile."""
    monkeypatch.setattr(SharedImagePool, "_run", SharedImagePool._run_again)
