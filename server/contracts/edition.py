"""Which edition of the catalogue this is, and what changed from one to the next."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path

from server.contracts.catalogue import CULTIVARS
from server.contracts.files import SHARED, Strict, broken, read


class Change(Strict, frozen=True):
    """What one edition brought; the named records were revised in it."""

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
        """When a record was last revised: with an edition that names it, else with the first."""
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
