"""Claims of the catalogue: without one with known sources for each value, no site starts."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.contracts.catalogue import CULTIVARS, LINEAGE_GROUPS, SOURCES, load_cultivars
from server.contracts.evidence import OBSERVATIONS, check_confidence, load_observations
from server.contracts.files import SHARED
from server.errors import StartRefused

Record = dict[str, Any]
FOLDER = SHARED / "catalogue"


# Evidence of the basis "read" by notes alone, which is refused, since notes quote documents.
READ = {"kind": "register", "basis": "read", "sources": ["cultivar-records"]}


def changed_catalogue(tmp_path: Path, name: str, change: Callable[[Record], object]) -> Path:
    """Copies the catalogue and changes one of its files; returns the folder."""
    folder = tmp_path / "catalogue"
    shutil.copytree(FOLDER, folder)
    table = json.loads((folder / name).read_text(encoding="utf-8"))
    change(table)
    (folder / name).write_text(json.dumps(table), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda one: one["claims"].pop("breeder"), "at `$.saemidori.breeder`"),
        (lambda one: one["claims"].pop("traits.yield"), "at `$.saemidori.traits.yield`"),
        (lambda one: one["claims"].update(x=one["claims"]["breeder"]), "`$.saemidori.claims.x`"),
        (lambda one: one["claims"]["breeder"].update(sources=[]), "`$.saemidori.claims.breeder`"),
        (lambda one: one["claims"]["breeder"].update(sources=["rumour"]), '"rumour" is not known'),
        (lambda one: one["claims"]["breeder"].update(basis="heard"), "'heard'"),
        (
            lambda one: one["claims"]["breeder"].update(basis="quoted"),
            "`$.saemidori.claims.breeder`",
        ),
        (lambda one: one["claims"]["breeder"].update(quoted="x"), "`$.saemidori.claims.breeder`"),
        (
            lambda one: one["parents"][0]["evidence"][0].update(basis="quoted", quoted=None),
            "`$.saemidori.parents[0].evidence`",
        ),
        (
            lambda one: one["claims"]["breeder"].update(sources=["cultivar-records"]),
            "notes alone are no source that was read - at `$.saemidori.claims.breeder`",
        ),
        (
            lambda one: one["parents"][0]["evidence"].append(
                {"kind": "register", "basis": "read", "sources": ["cultivar-records"]}
            ),
            "notes alone are no source that was read - at `$.saemidori.parents[0].evidence`",
        ),
        (
            lambda one: one["parents"][0]["evidence"].append(
                {"kind": "register", "basis": "read", "sources": ["icr"]}
            ),
            'the kind of what a list states is "list" - at `$.saemidori.parents[0].evidence`',
        ),
        (lambda one: one["parents"][0].update(evidence=[]), "`$.saemidori.parents[0].evidence`"),
        (lambda one: one["parents"][0].pop("evidence"), "`evidence`"),
        (lambda one: one["parents"][0].pop("ancestors"), "`ancestors`"),
        (
            lambda one: one["parents"][0].update(ancestors={"asatsuyu": []}),
            "no claim with its sources - at `$.saemidori.parents[0].ancestors.asatsuyu`",
        ),
        (
            lambda one: one["parents"][0].update(ancestors={"asatsuyu": [{**READ, "sources": []}]}),
            "no claim with its sources - at `$.saemidori.parents[0].ancestors.asatsuyu`",
        ),
        (
            lambda one: one["parents"][0].update(ancestors={"asatsuyu": [READ]}),
            "notes alone are no source that was read - at "
            "`$.saemidori.parents[0].ancestors.asatsuyu`",
        ),
        (
            lambda one: one["parents"][0].update(
                ancestors={"asatsuyu": [{**READ, "sources": ["rumour"]}]}
            ),
            '"rumour" is not known',
        ),
        (
            lambda one: one["parents"][0].update(ancestors={"nobody": [READ]}),
            '"nobody" is not known - at `$.saemidori.parents[...].ancestors`',
        ),
        (lambda one: one.update(kind="herb"), "'herb'"),
    ],
)
def test_value_without_a_sourced_claim_prevents_the_start(
    tmp_path: Path, change: Callable[[Record], object], message: str
) -> None:
    folder = changed_catalogue(tmp_path, "cultivars.json", lambda table: change(table["saemidori"]))

    with pytest.raises(StartRefused) as refused:
        load_cultivars(folder / "cultivars.json", groups=LINEAGE_GROUPS, sources=SOURCES)

    assert message in str(refused.value)


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("rights", lambda table: table["seimei"].update(sources=[]), "a claim has no source"),
        (
            "rights",
            lambda table: table["seimei"].update(granted="30 March 2020"),
            "`$[...].granted`",
        ),
        (
            "timing",
            lambda table: table.update(tea=table["seimei"]),
            'the record "tea" is not known',
        ),
        ("timing", lambda table: table["seimei"][0].pop("basis"), "`basis`"),
        (
            "rights",
            lambda table: table["hokumei"].pop("quoted"),
            "`basis` and `quoted` do not agree - at `$.hokumei`",
        ),
        ("timing", lambda table: table["saemidori"][0].update(quoted=None), "at `$.saemidori`"),
        (
            "rights",
            lambda table: table["seimei"].update(sources=["cultivar-records"]),
            "notes alone are no source that was read - at `$.seimei`",
        ),
        ("resistance", lambda table: table["seimei"][0].update(basis="read"), "at `$.seimei`"),
        ("composition", lambda table: table["sofu"][0].update(basis="quoted"), "at `$.sofu`"),
        ("acreage", lambda table: table["yabukita"][0].pop("quoted"), "at `$.yabukita`"),
        ("resistance", lambda table: table["seimei"][0].update(trait="rust"), "'rust'"),
        ("composition", lambda table: table["sofu"][0].update(sources=["x"]), '"x" is not known'),
        ("acreage", lambda table: table.update(tea=[]), 'the record "tea" is not known'),
        (
            "conflicts",
            lambda table: table["hoshun"][0]["values"][0].update(sources=[]),
            "no source",
        ),
        ("conflicts", lambda table: table["hoshun"][0]["values"][0].pop("basis"), "`basis`"),
        (
            "conflicts",
            lambda table: table["hoshun"][0]["values"][0].update(basis="searched"),
            "'searched'",
        ),
        (
            "conflicts",
            lambda table: table["hoshun"][0]["values"][0].update(sources=["cultivar-records"]),
            "notes alone are no source that was read - at `$.hoshun`",
        ),
        (
            "conflicts",
            lambda table: table["hoshun"][0]["values"][0].update(basis="quoted"),
            "`basis` and `quoted` do not agree - at `$.hoshun`",
        ),
    ],
)
def test_observation_without_a_known_source_prevents_the_start(
    tmp_path: Path, name: str, change: Callable[[Record], object], message: str
) -> None:
    folder = changed_catalogue(tmp_path, f"{name}.json", change)

    with pytest.raises(StartRefused) as refused:
        load_observations(folder, cultivars=CULTIVARS, sources=SOURCES)

    assert message in str(refused.value)
    assert f"{name}.json" in str(refused.value)


def test_typed_confidence_that_differs_from_the_computed_one_prevents_the_start(
    tmp_path: Path,
) -> None:
    def praise(table: Record) -> None:
        table["karabeni"].update(confidence="high")

    path = changed_catalogue(tmp_path, "cultivars.json", praise) / "cultivars.json"
    cultivars = load_cultivars(path, groups=LINEAGE_GROUPS, sources=SOURCES)

    with pytest.raises(StartRefused, match=r"the confidence of \$\.karabeni is"):
        check_confidence(OBSERVATIONS, cultivars=cultivars, sources=SOURCES)


def test_every_cultivar_and_every_registered_line_has_a_row_of_rights() -> None:
    expected = {
        id
        for id, one in CULTIVARS.items()
        if one.kind == "cultivar" or one.registration.pvp_no is not None
    }

    assert expected - set(OBSERVATIONS.rights) == set()


def test_every_timing_row_has_a_date_or_an_offset() -> None:
    rows = [row for rows in OBSERVATIONS.timing.values() for row in rows]

    assert [row for row in rows if row.date is None and row.offset_days is None] == []


@pytest.mark.parametrize("id", ["narino", "okunoyama", "yumewakaba", "nanmei"])
def test_parents_that_the_breeder_states_rest_on_the_breeders_record(id: str) -> None:
    parents = CULTIVARS[id].parents

    assert parents
    assert all("breeder-record" in {one.kind for one in parent.evidence} for parent in parents)
