"""Confidence of a record, which follows from the weakest support of parents and registration."""

import msgspec
import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.claims import Basis, Claim, Evidence, Source, SourceType
from server.contracts.confidence import confidence_of, support_of
from server.contracts.cultivar import Cultivar


def source(type: SourceType, derived_from: str | None = None) -> Source:
    return Source("Title", "Publisher", "https://example.com/", type, derived_from)


SOURCES = {
    "register": source("register"),
    "copy": source("reprint", "register"),
    "list": source("list"),
    "shop": source("shop"),
    "shop-copy": source("shop", "leaflet"),
    "list-copy": source("list", "leaflet"),
    "notes": source("notes"),
}


def claim(basis: Basis, *sources: str) -> Claim:
    return Claim(basis=basis, sources=sources)


def record(registration: Claim | None, *parents: tuple[Evidence, ...]) -> Cultivar:
    """Returns a record with this claim of registration and a parent for each evidence."""
    whole = CULTIVARS["saemidori"]
    edges = tuple(
        msgspec.structs.replace(whole.parents[0], evidence=evidence) for evidence in parents
    )
    claims = {"registration": registration} if registration else {}
    return msgspec.structs.replace(whole, claims=claims, parents=edges, sources=("list",))


def parent_evidence(
    basis: Basis, *sources: str, kind: str = "breeder-record"
) -> tuple[Evidence, ...]:
    return (Evidence(kind=kind, basis=basis, sources=sources),)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("basis", "sources", "support"),
    [
        ("read", ["register"], "firm"),
        ("read", ["copy"], "firm"),
        ("read", ["list", "shop"], "firm"),
        ("read", ["shop-copy", "list-copy"], "unofficial"),
        ("read", ["list"], "unofficial"),
        ("read", ["list", "notes"], "unofficial"),
        ("read", ["register", "notes"], "firm"),
        ("read", ["notes"], "quoted"),
        ("quoted", ["notes"], "quoted"),
        ("carried", ["register", "list"], "carried"),
    ],
)
def test_support_follows_basis_and_independent_sources(
    basis: Basis, sources: list[str], support: str
) -> None:
    assert support_of(claim(basis, *sources), SOURCES) == support


@pytest.mark.parametrize("sources", [["register"], ["list", "shop"]])
def test_presumed_parent_is_unofficial_at_most(sources: list[str]) -> None:
    (presumed,) = parent_evidence("read", *sources, kind="presumed")
    level, reason = confidence_of(
        record(claim("read", "register"), (presumed,)), SOURCES, disputed=()
    )

    assert support_of(presumed, SOURCES) == "unofficial"
    assert (level, reason.because, reason.fields) == ("medium", "unofficial", ("parents",))


def test_presumed_parent_without_a_read_source_stays_weaker() -> None:
    supports = [
        support_of(parent_evidence(basis, "list", kind="presumed")[0], SOURCES)
        for basis in ("quoted", "carried")
    ]

    assert supports == ["quoted", "carried"]


def test_record_read_in_a_register_is_high() -> None:
    one = record(claim("read", "register"), parent_evidence("read", "copy"))

    level, reason = confidence_of(one, SOURCES, disputed=())

    assert (level, reason.because, reason.fields) == ("high", "firm", ("parents", "registration"))


def test_weakest_parent_decides() -> None:
    one = record(
        claim("read", "register"),
        parent_evidence("read", "register"),
        parent_evidence("quoted", "notes"),
    )

    level, reason = confidence_of(one, SOURCES, disputed=())

    assert (level, reason.because, reason.fields) == ("medium", "quoted", ("parents",))


def test_best_evidence_of_a_parent_counts() -> None:
    both = (*parent_evidence("quoted", "notes"), *parent_evidence("read", "register", kind="dna"))

    assert confidence_of(record(None, both), SOURCES, disputed=())[0] == "high"


def test_disputed_evidence_or_an_open_conflict_is_medium() -> None:
    disputed = (
        *parent_evidence("read", "register"),
        *parent_evidence("quoted", "notes", kind="disputed"),
    )
    firm = record(claim("read", "register"))

    assert confidence_of(record(None, disputed), SOURCES, disputed=())[1].because == "disputed"
    assert confidence_of(firm, SOURCES, disputed=["registration"])[0] == "medium"
    assert confidence_of(firm, SOURCES, disputed=["timing"])[0] == "high"


def test_a_disagreement_neither_raises_a_low_record_nor_is_its_reason() -> None:
    carried = record(claim("carried", "list"))

    level, reason = confidence_of(carried, SOURCES, disputed=["registration"])

    assert (level, reason.because) == ("low", "carried")


def test_disagreement_on_parents_counts_where_the_record_follows_none() -> None:
    level, reason = confidence_of(record(claim("read", "register")), SOURCES, disputed=["parents"])

    assert (level, reason.because, reason.fields) == ("medium", "disputed", ("parents",))
    assert CULTIVARS["danshin-37"].confidence == "medium"


def test_claims_carried_over_without_an_official_source_are_low() -> None:
    carried = record(claim("carried", "list"))
    official = msgspec.structs.replace(carried, sources=("list", "register"))

    assert confidence_of(carried, SOURCES, disputed=())[0] == "low"
    assert confidence_of(official, SOURCES, disputed=())[0] == "medium"


def test_record_without_parents_and_registration_is_low() -> None:
    level, reason = confidence_of(record(None), SOURCES, disputed=())

    assert (level, reason.because, reason.fields) == ("low", "nothing", ())
