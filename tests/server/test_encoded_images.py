"""Image pool of the tests: an upload that was sent before is not encoded again."""

import asyncio

import pytest

from server.media.imaging.image_pool import ImagePool
from server.media.imaging.worker_protocol import ImageRefused
from tests.server.encoded_images import SharedImagePool
from tests.server.media.imaging.pictures import encoded, quarters

pytestmark = pytest.mark.anyio


async def test_equal_uploads_are_encoded_once_and_both_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = encoded(quarters((31, 17)), "PNG")
    first, second = SharedImagePool(), SharedImagePool()
    made = await first.responsive(data)

    def refuse(*_arguments: object, **_options: object) -> None:
        raise AssertionError("the upload was encoded again")

    monkeypatch.setattr(asyncio, "open_unix_connection", refuse)

    assert await second.responsive(data) == made
    assert second.counters.processed == 1
    with pytest.raises(AssertionError, match="encoded again"):
        await second.responsive(encoded(quarters((17, 31)), "PNG"))


async def test_shared_output_is_that_of_the_site() -> None:
    data = encoded(quarters((33, 19)), "PNG")

    assert await SharedImagePool().responsive(data) == await ImagePool().responsive(data)


async def test_equal_uploads_are_refused_for_the_same_reason() -> None:
    for _ in range(2):
        with pytest.raises(ImageRefused, match="type"):
            await SharedImagePool().responsive(b"no picture")
