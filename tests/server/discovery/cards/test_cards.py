"""Share card images: rendered once for all waiting requests, stored, retried after a failure."""

import asyncio
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image
from sqlalchemy.ext.asyncio import AsyncEngine

from server.contracts.routes import LANGUAGES, Language
from server.contracts.views import read_views
from server.database.engine import Commit, create_sessions
from server.discovery.cards.card_images import CardImages, CardRemoval
from server.discovery.cards.card_texts import MemberFacts, PostFacts, member_card, post_card
from server.discovery.cards.catalogue_cards import catalogue_finders
from server.discovery.cards.comparison_card import comparison_card
from server.discovery.cards.page_cards import ShareCards
from server.discovery.cards.share_card import ShareCard, digest_of, parse_file, share_card
from server.media.imaging.card_renderer import CardRenderer, CardRendererBusy
from server.media.imaging.open_graph.card_data import AnyCard, PostCard, SiteName, StoredImage
from server.media.storage.interface import BUCKETS, Storage
from server.media.storage.local import LocalStorage
from server.media.storage.s3 import Account, S3Storage
from server.pages.page_request import CardPage
from server.realtime.events import PostRemoved
from tests.conftest import ORIGIN
from tests.fake_build import FACES, write_build
from tests.server.conftest import START
from tests.server.media.imaging.pictures import encoded, quarters

pytestmark = pytest.mark.anyio

UNREACHABLE = Account("nobodys", "us-east-1", "http://127.0.0.1:1", "key", "secret")
SITE = SiteName(en="Chanoki", ja="茶の木")
AVATAR = StoredImage("avatar-url", "0b1c-hana/avatar.png", "1")


class CountingRenderer(CardRenderer):
    """Renderer that records its renders, each of which takes 50 ms, and can be made to fail."""

    def __init__(self, **options: int) -> None:
        super().__init__(FACES, **options)
        self.drawings: list[AnyCard] = []
        self.pictures: list[Mapping[StoredImage, bytes]] = []
        self.fails: Exception | None = None

    async def draw(self, card: AnyCard, pictures: Mapping[StoredImage, bytes]) -> bytes:
        """Records a card and returns the text "drawn" with its number; raises `fails` if set."""
        self.drawings.append(card)
        self.pictures.append(pictures)
        await asyncio.sleep(0.05)
        if self.fails:
            raise self.fails
        return f"drawn {len(self.drawings)}".encode()


def made_card(text: str = "玉露、とろり。", *, avatar: StoredImage | None = None) -> ShareCard:
    """Returns the card of a post with this text and avatar."""
    facts = PostFacts("Hana", "お茶の感想", "お茶の感想", "", text, avatar=avatar)
    return share_card("post", "12", post_card(facts, "ja", SITE), version="1")


