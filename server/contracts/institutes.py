"""Names of breeding institutes with their periods, compared with the breeders of all records."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from server.contracts.cultivar import Cultivar
from server.contracts.files import Strict, broken, read

YearOrMonth = Annotated[str, Meta(pattern=r"^\d{4}(-\d{2})?$")]
# Signs between the parts of a breeder's name.
_BETWEEN = str.maketrans("・（）", "   ")


class Remark(Strict, frozen=True):
    """What the site says of a source, in each language."""

    ja: str
    en: str


class Page(Strict, frozen=True):
    """Page or paper that gives the dates of a name; the title is its own."""

    title: str
    url: str
    remark: Remark | None = None


class Period(Strict, frozen=True):
    """Period in which a name was used, by years or months; null where no page gives the date."""

    from_: YearOrMonth | None = msgspec.field(name="from")
    until: YearOrMonth | None

    def includes(self, day: str) -> bool:
        """Returns whether the name was used on a day, in a month or in a year (2019-04-01, 2019).

        Compares as far as both dates go; in the year of a change both names are accepted.
        """
        begun = self.from_ is None or self.from_[: len(day)] <= day[: len(self.from_)]
        ended = self.until is not None and self.until[: len(day)] < day[: len(self.until)]
        return begun and not ended


class InstituteName(Strict, frozen=True):
    """Name of an institute in each language, with its periods and their sources."""

    ja: str
    en: str
    periods: Annotated[tuple[Period, ...], Meta(min_length=1)]
    sources: tuple[str, ...]

    @property
    def is_dated(self) -> bool:
        """Returns whether a page gives a date for the name."""
        return any(period.from_ or period.until for period in self.periods)


class Institutes(Strict, frozen=True):
    """Institutes by key, each with its names; and the kinds of other words in names of breeders."""

    sources: dict[str, Page]
    institutes: dict[str, tuple[InstituteName, ...]]
    others: dict[str, Literal["person", "company", "prefecture", "place"]]


def load_institutes(path: Path) -> Institutes:
    """Reads the table; raises StartRefused for a date without a known source."""
    found = read(path, Institutes)
    for key, names in found.institutes.items():
        for name in names:
            if name.is_dated and not name.sources:
                raise broken(path, f'the dates of "{name.ja}" have no source')
            unknown = [source for source in name.sources if source not in found.sources]
            if unknown:
                raise broken(path, f'"{unknown[0]}" is not known - at `$.institutes.{key}`')
    return found


def check_breeders(
    institutes: Institutes,
    path: Path,
    *,
    cultivars: Mapping[str, Cultivar],
    granted: Mapping[str, str | None],
) -> None:
    """Raises StartRefused for a breeder not in the table, or with a name not used at registration.

    The English name is compared too. `granted` holds the dates of plant variety rights by the
    record's id, as far as they are known.
    """
    for id, cultivar in cultivars.items():
        for wrong in _wrong_names(institutes, cultivar, registered_on(cultivar, granted.get(id))):
            raise broken(path, f"{wrong} - at `$.{id}.breeder`")


def institutes_with_records(
    institutes: Institutes, cultivars: Mapping[str, Cultivar]
) -> tuple[str, ...]:
    """Returns the keys of institutes that bred a record under any of their names."""
    names = [(name.ja, key) for key, names in institutes.institutes.items() for name in names]
    # A long name can include a short one, so it is tried first.
    names.sort(key=lambda name: len(name[0]), reverse=True)
    breeders = (cultivar.breeder.ja or "" for cultivar in cultivars.values())
    found = {next((key for ja, key in names if ja in breeder), None) for breeder in breeders}
    return tuple(key for key in institutes.institutes if key in found)


def registered_on(cultivar: Cultivar, granted: str | None) -> str | None:
    """Returns the year of registration, or the date of the grant if the system is "pvp".

    None if unknown. A plant variety right beside another registration does not count.
    """
    registration = cultivar.registration
    if registration.system == "pvp" and granted:
        return granted
    return registration.year or None


def _wrong_names(institutes: Institutes, cultivar: Cultivar, day: str | None) -> Iterator[str]:
    """Yields how a record's breeder differs from the institutes' names on the day.

    Without a day, periods are not compared.
    """
    left, english = cultivar.breeder.ja or "", cultivar.breeder.en or ""
    names = (name for names in institutes.institutes.values() for name in names)
    # A long name can include a short one, so it is tried first.
    for name in sorted(names, key=lambda name: len(name.ja), reverse=True):
        if name.ja not in left:
            continue
        left = left.replace(name.ja, " ")
        if day is not None and not any(period.includes(day) for period in name.periods):
            yield f'"{name.ja}" was not the name in {day}'
        if name.en not in english:
            yield f'the English name of "{name.ja}" is not "{name.en}"'
    for word in left.translate(_BETWEEN).split():
        if word not in institutes.others:
            yield f'"{word}" is not in institutes.json'
