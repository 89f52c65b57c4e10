"""The made-up members and posts of a development site, read strictly from their files."""

from collections.abc import Mapping
from pathlib import Path

from server.contracts.files import Strict, read
from server.contracts.routes import Language

FOLDER = Path(__file__).parent
IMAGES = FOLDER / "images"


class SampleMember(Strict, frozen=True):
    """Nobody: the name says so."""

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
    """What one sample member said to another."""

    author: str
    content: str


class SamplePost(Strict, frozen=True, kw_only=True):
    """A post, so many hours before the site was first started."""

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
    return read(FOLDER / "members.json", dict[str, SampleMember])


def read_posts() -> tuple[SamplePost, ...]:
    """The oldest first, as they would have been written."""
    return read(FOLDER / "posts.json", tuple[SamplePost, ...])
