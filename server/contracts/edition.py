"""Edition of the catalogue, and the changes of each edition."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from server.contracts.catalogue import CULTIVARS
from server.contracts.files import SHARED, Strict, broken, read


class Change(Strict, frozen=True):
    """Changes of one edition, with the ids of the revised records."""

    date: date
    en: str
    ja: str
    cultivars: tuple[str, ...]


class Edition(Strict, frozen=True):
    """The catalogue as a publication."""

    version: str
    published: date
    licence: str
    changes: dict[str, Change]

    @property
    def modified(self) -> date:
        return max(change.date for change in self.changes.values())

    def modified_on(self, cultivar_id: str) -> date:
        """Returns the day of a record's last revision, else of the first publication."""
        named = (change.date for change in self.changes.values() if cultivar_id in change.cultivars)
        return max(named, default=self.published)


def load_edition(path: Path, known: Mapping[str, object]) -> Edition:
    edition = read(path, Edition)
    if edition.version not in edition.changes:
        raise broken(path, f'the version "{edition.version}" has no line in `$.changes`')
    named = (id for change in edition.changes.values() for id in change.cultivars)
    for id in named:
        if id not in known:
            raise broken(path, f'"{id}" is not known - at `$.changes[...].cultivars`')
    return edition


EDITION = load_edition(SHARED / "catalogue" / "edition.json", CULTIVARS)
