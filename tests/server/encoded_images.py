"""Image pool that encodes each distinct upload once per test process, not once per test."""

import asyncio
from hashlib import sha256

import pytest

from server.media.imaging.image_pool import ImagePool
from tests.server.forks import forks_of

_OUTPUTS: dict[bytes, bytes] = {}


class SharedImagePool(ImagePool):
    """Pool that stores the output of each upload, and encodes unknown uploads in forked processes.

    The output depends on the upload alone. Slots, counters, refusals and the limits of the forks
    are those of the site.
    """

    async def _run(self, given: bytes) -> bytes:
        """Returns the stored output, or that of a fork; a missed deadline stores nothing."""
        upload = sha256(given).digest()
        if upload not in _OUTPUTS:
            _OUTPUTS[upload] = await self._run_in_fork(given)
        return _OUTPUTS[upload]

    async def _run_in_fork(self, given: bytes) -> bytes:
        return await asyncio.wait_for(_fork(given), self._deadline_s)


async def _fork(given: bytes) -> bytes:
    """Returns the output of a fork of the loaded image worker; empty after a crash."""
    reader, writer = await asyncio.open_unix_connection(forks_of("tests.server.image_forks"))
    try:
        writer.write(given)
        writer.write_eof()
        return await reader.read()
    finally:
        writer.close()


@pytest.fixture
def unshared_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encodes every upload in a fork, for tests of what happens during the encoding."""
    monkeypatch.setattr(SharedImagePool, "_run", SharedImagePool._run_in_fork)
