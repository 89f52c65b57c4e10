"""The pictures of the cards: drawn once for all who wait, kept, and tried again when they fail."""

import asyncio
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from server.contracts.routes import LANGUAGES, Language
from server.contracts.views import read_views
from server.database.engine import Commit
from server.discovery.cards.card_images import CardImages, CardRemoval
from server.discovery.cards.card_texts import MemberFacts, PostFacts, member_card, post_card
from server.discovery.cards.page_cards import ShareCards, known_finders
from server.discovery.cards.share_card import ShareCard, digest_of, parse_file, share_card
from server.media.imaging.card_renderer import CardRenderer, CardRendererBusy
from server.media.imaging.open_graph.card_data import AnyCard, PostCard, SiteName, Stored
from server.media.storage.interface import BUCKETS, Storage
from server.media.storage.local import LocalStorage
from server.media.storage.s3 import Account, S3Storage
from server.pages.page_request import CardPage
from server.realtime.events import PostRemoved
from tests.conftest import ORIGIN
from tests.fake_build import FACES, write_build
from tests.server.media.imaging.pictures import encoded, quarters

pytestmark = pytest.mark.anyio

AWAY = Account("nobodys", "us-east-1", "http://127.0.0.1:1", "key", "secret")
SITE = SiteName(en="Chanoki", ja="茶の木")
AVATAR = Stored("avatar-url", "0b1c-hana/avatar.png", "1")


class CountingRenderer(CardRenderer):
    """Counts its drawings, each of which takes a moment; may be told to fail."""

    def __init__(self, **options: int) -> None:
        super().__init__(FACES, **options)
        self.drawings: list[AnyCard] = []
        self.pictures: list[Mapping[Stored, bytes]] = []
        self.fails: Exception | None = None

    async def draw(self, card: AnyCard, pictures: Mapping[Stored, bytes]) -> bytes:
        self.drawings.append(card)
        self.pictures.append(pictures)
        await asyncio.sleep(0.05)
        if self.fails:
            raise self.fails
        return f"drawn {len(self.drawings)}".encode()


def made_card(text: str = "玉露、とろり。", *, avatar: Stored | None = None) -> ShareCard:
    facts = PostFacts("Hana", "お茶の感想", "お茶の感想", "", text, avatar=avatar)
    return share_card("post", "12", post_card(facts, "ja", SITE), version="1")