@pytest.fixture
def storage(store_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    """Returns a store in a folder or on an S3 server, as `tests/variants.py` chooses."""
    if store_kind == "folder":
        return LocalStorage(tmp_path / "media")
    return S3Storage(request.getfixturevalue("s3_account"))


@pytest.fixture
def renderer() -> CountingRenderer:
    return CountingRenderer()


@pytest.fixture
def images(storage: Storage, renderer: CountingRenderer, tmp_path: Path) -> CardImages:
    return CardImages(storage, renderer, client=tmp_path / "client")


async def test_thousand_parallel_requests_cause_one_card_render(
    images: CardImages, renderer: CountingRenderer
) -> None:
    card = made_card()

    pictures = await asyncio.gather(*(images.picture(card) for _ in range(1000)))

    assert set(pictures) == {b"drawn 1"}
    assert len(renderer.drawings) == 1


async def test_rendered_card_is_stored(
    images: CardImages, storage: Storage, renderer: CountingRenderer, tmp_path: Path
) -> None:
    await images.picture(made_card())

    restarted = CardImages(storage, renderer, client=tmp_path)

    assert await restarted.picture(made_card()) == b"drawn 1"
    assert len(renderer.drawings) == 1


async def test_card_of_a_comparison_is_rendered_but_not_stored(
    images: CardImages, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    put: list[object] = []

    async def record(*arguments: object, **_options: object) -> None:
        put.append(arguments)

    monkeypatch.setattr(storage, "put", record)
    described = comparison_card(("sofu", "seimei"), "ja", SITE)
    assert described is not None
    card = share_card("comparison", "sofu_seimei", described, version="1")

    assert [await images.picture(card) for _ in range(2)] == [b"drawn 1", b"drawn 2"]

    assert put == []


async def test_changed_card_replaces_the_stored_one(images: CardImages, storage: Storage) -> None:
    before, after = made_card("before"), made_card("after")
    await images.picture(before)

    assert await images.picture(after) == b"drawn 2"

    assert before.path != after.path
    assert await storage.names_of("cards", after.owner) == [after.stored]


async def test_card_of_a_deleted_post_is_removed(
    images: CardImages, storage: Storage, database: AsyncEngine
) -> None:
    await images.picture(made_card())

    remove = CardRemoval(create_sessions(database), storage, lambda: START)

    remove(Commit((PostRemoved(12),)))
    while await storage.names_of("cards", made_card().owner):
        await asyncio.sleep(0.01)

    assert await storage.names_of("cards", made_card().owner) == []


async def test_cancelled_request_does_not_cancel_the_card_render(
    images: CardImages, renderer: CountingRenderer
) -> None:
    leaving = asyncio.create_task(images.picture(made_card()))
    staying = asyncio.create_task(images.picture(made_card()))
    await asyncio.sleep(0.01)

    leaving.cancel()

    assert await staying == b"drawn 1"
    assert len(renderer.drawings) == 1


async def test_failed_card_render_is_retried_by_the_next_request(
    images: CardImages, renderer: CountingRenderer
) -> None:
    renderer.fails = OSError("no face")
    assert await images.picture(made_card()) is None

    renderer.fails = None

    assert await images.picture(made_card()) == b"drawn 2"


async def test_card_is_rendered_when_the_store_is_unavailable(
    renderer: CountingRenderer, tmp_path: Path
) -> None:
    images = CardImages(S3Storage(UNREACHABLE), renderer, client=tmp_path)

    assert await images.picture(made_card()) == b"drawn 1"


async def test_images_on_a_card_come_from_the_members_buckets_only(
    images: CardImages, storage: Storage, renderer: CountingRenderer
) -> None:
    avatar = encoded(quarters(), "PNG")
    await storage.put("avatar-url", AVATAR.name, data=avatar, media_type="image/png")

    await images.picture(made_card(avatar=AVATAR))
    await images.picture(made_card(avatar=StoredImage("avatar-url", "0b1c-hana/gone.png", "1")))
    await images.picture(made_card(avatar=StoredImage("cards", made_card().stored, "1")))

    assert renderer.pictures == [{AVATAR: avatar}, {}, {}]


async def test_card_is_not_rendered_when_its_image_can_not_be_fetched(
    renderer: CountingRenderer, tmp_path: Path
) -> None:
    images = CardImages(S3Storage(UNREACHABLE), renderer, client=tmp_path)

    assert await images.picture(made_card(avatar=AVATAR)) is None
    assert renderer.drawings == []


async def test_card_renderer_is_busy_when_its_queue_is_full() -> None:
    renderer = CardRenderer(FACES, waiting_most=2)
    card = made_card().card
    first = [asyncio.create_task(renderer.draw(card, {})) for _ in range(2)]
    await asyncio.sleep(0)

    with pytest.raises(CardRendererBusy):
        await renderer.draw(card, {})

    assert all(
        Image.open(io.BytesIO(data)).size == (1200, 630) for data in [await t for t in first]
    )


async def test_card_render_does_not_block_the_event_loop() -> None:
    renderer = CardRenderer(FACES)
    drawing = asyncio.create_task(renderer.draw(made_card().card, {}))
    turns = 0

    while not drawing.done():
        await asyncio.sleep(0.001)
        turns += 1

    assert turns > 3


def test_card_url_depends_on_everything_that_is_rendered() -> None:
    same, other = made_card(), made_card("another text")
    again = digest_of(same.card, "another design")

    assert made_card().path == same.path
    assert len({same.digest, other.digest, again}) == 3
    assert parse_file(same.path.rpartition("/")[2]) == ("12", "ja", same.digest)
    assert (
        made_card(avatar=AVATAR).digest
        != made_card(avatar=StoredImage(*_next_version(AVATAR))).digest
    )


def _next_version(stored: StoredImage) -> tuple[str, str, str]:
    return stored.bucket, stored.name, "2"


def test_cards_bucket_is_not_one_of_the_members_buckets() -> None:
    assert "cards" not in BUCKETS


async def test_page_has_its_own_card_or_the_card_of_the_site() -> None:
    async def find(name: str, language: Language, _loaded: object = None, /) -> ShareCard | None:
        return made_card() if name == "12" else None

    cards = ShareCards(ORIGIN, {"post": find})

    shown = await cards.of_page(CardPage("post", "ja", {"id": "12"}))
    absent = await cards.of_page(CardPage("post", "ja", {"id": "13"}))
    failed = await cards.of_page(CardPage("post", "ja", {"id": "12"}, status=404))

    assert shown.url == ORIGIN + made_card().path
    assert "玉露、とろり。" in shown.alt
    assert absent == failed == cards.site_card("ja")


async def test_cards_of_pages_and_cultivars_are_built_once_per_language(
    tmp_path: Path,
) -> None:
    write_build(tmp_path)
    views = {language: read_views(tmp_path, language) for language in LANGUAGES}
    finders = catalogue_finders(SITE, "1", views)

    for find, name in (
        (finders["page"], "cultivars"),
        (finders["page"], "lineages-0"),
        (finders["cultivar"], "yabukita"),
    ):
        first = await find(name, "ja")
        assert first is not None
        assert await find(name, "ja") is first
        assert await find(name, "en") is not first
        assert await find("nothing-such", "ja") is None


def test_alt_text_of_a_member_card_is_name_and_bio_in_one_line() -> None:
    card, alt = member_card(MemberFacts("Hana", "Tea,\nslowly."), "en", SITE)

    assert alt == "Hana, a member of Chanoki. Tea, slowly."
    assert not isinstance(card, PostCard)
