"""Closed lists of values for posts, profiles and the catalogue, and dates of legal texts."""

from collections.abc import Mapping
from datetime import date

from server.contracts.files import SHARED, Strict, read


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


_FOLDER = SHARED / "reference"

COUNTRIES: Mapping[str, Named] = read(_FOLDER / "countries.json", dict[str, Named])
PREFECTURES: Mapping[str, Ordered] = read(_FOLDER / "prefectures.json", dict[str, Ordered])
TEA_CATEGORIES: Mapping[str, Ordered] = read(_FOLDER / "tea-categories.json", dict[str, Ordered])
USES: Mapping[str, Ordered] = read(_FOLDER / "uses.json", dict[str, Ordered])
POST_CATEGORIES: Mapping[str, PostCategory] = read(
    _FOLDER / "post-categories.json", dict[str, PostCategory]
)
# Days on which the texts of these routes last changed.
LEGAL_TEXTS: Mapping[str, date] = read(_FOLDER / "legal-texts.json", dict[str, date])
