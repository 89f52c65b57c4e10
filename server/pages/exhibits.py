"""A card with its name: the address follows from everything that is drawn on it."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from server.contracts.routes import LANGUAGES, Language
from server.media.imaging.open_graph.card_data import AnyCard

Kind = Literal["cultivar", "page", "post", "member"]

DIGEST_LETTERS = 16
_DRAWING = Path(__file__).resolve().parents[1] / "media" / "imaging"
_FILE = re.compile(
    r"(?P<name>[a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,8})"
    rf"-(?P<language>{'|'.join(LANGUAGES)})"
    rf"(?:-(?P<digest>[0-9a-f]{{{DIGEST_LETTERS}}}))?\.(?:jpg|png)"
)


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One card, what it is called, and what it shows in words."""

    kind: Kind
    name: str
    card: AnyCard
    alt: str
    digest: str

    @property
    def path(self) -> str:
        return f"/og/{self.kind}/{self.name}-{self.card.language}-{self.digest}.jpg"

    @property
    def owner(self) -> str:
        """The folder in the storage that holds every version of this card."""
        return owner_of(self.kind, self.name, self.card.language)

    @property
    def stored(self) -> str:
        return f"{self.owner}/{self.digest}.jpg"


def owner_of(kind: Kind, name: str, language: Language) -> str:
    return f"{kind}-{name}-{language}"


class Named(NamedTuple):
    """What an address asks for; without a digest whichever version there is."""

    name: str
    language: Language
    digest: str | None


def design() -> str:
    """Stands for how cards are drawn: another design gives every card another address."""
    digest = hashlib.sha256()
    shared = (_DRAWING / "colours.py", _DRAWING / "canvas.py")
    for path in sorted([*(_DRAWING / "open_graph").glob("*.py"), *shared]):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def digest_of(card: AnyCard, design: str) -> str:
    drawn = msgspec.json.encode([design, card])
    return hashlib.sha256(drawn).hexdigest()[:DIGEST_LETTERS]


def named(file: str) -> Named | None:
    found = _FILE.fullmatch(file)
    if found is None:
        return None
    language: Language = "ja" if found["language"] == "ja" else "en"
    return Named(found["name"], language, found["digest"])
