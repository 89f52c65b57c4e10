"""Open Graph cards: URL, cache age, redirects of old versions, and the fallback card."""

import io
import re
from collections.abc import AsyncIterator

import httpx
import pytest
from PIL import Image

from server.contracts.routes import LANGUAGES, ROUTES, Language, path_for
from server.discovery.cards import endpoints
from server.media.imaging.canvas import Fonts
from server.web.asgi import App
from server.web.rate_limits.rates import Rate
from tests.conftest import ORIGIN
from tests.fake_build import SITE_CARD, FakePool

pytestmark = pytest.mark.anyio

CARD = re.compile(r'<meta property="og:image" content="([^"]*)"/>')


async def card_of(client: httpx.AsyncClient, path: str) -> str:
    """Returns the path of the card that a page names."""
    found = CARD.search((await client.get(path)).text)
    assert found is not None
    return found[1].removeprefix(ORIGIN)


@pytest.fixture
def pool() -> FakePool:
    """Returns a pool without workers, so that the host renders the head."""
    down = FakePool()
    down.is_down = True
    return down


# The test requests every page, but only every fourth card; the audit requests every card.
@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.audit)])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_indexed_page_names_an_existing_card(
    client: httpx.AsyncClient, language: Language, step: int
) -> None:
    drawn = [
        route.name
        for route in ROUTES.values()
        if route.name != "community" and route.record.indexed and not route.record.params
    ]
    named = [await card_of(client, path_for(name, language)) for name in drawn]
    for address in named[::step]:
        answer = await client.get(address)

        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/jpeg")
        assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    assert len(set(named)) == len(drawn) >= 9


async def test_card_is_cached_forever_and_allowed_on_other_sites(client: httpx.AsyncClient) -> None:
    address = await card_of(client, "/ja/cultivars/saemidori")

    answer = await client.get(address)
    again = await client.get(address, headers={"if-none-match": answer.headers["etag"]})
    head = await client.head(address)
    any_version = await client.get(address, headers={"if-none-match": "*"})

    assert any_version.status_code == 304
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert (again.status_code, again.content) == (304, b"")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == str(len(answer.content))


async def test_comparison_has_a_card_of_its_records_in_their_order(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endpoints, "COMPARISONS", Rate("cards of comparisons", 1, 60, "address"))
    queries = ("", "?ids=sofu", "?ids=sofu,seimei", "?ids=seimei,sofu", "?ids=sofu,seimei,z1")
    cards = [await card_of(client, f"/ja/compare{query}") for query in queries]

    first = await client.get(cards[2])
    above_the_limit = await client.get(cards[3])

    assert cards[0] == cards[1]
    assert cards[0].startswith("/og/page/compare-ja-")
    assert cards[2].startswith("/og/comparison/sofu_seimei-ja-")
    assert len(set(cards)) == 4
    assert Image.open(io.BytesIO(first.content)).size == (1200, 630)
    assert above_the_limit.content == SITE_CARD
    assert above_the_limit.headers["cache-control"] == "public, max-age=60"


@pytest.mark.parametrize(
    "card_path",
    [
        "/og/cultivar/saemidori-ja-0000000000000000.jpg",
        "/og/cultivar/saemidori-ja.jpg",
        "/og/cultivar/saemidori-ja.png",
    ],
)
async def test_card_url_of_another_version_redirects_to_the_current_one(
    client: httpx.AsyncClient, card_path: str
) -> None:
    answer = await client.get(card_path)

    assert answer.status_code == 302
    assert answer.headers["location"] == await card_of(client, "/ja/cultivars/saemidori")
    # Otherwise pages of other sites that show the old address get no picture.
    assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
    assert answer.headers["cache-control"] == "public, max-age=300"


@pytest.mark.parametrize(
    "card_path",
    [
        "/og",
        "/og/",
        "/og/cultivar",
        "/og/cultivar/",
        "/og/cultivar/nobody-ja-0000000000000000.jpg",
        "/og/cultivar/saemidori-fr-0000000000000000.jpg",
        "/og/cultivar/SAEMIDORI-ja-0000000000000000.jpg",
        "/og/cultivar/saemidori-ja-0000000000000000.svg",
        "/og/cultivar/saemidori-ja-00000000.jpg",
        "/og/cultivar/..%2f..%2fetc%2fpasswd",
        "/og/cultivar/%2e%2e/saemidori-ja.jpg",
        "/og/cultivar/saemidori-ja.jpg%00",
        "/og/cultivar/saemidori-ja.jpg/x",
        "/og/cultivar/" + "a-" * 2000 + "ja.jpg",
        "/og/..%2fcards/saemidori-ja.jpg",
        "/og/nothing/saemidori-ja-0000000000000000.jpg",
        "/og/page/profile-ja.jpg",
        "/og/comparison/saemidori-ja.jpg",
        "/og/comparison/saemidori_nobody-ja.jpg",
        "/og/comparison/saemidori_saemidori-ja.jpg",
        "/og/comparison/saemidori_z1_sofu_seimei_asatsuyu-ja.jpg",
        "/og/page/cultivars-saemidori-ja.jpg",
        "/media/cards/cultivar-saemidori-ja/0000000000000000.jpg",
    ],
)
async def test_invalid_card_url_is_refused(client: httpx.AsyncClient, card_path: str) -> None:
    answer = await client.get(card_path)

    assert answer.status_code in {400, 404, 414}


@pytest.fixture
async def client_of_site_without_fonts(
    app: App, monkeypatch: pytest.MonkeyPatch, client: httpx.AsyncClient
) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a client of a site whose fonts cannot be read."""

    def raise_error(self: Fonts, *_: object) -> float:
        raise OSError("cannot open resource")

    monkeypatch.setattr(Fonts, "width", raise_error)
    yield client


async def test_site_card_is_sent_when_a_card_can_not_be_rendered(
    client_of_site_without_fonts: httpx.AsyncClient,
) -> None:
    address = await card_of(client_of_site_without_fonts, "/cultivars/saemidori")

    answer = await client_of_site_without_fonts.get(address)

    assert (answer.status_code, answer.content) == (200, SITE_CARD)
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["cache-control"] == "public, max-age=60"
    assert "etag" not in answer.headers


async def test_profile_page_of_a_visitor_has_the_card_of_the_login_page(
    client: httpx.AsyncClient,
) -> None:
    answer = await client.get("/profile", headers={"accept": "text/html"}, follow_redirects=True)

    found = CARD.search(answer.text)
    assert found is not None
    assert "/og/page/login-en-" in found[1]


@pytest.mark.parametrize("path", ["/nowhere", "/cultivars/nobody"])
async def test_page_not_found_has_no_card(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path, headers={"accept": "text/html"})

    assert answer.status_code == 404
    assert CARD.search(answer.text) is None
