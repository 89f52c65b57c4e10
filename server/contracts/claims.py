"""Claims of the catalogue: which sources give a value, and how they were read."""

from collections.abc import Mapping
from datetime import date
from typing import Literal

from msgspec import field

from server.contracts.files import Strict

# read: in the source itself; quoted: second-hand, by a source that quotes another document;
# carried: from the record's list of sources, not yet tied to one; searched: looked for, not found.
Basis = Literal["read", "quoted", "carried", "searched"]

SourceType = Literal[
    "register",
    "ministry",
    "breeder",
    "prefecture",
    "paper",
    "reprint",
    "news",
    "list",
    "shop",
    "notes",
]


class Source(Strict, frozen=True, rename="camel"):
    """A publication that facts were taken from.

    Sources with the same `derived_from` repeat one document, or are pages of one list or shop, and
    count once. `pages` has the addresses of pages on single records, `unreachable` those of its
    addresses that no longer open, each with the day on which that was found.
    """

    title: str
    publisher: str
    url: str
    type: SourceType
    derived_from: str | None
    pages: dict[str, str] = field(default_factory=dict)
    unreachable: dict[str, date] = field(default_factory=dict)


class Claim(Strict, frozen=True, kw_only=True):
    """Sources of a value, and how they were read (`basis`).

    `quoted` names the document of a second-hand quotation.
    """

    basis: Basis
    sources: tuple[str, ...]
    quoted: str | None = None

    @property
    def document_fits_basis(self) -> bool:
        """Returns whether a quoted document is named if, and only if, the basis is "quoted"."""
        return (self.basis == "quoted") == bool(self.quoted)


def is_read_in_notes_alone(claim: Claim, sources: Mapping[str, Source]) -> bool:
    """Returns whether a claim of basis "read" has only notes as sources, which quote others."""
    given = [sources[key].type for key in claim.sources if key in sources]
    return claim.basis == "read" and bool(given) and set(given) == {"notes"}


# Sources in which a register or a breeder speaks; others repeat them.
OFFICIAL = frozenset({"register", "ministry", "breeder", "prefecture", "paper", "reprint"})


class Evidence(Claim, frozen=True, kw_only=True):
    """Support of one parent or ancestor; `abstract`: only the abstract of the study was read.

    `list` is a list, a shop page or the press: read there, but neither register nor breeder.
    """

    kind: Literal["breeder-record", "register", "list", "dna", "disputed", "presumed"]
    # Number of DNA markers, where the study gives it.
    markers: int | None = None
    abstract: bool = False


def is_official_in_name_only(evidence: Evidence, sources: Mapping[str, Source]) -> bool:
    """Returns whether evidence of a register or breeder was read, but in no official source."""
    if evidence.basis != "read" or evidence.kind not in {"register", "breeder-record"}:
        return False
    return not any(sources[key].type in OFFICIAL for key in evidence.sources if key in sources)
