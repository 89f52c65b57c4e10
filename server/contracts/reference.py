"""Closed lists of values for posts, profiles and the catalogue, and dates of legal texts."""

from collections.abc import Mapping
from datetime import date, timedelta, timezone
from pathlib import Path

from server.contracts.files import SHARED, Strict, broken, read
from server.contracts.limits import LIMITS


class Named(Strict, frozen=True, rename="camel"):
    """Value with a name in each language."""

    name: str
    name_ja: str


class Ordered(Strict, frozen=True, rename="camel"):
    """Value with a name in each language and a position in its list."""

    name: str
    name_ja: str
    order: int


class PostCategory(Strict, frozen=True):
    """Optional fields of a category, and whether forms offer it."""

    fields: tuple[str, ...]
    offered: bool
    order: int


def load_list(path: Path, *, count: int) -> dict[str, Ordered]:
    """Reads an ordered list; raises StartRefused unless it has `count` values."""
    values = read(path, dict[str, Ordered])
    if len(values) != count:
        raise broken(path, f"{count} values are expected, not {len(values)} - at `$`")
    return values


_FOLDER = SHARED / "reference"

# Days of the site begin in Japan's time zone.
JAPAN = timezone(timedelta(hours=9))

COUNTRIES: Mapping[str, Named] = read(_FOLDER / "countries.json", dict[str, Named])
PREFECTURES: Mapping[str, Ordered] = load_list(
    _FOLDER / "prefectures.json", count=LIMITS.prefectures
)
TEA_CATEGORIES: Mapping[str, Ordered] = load_list(
    _FOLDER / "tea-categories.json", count=LIMITS.tea_categories
)
USES: Mapping[str, Ordered] = read(_FOLDER / "uses.json", dict[str, Ordered])
POST_CATEGORIES: Mapping[str, PostCategory] = read(
    _FOLDER / "post-categories.json", dict[str, PostCategory]
)
# Days on which the texts of these routes last changed.
LEGAL_TEXTS: Mapping[str, date] = read(_FOLDER / "legal-texts.json", dict[str, date])