@pytest.fixture
def storage(store_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    if store_kind == "folder":
        return LocalStorage(tmp_path / "media")
    return S3Storage(request.getfixturevalue("s3_account"))


@pytest.fixture
def renderer() -> CountingRenderer:
    return CountingRenderer()


@pytest.fixture
def images(storage: Storage, renderer: CountingRenderer, tmp_path: Path) -> CardImages:
    return CardImages(storage, renderer, client=tmp_path / "client")


async def test_a_thousand_who_ask_at_once_wait_for_one_drawing(
    images: CardImages, renderer: CountingRenderer
) -> None:
    card = made_card()

    pictures = await asyncio.gather(*(images.picture(card) for _ in range(1000)))

    assert set(pictures) == {b"drawn 1"}
    assert len(renderer.drawings) == 1


async def test_a_drawn_card_is_kept(
    images: CardImages, storage: Storage, renderer: CountingRenderer, tmp_path: Path
) -> None:
    await images.picture(made_card())

    restarted = CardImages(storage, renderer, client=tmp_path)

    assert await restarted.picture(made_card()) == b"drawn 1"
    assert len(renderer.drawings) == 1


async def test_a_changed_card_takes_the_place_of_the_one_before(
    images: CardImages, storage: Storage
) -> None:
    before, after = made_card("before"), made_card("after")
    await images.picture(before)

    assert await images.picture(after) == b"drawn 2"

    assert before.path != after.path
    assert await storage.names_of("cards", after.owner) == [after.stored]


async def test_a_deleted_post_leaves_no_card(images: CardImages, storage: Storage) -> None:
    await images.picture(made_card())

    remove = CardRemoval(storage)

    remove(Commit((PostRemoved(12),)))
    while await storage.names_of("cards", made_card().owner):
        await asyncio.sleep(0.01)

    assert await storage.names_of("cards", made_card().owner) == []


async def test_a_cancelled_request_does_not_cancel_the_drawing(
    images: CardImages, renderer: CountingRenderer
) -> None:
    leaving = asyncio.create_task(images.picture(made_card()))
    staying = asyncio.create_task(images.picture(made_card()))
    await asyncio.sleep(0.01)

    leaving.cancel()

    assert await staying == b"drawn 1"
    assert len(renderer.drawings) == 1


async def test_a_card_that_fails_is_tried_again_later(
    images: CardImages, renderer: CountingRenderer
) -> None:
    renderer.fails = OSError("no face")
    assert await images.picture(made_card()) is None

    renderer.fails = None

    assert await images.picture(made_card()) == b"drawn 2"


async def test_a_store_that_is_away_costs_a_drawing_and_no_card(
    renderer: CountingRenderer, tmp_path: Path
) -> None:
    images = CardImages(S3Storage(AWAY), renderer, client=tmp_path)

    assert await images.picture(made_card()) == b"drawn 1"


async def test_the_pictures_on_a_card_come_from_the_storage(
    images: CardImages, storage: Storage, renderer: CountingRenderer
) -> None:
    avatar = encoded(quarters(), "PNG")
    await storage.put("avatar-url", AVATAR.name, data=avatar, media_type="image/png")

    await images.picture(made_card(avatar=AVATAR))
    await images.picture(made_card(avatar=Stored("avatar-url", "0b1c-hana/gone.png", "1")))
    await images.picture(made_card(avatar=Stored("cards", made_card().stored, "1")))

    assert renderer.pictures == [{AVATAR: avatar}, {}, {}]


async def test_no_card_is_kept_without_a_picture_that_could_not_be_fetched(
    renderer: CountingRenderer, tmp_path: Path
) -> None:
    images = CardImages(S3Storage(AWAY), renderer, client=tmp_path)

    assert await images.picture(made_card(avatar=AVATAR)) is None
    assert renderer.drawings == []


async def test_a_studio_with_too_much_to_do_says_so() -> None:
    renderer = CardRenderer(FACES, waiting_most=2)
    card = made_card().card
    first = [asyncio.create_task(renderer.draw(card, {})) for _ in range(2)]
    await asyncio.sleep(0)

    with pytest.raises(CardRendererBusy):
        await renderer.draw(card, {})

    assert all(
        Image.open(io.BytesIO(data)).size == (1200, 630) for data in [await t for t in first]
    )


async def test_the_event_loop_goes_on_while_a_card_is_drawn() -> None:
    renderer = CardRenderer(FACES)
    drawing = asyncio.create_task(renderer.draw(made_card().card, {}))
    turns = 0

    while not drawing.done():
        await asyncio.sleep(0.001)
        turns += 1

    assert turns > 3


def test_the_address_follows_from_everything_that_is_drawn() -> None:
    same, other = made_card(), made_card("another text")
    again = digest_of(same.card, "another design")

    assert made_card().path == same.path
    assert len({same.digest, other.digest, again}) == 3
    assert parse_file(same.path.rpartition("/")[2]) == ("12", "ja", same.digest)
    assert made_card(avatar=AVATAR).digest != made_card(avatar=Stored(*_second(AVATAR))).digest


def _second(stored: Stored) -> tuple[str, str, str]:
    return stored.bucket, stored.name, "2"


def test_members_buckets_are_not_the_cards() -> None:
    assert "cards" not in BUCKETS


async def test_a_kind_that_has_a_finder_has_its_card_in_the_head() -> None:
    async def find(name: str, language: Language, _loaded: object = None, /) -> ShareCard | None:
        return made_card() if name == "12" else None

    cards = ShareCards(ORIGIN, {"post": find})

    shown = await cards.of_page(CardPage("post", "ja", {"id": "12"}))
    absent = await cards.of_page(CardPage("post", "ja", {"id": "13"}))
    failed = await cards.of_page(CardPage("post", "ja", {"id": "12"}, status=404))

    assert shown.url == ORIGIN + made_card().path
    assert "玉露、とろり。" in shown.alt
    assert absent == failed == cards.site_card("ja")


async def test_what_is_known_at_the_start_is_worded_once_and_not_for_every_page(
    tmp_path: Path,
) -> None:
    write_build(tmp_path)
    views = {language: read_views(tmp_path, language) for language in LANGUAGES}
    finders = known_finders(SITE, "1", views)

    for find, name in ((finders["page"], "cultivars"), (finders["cultivar"], "yabukita")):
        first = await find(name, "ja")
        assert first is not None
        assert await find(name, "ja") is first
        assert await find(name, "en") is not first
        assert await find("nothing-such", "ja") is None


def test_a_member_in_words() -> None:
    card, alt = member_card(MemberFacts("Hana", "Tea,\nslowly."), "en", SITE)

    assert alt == "Hana, a member of Chanoki. Tea, slowly."
    assert not isinstance(card, PostCard)
