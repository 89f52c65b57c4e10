"""The pictures of the cards: drawn once for all who wait, kept, and tried again when they fail."""

import asyncio
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from server.contracts.routes import LANGUAGES, Language
from server.contracts.views import read_views
from server.media.imaging.card_renderer import CardRenderer, CardRendererBusy
from server.media.imaging.open_graph.card_data import AnyCard, PostCard, Stored
from server.media.imaging.site_card import SiteName
from server.media.storage.interface import BUCKETS, Storage
from server.media.storage.local import LocalStorage
from server.media.storage.s3 import Account, S3Storage
from server.pages.card_words import MemberFacts, PostFacts, member_words, post_words
from server.pages.cards import Cards, Hanging, Place, known_finders
from server.pages.exhibits import Exhibit, digest_of, named
from server.pages.forgetting import Forgetting
from server.pages.gallery import Gallery
from server.realtime.events import Event, PostRemoved
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


def exhibit(text: str = "玉露、とろり。", *, avatar: Stored | None = None) -> Exhibit:
    facts = PostFacts("Hana", "お茶の感想", "お茶の感想", "", text, avatar=avatar)
    return Hanging("design").hang("post", "12", post_words(facts, "ja", SITE))


@pytest.fixture
def storage(store_kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> Storage:
    if store_kind == "folder":
        return LocalStorage(tmp_path / "media")
    return S3Storage(request.getfixturevalue("s3_account"))


@pytest.fixture
def renderer() -> CountingRenderer:
    return CountingRenderer()


@pytest.fixture
def gallery(storage: Storage, renderer: CountingRenderer, tmp_path: Path) -> Gallery:
    return Gallery(storage, renderer, client=tmp_path / "client")


async def test_a_thousand_who_ask_at_once_wait_for_one_drawing(
    gallery: Gallery, renderer: CountingRenderer
) -> None:
    card = exhibit()

    pictures = await asyncio.gather(*(gallery.picture(card) for _ in range(1000)))

    assert set(pictures) == {b"drawn 1"}
    assert len(renderer.drawings) == 1


async def test_a_drawn_card_is_kept(
    gallery: Gallery, storage: Storage, renderer: CountingRenderer, tmp_path: Path
) -> None:
    await gallery.picture(exhibit())

    restarted = Gallery(storage, renderer, client=tmp_path)

    assert await restarted.picture(exhibit()) == b"drawn 1"
    assert len(renderer.drawings) == 1


async def test_a_changed_card_takes_the_place_of_the_one_before(
    gallery: Gallery, storage: Storage
) -> None:
    before, after = exhibit("before"), exhibit("after")
    await gallery.picture(before)

    assert await gallery.picture(after) == b"drawn 2"

    assert before.path != after.path
    assert await storage.names_of("cards", after.owner) == [after.stored]


async def test_a_deleted_post_leaves_no_card(gallery: Gallery, storage: Storage) -> None:
    await gallery.picture(exhibit())

    told: list[Event] = []
    forgetting = Forgetting(told.append, storage)

    forgetting(PostRemoved(12))
    while await storage.names_of("cards", exhibit().owner):
        await asyncio.sleep(0.01)

    assert told == [PostRemoved(12)]
    assert await storage.names_of("cards", exhibit().owner) == []


async def test_whoever_leaves_does_not_take_the_drawing_away(
    gallery: Gallery, renderer: CountingRenderer
) -> None:
    leaving = asyncio.create_task(gallery.picture(exhibit()))
    staying = asyncio.create_task(gallery.picture(exhibit()))
    await asyncio.sleep(0.01)

    leaving.cancel()

    assert await staying == b"drawn 1"
    assert len(renderer.drawings) == 1


async def test_a_card_that_fails_is_tried_again_later(
    gallery: Gallery, renderer: CountingRenderer
) -> None:
    renderer.fails = OSError("no face")
    assert await gallery.picture(exhibit()) is None

    renderer.fails = None

    assert await gallery.picture(exhibit()) == b"drawn 2"


async def test_a_store_that_is_away_costs_a_drawing_and_no_card(
    renderer: CountingRenderer, tmp_path: Path
) -> None:
    gallery = Gallery(S3Storage(AWAY), renderer, client=tmp_path)

    assert await gallery.picture(exhibit()) == b"drawn 1"


async def test_the_pictures_on_a_card_come_from_the_storage(
    gallery: Gallery, storage: Storage, renderer: CountingRenderer
) -> None:
    avatar = encoded(quarters(), "PNG")
    await storage.put("avatar-url", AVATAR.name, data=avatar, media_type="image/png")

    await gallery.picture(exhibit(avatar=AVATAR))
    await gallery.picture(exhibit(avatar=Stored("avatar-url", "0b1c-hana/gone.png", "1")))
    await gallery.picture(exhibit(avatar=Stored("cards", exhibit().stored, "1")))

    assert renderer.pictures == [{AVATAR: avatar}, {}, {}]


async def test_no_card_is_kept_without_a_picture_that_could_not_be_fetched(
    renderer: CountingRenderer, tmp_path: Path
) -> None:
    gallery = Gallery(S3Storage(AWAY), renderer, client=tmp_path)

    assert await gallery.picture(exhibit(avatar=AVATAR)) is None
    assert renderer.drawings == []


async def test_a_studio_with_too_much_to_do_says_so() -> None:
    renderer = CardRenderer(FACES, waiting_most=2)
    card = exhibit().card
    first = [asyncio.create_task(renderer.draw(card, {})) for _ in range(2)]
    await asyncio.sleep(0)

    with pytest.raises(CardRendererBusy):
        await renderer.draw(card, {})

    assert all(
        Image.open(io.BytesIO(data)).size == (1200, 630) for data in [await t for t in first]
    )


async def test_the_event_loop_goes_on_while_a_card_is_drawn() -> None:
    renderer = CardRenderer(FACES)
    drawing = asyncio.create_task(renderer.draw(exhibit().card, {}))
    turns = 0

    while not drawing.done():
        await asyncio.sleep(0.001)
        turns += 1

    assert turns > 3


def test_the_address_follows_from_everything_that_is_drawn() -> None:
    same, other = exhibit(), exhibit("another text")
    again = digest_of(same.card, "another design")

    assert exhibit().path == same.path
    assert len({same.digest, other.digest, again}) == 3
    assert named(same.path.rpartition("/")[2]) == ("12", "ja", same.digest)
    assert exhibit(avatar=AVATAR).digest != exhibit(avatar=Stored(*_second(AVATAR))).digest


def _second(stored: Stored) -> tuple[str, str, str]:
    return stored.bucket, stored.name, "2"


def test_members_buckets_are_not_the_cards() -> None:
    assert "cards" not in BUCKETS


async def test_a_kind_that_has_a_finder_has_its_card_in_the_head() -> None:
    async def find(name: str, language: Language) -> Exhibit | None:
        return exhibit() if name == "12" else None

    cards = Cards(ORIGIN, {"post": find})

    shown = await cards.of_page(Place("post", "ja", {"id": "12"}))
    absent = await cards.of_page(Place("post", "ja", {"id": "13"}))
    failed = await cards.of_page(Place("post", "ja", {"id": "12"}, status=404))

    assert shown.url == ORIGIN + exhibit().path
    assert "玉露、とろり。" in shown.alt
    assert absent == failed == cards.site_card("ja")


async def test_what_is_known_at_the_start_is_worded_once_and_not_for_every_page(
    tmp_path: Path,
) -> None:
    write_build(tmp_path)
    views = {language: read_views(tmp_path, language) for language in LANGUAGES}
    finders = known_finders(SITE, Hanging("design"), views)

    for find, name in ((finders["page"], "cultivars"), (finders["cultivar"], "yabukita")):
        first = await find(name, "ja")
        assert first is not None
        assert await find(name, "ja") is first
        assert await find(name, "en") is not first
        assert await find("nothing-such", "ja") is None


def test_a_member_in_words() -> None:
    card, alt = member_words(MemberFacts("Hana", "Tea,\nslowly."), "en", SITE)

    assert alt == "Hana, a member of Chanoki. Tea, slowly."
    assert not isinstance(card, PostCard)
