"""History of each record: what each edition changed in it, and why."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Literal

import msgspec

from server.contracts.catalogue import CULTIVARS, EDITION, Edition
from server.contracts.evidence import InBoth
from server.contracts.files import SHARED, Strict, broken, read

# correction: a value was wrong; addition: a value was missing; sources: a value was tied to its
# source, or marked for how it is supported; grade: the confidence; text: words only.
RevisionKind = Literal["correction", "addition", "sources", "grade", "text"]
# A reader wants to hear of these; the others leave the values as they were.
REPORTED = frozenset({"correction", "addition"})


class Revision(Strict, frozen=True):
    """Change of one record; `credit` names the reader who reported it and agreed to be named."""

    kind: RevisionKind
    what: InBoth
    why: InBoth
    credit: str | None = None


class Step(msgspec.Struct, frozen=True):
    """Revisions of a record in one edition; `is_new` if the edition published it first."""

    version: str
    date: date
    is_new: bool
    revisions: tuple[Revision, ...]


# Version -> id of the record -> its changes.
Changelog = Mapping[str, Mapping[str, tuple[Revision, ...]]]


def load_changelog(path: Path, edition: Edition) -> Changelog:
    """Reads the changes; raises StartRefused if they name other records than the edition."""
    changelog = read(path, dict[str, dict[str, tuple[Revision, ...]]])
    for version in changelog:
        if version not in edition.changes:
            raise broken(path, f'the edition "{version}" is not in edition.json')
    for version, change in edition.changes.items():
        told = {id for id, revisions in changelog.get(version, {}).items() if revisions}
        for id in sorted(told ^ set(change.cultivars)):
            reason = (
                f'edition.json does not name "{id}" among the records that {version} changed'
                if id in told
                else f'what {version} changed in "{id}" is missing; a new record is in "added"'
            )
            raise broken(path, reason)
    return changelog


def first_version(id: str, edition: Edition) -> str:
    """Returns the version of the edition that published a record first."""
    for version, change in edition.changes.items():
        if id in change.added:
            return version
    return next(iter(edition.changes))


def history_of(id: str, edition: Edition, changelog: Changelog) -> tuple[Step, ...]:
    """Returns one step for each edition that published or changed a record, the newest first."""
    first = first_version(id, edition)
    steps = [
        Step(version, change.date, version == first, changelog.get(version, {}).get(id, ()))
        for version, change in edition.changes.items()
        if version == first or id in change.cultivars
    ]
    return tuple(reversed(steps))


def new_records(version: str) -> tuple[str, ...]:
    """Returns the ids of the records that an edition published first."""
    return tuple(id for id in sorted(CULTIVARS) if first_version(id, EDITION) == version)


CHANGELOG = load_changelog(SHARED / "catalogue" / "changelog.json", EDITION)
HISTORIES: Mapping[str, tuple[Step, ...]] = {
    id: history_of(id, EDITION, CHANGELOG) for id in CULTIVARS
}
