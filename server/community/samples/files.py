"""Sample members and posts of development sites, read from JSON files."""

from collections.abc import Mapping
from pathlib import Path

from server.contracts.files import Strict, read
from server.contracts.routes import Language

FOLDER = Path(__file__).parent
IMAGES = FOLDER / "images"


class SampleMember(Strict, frozen=True):
    """A fictional member; the name says so."""

    name: str
    language: Language
    bio: str | None
    favorite_tea_type: str | None
    favorite_tea_variety: str | None
    avatar: str | None


class SamplePicture(Strict, frozen=True):
    """An image file under `images`, with its alternative text."""

    file: str
    alt: str


class SampleComment(Strict, frozen=True):
    """Comment of a sample member."""

    author: str
    content: str


class SamplePost(Strict, frozen=True, kw_only=True):
    """Sample post, dated `hours_ago` before the site's first start."""

    author: str
    language: Language
    category: str
    hours_ago: float
    content: str
    title: str | None = None
    tea_type: str | None = None
    tea_variety: str | None = None
    prefecture: str | None = None
    rating: int | None = None
    price_yen: int | None = None
    shop_name: str | None = None
    harvest_period: str | None = None
    processing_method: str | None = None
    likes: int
    pictures: tuple[SamplePicture, ...]
    comments: tuple[SampleComment, ...]


def read_members() -> Mapping[str, SampleMember]:
    """Returns the sample members by key."""
    return read(FOLDER / "members.json", dict[str, SampleMember])


def read_posts() -> tuple[SamplePost, ...]:
    """Returns the sample posts, oldest first."""
    return read(FOLDER / "posts.json", tuple[SamplePost, ...])
