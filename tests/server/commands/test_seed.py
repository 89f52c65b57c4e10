"""Sample posts: created on an empty development site, never in production."""

import asyncio
import io
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import httpx
import pytest
import sqlalchemy as sa
from PIL import Image

from server.app import create_app
from server.commands import seed
from server.commands.seed import write_samples
from server.community.rules import Draft, checked_draft
from server.community.samples.files import IMAGES, read_members, read_posts
from server.community.schemas import PostEdit
from server.contracts.reference import POST_CATEGORIES
from server.database.engine import create_engine
from server.errors import StartRefused
from server.media.imaging.responsive_images import encode_site_image
from server.settings import Settings
from tests.conftest import ORIGIN
from tests.fake_build import FakePool
from tests.lifespan import running

LABELS = {"ja": "【サンプル】", "en": "[Sample]"}
# Limit of all sample images, since every checkout and the production image contain them.
BYTES_MOST = 600_000


@pytest.fixture(scope="module")
def seeded_folder(build_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the data folder of a site with the sample posts, to be copied."""
    folder = tmp_path_factory.mktemp("seeded")
    settings = Settings.from_environment({"ORIGIN": ORIGIN, "DATA_DIR": str(folder)})
    # Each post gets the same small picture, to save time; browser tests use the real pictures.
    [file, *_] = [picture.file for post in read_posts() for picture in post.pictures]
    small = io.BytesIO()
    with Image.open(IMAGES / file) as picture:
        picture.resize((90, 60)).save(small, "JPEG")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seed, "encode_site_image", lambda _data: encode_site_image(small.getvalue()))
        written = asyncio.run(write_samples(replace(settings, build_dir=build_dir)))
    assert written == len(read_posts())
    return folder


@pytest.fixture
def seeded(settings: Settings, seeded_folder: Path) -> Settings:
    """Returns the settings of a site with its own copy of the sample posts."""
    copytree(seeded_folder, settings.data_dir, dirs_exist_ok=True)
    return settings


@pytest.fixture
async def client_of_samples(seeded: Settings, pool: FakePool) -> AsyncIterator[httpx.AsyncClient]:
    """Yields a visitor's client of a site with the sample posts."""
    app = create_app(seeded, pool)
    async with running(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            yield client


def test_every_sample_is_labelled_as_a_sample() -> None:
    posts, members = read_posts(), read_members()

    assert 30 <= len(posts) <= 40
    assert all(post.content.startswith(LABELS[post.language]) for post in posts)
    assert all(name.name.startswith(("サンプル ", "Sample ")) for name in members.values())


def test_samples_cover_all_categories_image_counts_and_ratings() -> None:
    posts = read_posts()
    kinds = Counter[tuple[str, str]]((post.language, post.category) for post in posts)
    offered = {name for name, category in POST_CATEGORIES.items() if category.offered}

    assert {category for _, category in kinds} == offered
    assert all(kinds[language, category] >= 2 for language in LABELS for category in offered)
    assert {len(post.pictures) for post in posts} >= {0, 1, 2, 3, 4, 6}
    assert {post.rating for post in posts} >= {None, 3, 4, 5}
    assert all(picture.alt for post in posts for picture in post.pictures)
    assert [post.hours_ago for post in posts] == sorted(
        (post.hours_ago for post in posts), reverse=True
    )


def test_every_field_of_a_sample_is_stored_by_its_category() -> None:
    for post in read_posts():
        given = {name: getattr(post, name) for name in Draft.__struct_fields__}
        edit = PostEdit(**given, images=())

        kept = checked_draft(edit, category=post.category)

        assert {name: getattr(kept, name) for name in given} == given, post.content


def test_each_sample_image_is_used_once_and_all_are_small() -> None:
    used = [picture.file for post in read_posts() for picture in post.pictures]
    used += [member.avatar for member in read_members().values() if member.avatar]
    files = [path for path in IMAGES.rglob("*") if path.is_file()]

    assert sorted(used) == sorted(path.relative_to(IMAGES).as_posix() for path in files)
    contents = [path.read_bytes() for path in files]
    assert len(set(contents)) == len(contents)
    assert sum(map(len, contents)) < BYTES_MOST


@pytest.mark.anyio
async def test_seed_fills_an_empty_site_once(seeded: Settings) -> None:
    assert await write_samples(seeded) == 0


@pytest.mark.anyio
async def test_samples_are_served_as_ordinary_posts(client_of_samples: httpx.AsyncClient) -> None:
    page = (await client_of_samples.get("/api/posts?limit=50")).json()

    posts = page["posts"]
    written_at = [post["created_at"] for post in posts]
    assert len(posts) == len(read_posts())
    assert written_at == sorted(written_at, reverse=True)
    assert {post["user"]["display_name"] for post in posts} <= {
        member.name for member in read_members().values()
    }
    assert any(post["user"]["avatar_url"] for post in posts)
    assert sum(post["likes"] for post in posts) > 50
    shown = next(post for post in posts if len(post["images"]) == 6)
    for image in shown["images"]:
        address = image["sources"][0]["srcset"].split()[0]
        assert (await client_of_samples.get(image["url"])).headers["content-type"] == "image/jpeg"
        assert (await client_of_samples.get(address)).headers["content-type"] == "image/avif"
        assert image["alt"]
    talked_about = next(post for post in posts if post["commentsCount"] >= 3)
    comments = (await client_of_samples.get(f"/api/posts/{talked_about['id']}/comments")).json()
    assert comments["total"] == talked_about["commentsCount"]
    assert all(
        comment["created_at"] > talked_about["created_at"] for comment in comments["comments"]
    )


@pytest.mark.anyio
async def test_seed_does_not_recreate_removed_samples(seeded: Settings) -> None:
    engine = create_engine(seeded.database_url)
    async with engine.begin() as connection:
        await connection.execute(
            sa.text("INSERT INTO removed_posts SELECT id, created_at FROM posts")
        )
        await connection.execute(sa.text("DELETE FROM posts"))
    await engine.dispose()

    assert await write_samples(seeded) == 0


@pytest.mark.anyio
@pytest.mark.audit
async def test_seed_creates_thousands_of_posts_on_request(settings: Settings) -> None:
    assert await write_samples(settings, more=3000) == 3000 + len(read_posts())
    engine = create_engine(settings.database_url)
    async with engine.connect() as connection:
        wrong = sa.text(
            "SELECT count(*) FROM posts WHERE likes <> "
            "(SELECT count(*) FROM post_likes WHERE post_id = posts.id)"
        )
        assert (await connection.execute(wrong)).scalar_one() == 0
        texts = sa.text("SELECT count(*) FROM post_texts")
        assert (await connection.execute(texts)).scalar_one() == 3000 + len(read_posts())
    await engine.dispose()


@pytest.mark.anyio
async def test_seed_is_refused_in_production(settings: Settings, tmp_path: Path) -> None:
    real = replace(settings, environment="production")

    for more in (0, 10):
        with pytest.raises(StartRefused, match="development"):
            await write_samples(real, more=more)

    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("given", "has_samples"),
    [({}, True), ({"SAMPLES": "no"}, False), ({"SAMPLES": "yes"}, True)],
)
def test_samples_can_be_switched_off_in_development(
    given: dict[str, str], has_samples: bool
) -> None:
    assert Settings.from_environment(given).has_samples is has_samples


def test_samples_are_always_off_in_production() -> None:
    given = {
        "ENVIRONMENT": "production",
        "SAMPLES": "yes",
        "ORIGIN": "https://tea.example",
        "OPERATOR_REPRESENTATIVE": "x",
        "OPERATOR_ADDRESS": "x",
        "OPERATOR_EMAIL": "a@tea.example",
        "GOOGLE_CLIENT_ID": "x",
        "GOOGLE_CLIENT_SECRET": "x",
        "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyz",
    }

    assert Settings.from_environment(given).has_samples is False


def test_invalid_samples_setting_is_refused() -> None:
    with pytest.raises(StartRefused, match="SAMPLES"):
        Settings.from_environment({"SAMPLES": "maybe"})
