"""Pool that encodes each upload once in a process of the tests, not once for each test."""

from hashlib import sha256

import pytest

from server.media.imaging.image_pool import ImagePool

_OUTPUTS: dict[bytes, bytes] = {}


class SharedImagePool(ImagePool):
    """Pool whose child processes encode only uploads that no test of this process has sent.

    The output depends on the upload alone. Slots, counters and refusals are those of the site.
    """

    async def _run(self, given: bytes) -> bytes:
        """Returns the output of a child for this upload; a missed deadline is not repeated."""
        upload = sha256(given).digest()
        if upload not in _OUTPUTS:
            _OUTPUTS[upload] = await super()._run(given)
        return _OUTPUTS[upload]


@pytest.fixture
def unshared_images(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encodes every upload in a child process, for tests of what happens meanwhile."""
    monkeypatch.setattr(SharedImagePool, "_run", ImagePool._run)
