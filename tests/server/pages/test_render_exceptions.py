"""Pages whose rendering throws: they answer 500 with the fallback screen and are not indexed."""

import httpx
import msgspec
import pytest

from server.rendering.pool import RenderUnavailable
from server.rendering.protocol import RenderedPage
from tests.fake_build import FakePool

pytestmark = pytest.mark.anyio

FALLBACK = "<main>エラーが発生しました</main>"


class ThrowingPool(FakePool):
    """Pool that throws for the route `about`; without `has_fallback`, for its error screen too."""

    def __init__(self) -> None:
        super().__init__()
        self.has_fallback = True

    async def render(self, payload: bytes) -> RenderedPage:
        """Throws for the route `about`; renders all others."""
        page = msgspec.json.decode(payload)
        if page["route"] != "about":
            return await super().render(payload)
        if page["status"] != 500 or not self.has_fallback:
            raise RenderUnavailable("exception")
        head = '<title>Error</title><meta name="robots" content="noindex,follow"/>'
        return RenderedPage(500, head.encode(), FALLBACK.encode())


@pytest.fixture
def pool() -> ThrowingPool:
    return ThrowingPool()


async def test_throwing_page_answers_500_with_the_fallback_card_and_noindex(
    client: httpx.AsyncClient,
) -> None:
    for path in ("/about", "/ja/about"):
        answer = await client.get(path)

        assert answer.status_code == 500
        assert f'<div id="root">{FALLBACK}</div>' in answer.text
        assert 'name="robots" content="noindex' in answer.text
        assert answer.headers["cache-control"] == "private, no-store"
        # The browser may succeed in rendering the page, and needs its payload.
        assert '"status":500' in answer.text


async def test_other_pages_render_as_before(client: httpx.AsyncClient) -> None:
    await client.get("/about")

    assert (await client.get("/terms")).status_code == 200


async def test_head_is_complete_when_the_card_throws_too(
    client: httpx.AsyncClient, pool: ThrowingPool
) -> None:
    pool.has_fallback = False

    answer = await client.get("/about")

    assert answer.status_code == 500
    assert '<div id="root"></div><noscript><h1>' in answer.text
    assert 'name="robots" content="noindex' in answer.text
