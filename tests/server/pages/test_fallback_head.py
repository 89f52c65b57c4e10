"""Pages without a render worker: they keep their status, head and data."""

import re
from dataclasses import replace

import httpx
import pytest

from server.contracts.catalogue import CULTIVAR_COUNT
from server.settings import Settings
from tests.conftest import ORIGIN
from tests.fake_build import FakePool

pytestmark = pytest.mark.anyio


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Returns settings without a page cache, so that every request needs the render worker."""
    return replace(settings, page_cache_bytes=0)


@pytest.fixture
def pool() -> FakePool:
    """Returns a pool that renders nothing."""
    down = FakePool()
    down.is_down = True
    return down


def tags(html: str, pattern: str) -> list[str]:
    return re.findall(pattern, html)


def meta(html: str, name: str) -> str:
    """Returns the content of a page's meta tag."""
    (content,) = tags(html, f'<meta (?:name|property)="{name}" content="([^"]*)"/>')
    return content


@pytest.mark.parametrize(
    ("path", "english"), [("/cultivars/saemidori", True), ("/ja/cultivars/saemidori", False)]
)
async def test_fallback_head_has_every_tag_of_a_preview(
    client: httpx.AsyncClient, path: str, english: bool
) -> None:
    answer = await client.get(path)

    html = answer.text
    assert answer.status_code == 200
    assert '<div id="root"></div>' in html
    assert len(tags(html, "<title>")) == 1
    assert "さえみどり" in tags(html, "<title>(.*?)</title>")[0]
    assert meta(html, "description") == meta(html, "og:description")
    assert tags(html, 'rel="canonical" href="([^"]*)"') == [ORIGIN + path]
    assert tags(html, 'rel="alternate" (hrefLang="[^"]*" href="[^"]*")') == [
        f'hrefLang="en" href="{ORIGIN}/cultivars/saemidori"',
        f'hrefLang="ja" href="{ORIGIN}/ja/cultivars/saemidori"',
        f'hrefLang="x-default" href="{ORIGIN}/cultivars/saemidori"',
    ]
    assert meta(html, "robots").startswith("index,follow")
    assert meta(html, "og:url") == ORIGIN + path
    assert meta(html, "og:type") == "article"
    assert meta(html, "og:locale") == ("en_US" if english else "ja_JP")
    assert meta(html, "og:locale:alternate") == ("ja_JP" if english else "en_US")
    card = rf"{ORIGIN}/og/cultivar/saemidori-{'en' if english else 'ja'}-[0-9a-f]{{16}}\.jpg"
    assert re.fullmatch(card, meta(html, "og:image"))
    assert meta(html, "twitter:image") == meta(html, "og:image")
    assert "さえみどり" in meta(html, "og:image:alt")
    assert (meta(html, "og:image:width"), meta(html, "og:image:height")) == ("1200", "630")
    assert meta(html, "twitter:card") == "summary_large_image"
    assert answer.headers["cache-control"] == "private, no-store"


async def test_fallback_page_has_the_payload_and_the_hydration_script(
    client: httpx.AsyncClient,
) -> None:
    html = (await client.get("/cultivars/saemidori")).text

    assert '"query":"cultivar"' in html
    assert '<script type="module" src="/assets/hydrate-AAAA.js"' in html


async def test_query_text_is_escaped_in_the_fallback_page(client: httpx.AsyncClient) -> None:
    html = (await client.get('/cultivars?page=2"><script>alert(1)</script>')).text

    assert "<script>alert" not in html


@pytest.mark.parametrize(
    ("path", "robots", "canonical"),
    [
        ("/cultivars", "index,follow", "/cultivars"),
        ("/cultivars?page=1", "index,follow", "/cultivars"),
        ("/cultivars?page=3", "index,follow", "/cultivars?page=3"),
        ("/cultivars?page=3&utm_source=x", "index,follow", "/cultivars?page=3"),
        ("/cultivars?page=-3", "index,follow", "/cultivars"),
        ("/cultivars?page=99999", "index,follow", "/cultivars"),
        ("/cultivars?search=x", "noindex,follow", "/cultivars"),
        ("/cultivars?search=x&page=2", "noindex,follow", "/cultivars"),
        ("/login", "noindex,follow", "/login"),
        ("/auth/callback", "noindex,nofollow", None),
        ("/nothing", "noindex,follow", None),
        ("/cultivars/nothing", "noindex,follow", None),
        ("/post/1", "noindex,follow", None),
    ],
)
async def test_robots_and_canonical_follow_the_route_table(
    client: httpx.AsyncClient, path: str, robots: str, canonical: str | None
) -> None:
    html = (await client.get(path)).text

    expected = [] if canonical is None else [ORIGIN + canonical]
    assert meta(html, "robots").split(",max")[0] == robots
    assert tags(html, 'rel="canonical" href="([^"]*)"') == expected
    assert bool(tags(html, 'property="og:image" content="([^"]*)"')) is (canonical is not None)


async def test_title_of_the_cultivar_list_has_the_number_of_cultivars(
    client: httpx.AsyncClient,
) -> None:
    html = (await client.get("/ja/cultivars")).text

    assert str(CULTIVAR_COUNT) in tags(html, "<title>(.*?)</title>")[0]
    assert "{{" not in html.partition("<body>")[0]


async def test_failed_render_answers_500_with_noindex_and_without_the_error_text(
    client: httpx.AsyncClient, pool: FakePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(payload: bytes) -> None:
        raise RuntimeError("secret of /srv/tea")

    monkeypatch.setattr(pool, "render", crash)

    answer = await client.get("/ja/cultivars/saemidori")
    nothing = await client.get("/ja/nothing")

    assert answer.status_code == 500
    assert '"route":"cultivar"' in answer.text
    assert meta(answer.text, "robots") == "noindex,follow"
    assert "secret" not in answer.text
    assert nothing.status_code == 500
    assert "secret" not in nothing.text


@pytest.mark.parametrize(
    ("address", "title"),
    [
        ("/cultivars?from=-5&to=3", "Japanese tea cultivars: Days from Yabukita: \u22125 to 3 "),
        ("/ja/cultivars?from=1", "日本茶の品種：やぶきたとの差：1日から "),
    ],
)
async def test_title_of_a_list_by_days_says_what_the_days_are(
    client: httpx.AsyncClient, address: str, title: str
) -> None:
    answer = await client.get(address)

    assert f"<title>{title}" in answer.text
