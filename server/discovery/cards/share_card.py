"""Share card with its address, which changes with everything that is drawn on it."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

import msgspec

from server.contracts.limits import LIMITS
from server.contracts.routes import LANGUAGES, Language, Route
from server.discovery.cards.card_texts import DescribedCard
from server.media.imaging.open_graph.card_data import AnyCard

Kind = Literal["cultivar", "page", "post", "member", "comparison"]

DIGEST_LETTERS = 16
_IMAGING = Path(__file__).resolve().parents[2] / "media" / "imaging"
# Between the ids in the name of a comparison; no id contains it.
IDS_SEPARATOR = "_"
_ID = "[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,8}"
_FILE = re.compile(
    rf"(?P<name>{_ID}(?:{IDS_SEPARATOR}{_ID}){{0,{LIMITS.compared_records - 1}}})"
    rf"-(?P<language>{'|'.join(LANGUAGES)})"
    rf"(?:-(?P<digest>[0-9a-f]{{{DIGEST_LETTERS}}}))?\.(?:jpg|png)"
)


@dataclass(frozen=True, slots=True)
class ShareCard:
    """Card with its kind and name, alternative text, and digest of its content."""

    kind: Kind
    name: str
    card: AnyCard
    alt: str
    digest: str

    @property
    def path(self) -> str:
        return f"/og/{self.kind}/{self.name}-{self.card.language}-{self.digest}.jpg"

    @property
    def is_stored(self) -> bool:
        """Returns whether the image is stored; not that of a comparison: there are too many."""
        return self.kind != "comparison"

    @property
    def owner(self) -> str:
        """Returns the folder in the storage that holds every version of this card."""
        return owner_of(self.kind, self.name, self.card.language)

    @property
    def stored(self) -> str:
        """Returns the name of the card's file in the storage."""
        return f"{self.owner}/{self.digest}.jpg"


class Finder(Protocol):
    """Function that finds a card by name.

    Cards of posts and members use `loaded`, the page's JSON, else the database; others the build.
    """

    async def __call__(
        self, name: str, language: Language, loaded: msgspec.Raw | None = None, /
    ) -> ShareCard | None: ...


def owner_of(kind: Kind, name: str, language: Language) -> str:
    """Returns the storage folder of a card's versions in a language."""
    return f"{kind}-{name}-{language}"


class CardFile(NamedTuple):
    """Card that a file name in an address names; without a digest its present version."""

    name: str
    language: Language
    digest: str | None


def drawing_version() -> str:
    """Returns the digest of the code that draws cards, which is part of each card's digest."""
    digest = hashlib.sha256()
    shared = (_IMAGING / "colours.py", _IMAGING / "canvas.py")
    for path in sorted([*(_IMAGING / "open_graph").glob("*.py"), *shared]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def share_card(kind: Kind, name: str, described: DescribedCard, *, version: str) -> ShareCard:
    """Returns the card with its digest; `version` is that of the drawing code."""
    card, alt = described
    return ShareCard(kind, name, card, alt, digest_of(card, version))


def digest_of(card: AnyCard, version: str) -> str:
    """Returns the digest of a card's content and of the code that draws it."""
    encoded = msgspec.json.encode([version, card])
    return hashlib.sha256(encoded).hexdigest()[:DIGEST_LETTERS]


def parse_file(file: str) -> CardFile | None:
    """Splits a file name into name, language and digest; returns None if it is no card's."""
    found = _FILE.fullmatch(file)
    if found is None:
        return None
    language: Language = "ja" if found["language"] == "ja" else "en"
    return CardFile(found["name"], language, found["digest"])


def page_name(route: Route) -> str:
    """Returns the name of a page's card, made of its path, with `{}` around its parameters."""
    return route.record.path.replace("/", "-") or "home"
