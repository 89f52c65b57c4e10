"""The catalogue and its edition: cultivars, lineage groups and sources, checked at the start."""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import chain
from pathlib import Path

from server.contracts.claims import Source, is_official_in_name_only, is_read_in_notes_alone
from server.contracts.cultivar import Cultivar, claim_faults, year_faults
from server.contracts.files import SHARED, Strict, broken, read
from server.contracts.name_fold import fold_name
from server.contracts.reference import USES
from server.contracts.romanisation import romanised


class Colour(Strict, frozen=True):
    """Colour of the light and of the dark theme."""

    light: str
    dark: str


class LineageGroup(Strict, frozen=True, rename="camel"):
    """Lineage group: cultivars of one family in the pedigree, with name and colour."""

    name: str
    name_ja: str
    slug: str | None
    # Our own text on the page of the group; empty for the group without a page.
    story: str
    story_en: str
    colour: Colour


_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
UNCLASSIFIED = "x"


def load_cultivars(
    path: Path, *, groups: Mapping[str, LineageGroup], sources: Mapping[str, Source]
) -> dict[str, Cultivar]:
    """Reads the cultivars; raises StartRefused for a wrong id, reference, or claim."""
    cultivars = read(path, dict[str, Cultivar])
    for id in cultivars:
        if not _SLUG.fullmatch(id):
            raise broken(path, f'the id "{id}" is not a slug')
    for id, cultivar in cultivars.items():
        for field, wrong in _dangling_references(cultivar, (cultivars, groups, sources)):
            raise broken(path, f'"{wrong}" is not known - at `$.{id}.{field}`')
        for fault in year_faults(cultivar):
            raise broken(path, f"{fault.rstrip('.')} - at `$.{id}`")
        for field in claim_faults(cultivar):
            raise broken(path, f"the value has no claim with its sources - at `$.{id}.{field}`")
        for field, reason in _misnamed_claims(cultivar, sources):
            raise broken(path, f"{reason} - at `$.{id}.{field}`")
    return cultivars


def _misnamed_claims(
    cultivar: Cultivar, sources: Mapping[str, Source]
) -> Iterator[tuple[str, str]]:
    """Yields claims that state more than their sources support, with the reason."""
    notes = "notes alone are no source that was read"
    for name, claim in cultivar.claims.items():
        if is_read_in_notes_alone(claim, sources):
            yield f"claims.{name}", notes
    for index, parent in enumerate(cultivar.parents):
        for field, evidence in parent.supports():
            place = f"parents[{index}].{field}"
            if any(is_read_in_notes_alone(one, sources) for one in evidence):
                yield place, notes
            if any(is_official_in_name_only(one, sources) for one in evidence):
                yield place, 'the kind of what a list states is "list"'


def _dangling_references(
    cultivar: Cultivar,
    known: tuple[Mapping[str, Cultivar], Mapping[str, LineageGroup], Mapping[str, Source]],
) -> Iterator[tuple[str, str]]:
    """Yields field and id of a record's references to an unknown record, group, use or source."""
    cultivars, groups, sources = known
    for parent in cultivar.parents:
        if parent.cultivar_id is not None and parent.cultivar_id not in cultivars:
            yield "parents[...].cultivarId", parent.cultivar_id
        yield from (
            ("parents[...].ancestors", ancestor)
            for ancestor in parent.ancestors
            if ancestor not in cultivars
        )
    yield from (
        ("lineage", code)
        for code in cultivar.lineage
        if code not in groups and code != UNCLASSIFIED
    )
    yield from (("uses", use) for use in cultivar.uses if use not in USES)
    yield from (("sources", source) for source in cultivar.sources if source not in sources)
    supports = (evidence for parent in cultivar.parents for _, evidence in parent.supports())
    for claim in (*cultivar.claims.values(), *chain.from_iterable(supports)):
        yield from (("claims", source) for source in claim.sources if source not in sources)


def spellings(cultivars: Mapping[str, Cultivar]) -> dict[str, str]:
    """Returns the ids of cultivars by folded name, for names that only one cultivar has."""
    owners: dict[str, set[str]] = {}
    for id, cultivar in cultivars.items():
        kana = cultivar.name_kana
        names = (id, cultivar.name_ja, kana, romanised(kana), cultivar.name_en, *cultivar.aliases)
        for name in names:
            owners.setdefault(fold_name(name), set()).add(id)
    return {name: next(iter(ids)) for name, ids in owners.items() if name and len(ids) == 1}


_FOLDER = SHARED / "catalogue"

LINEAGE_GROUPS: Mapping[str, LineageGroup] = read(
    _FOLDER / "lineage-groups.json", dict[str, LineageGroup]
)
SOURCES: Mapping[str, Source] = read(_FOLDER / "sources.json", dict[str, Source])
CULTIVARS: Mapping[str, Cultivar] = load_cultivars(
    _FOLDER / "cultivars.json", groups=LINEAGE_GROUPS, sources=SOURCES
)
# Records of kind cultivar, which texts count; lines and populations are records too.
CULTIVAR_COUNT = sum(record.kind == "cultivar" for record in CULTIVARS.values())
_SPELLINGS = spellings(CULTIVARS)


def cultivar_called(name: str) -> str | None:
    """Returns the id of the cultivar with this id, name or alias, in any spelling of it.

    None if no cultivar has it, or several have.
    """
    return _SPELLINGS.get(fold_name(name))


class Change(Strict, frozen=True):
    """Changes of one edition: date, note in both languages, ids of revised and of new records.

    Records that no edition names as new are of the first one.
    """

    date: date
    en: str
    ja: str
    cultivars: tuple[str, ...]
    added: tuple[str, ...] = ()


class Edition(Strict, frozen=True):
    """Catalogue as a publication: version, licence, and changes by version."""

    version: str
    published: date
    licence: str
    changes: dict[str, Change]

    @property
    def modified(self) -> date:
        """Returns the day of the last change."""
        return max(change.date for change in self.changes.values())

    def modified_on(self, cultivar_id: str) -> date:
        """Returns the day of a record's last revision, else of its first publication."""
        named = (
            change.date
            for change in self.changes.values()
            if cultivar_id in (*change.cultivars, *change.added)
        )
        return max(named, default=self.published)


def load_edition(path: Path, known: Mapping[str, object]) -> Edition:
    """Reads the edition.

    Raises StartRefused if changes name unknown records or omit its version.
    """
    edition = read(path, Edition)
    if edition.version not in edition.changes:
        raise broken(path, f'the version "{edition.version}" has no line in `$.changes`')
    named = (id for change in edition.changes.values() for id in (*change.cultivars, *change.added))
    for id in named:
        if id not in known:
            raise broken(path, f'"{id}" is not known - at `$.changes`')
    return edition


EDITION = load_edition(SHARED / "catalogue" / "edition.json", CULTIVARS)
