"""Facts of prefectures: without known sources and records the site does not start."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from server.contracts.catalogue import CULTIVARS, SOURCES
from server.contracts.cultivar import Cultivar
from server.contracts.files import SHARED
from server.contracts.prefectures import (
    PREFECTURE_FACTS,
    PREFECTURE_PAGES,
    load_prefecture_facts,
)
from server.contracts.reference import PREFECTURES
from server.errors import StartRefused

FILE = SHARED / "catalogue" / "prefectures.json"

Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table.update(edo=table["mie"]), "the prefecture is not known"),
        (lambda table: table["mie"]["areas"].reverse(), "not in order"),
        (lambda table: table["mie"]["areas"][0].update(sources=[]), "no source"),
        (lambda table: table["mie"]["areas"][0].update(sources=["x"]), '"x" is not known'),
        (lambda table: table["mie"]["areas"][0].update(hectares=0), "hectares"),
        (
            lambda table: table["mie"]["areas"][0].update(sources=["cultivar-records"]),
            "notes alone",
        ),
        (lambda table: table["kagawa"]["recommended"][0].pop("quoted"), "do not agree"),
        (lambda table: table["saga"]["recommended"][0]["cultivars"].append("tea"), '"tea"'),
        (lambda table: table["saga"]["recommended"][0].update(cultivars=[]), "cultivars"),
    ],
)
def test_fact_without_a_known_source_or_record_prevents_the_start(
    tmp_path: Path, change: Change, message: str
) -> None:
    table = json.loads(FILE.read_text("utf-8"))
    change(table)
    path = tmp_path / "prefectures.json"
    path.write_text(json.dumps(table), "utf-8")

    with pytest.raises(StartRefused) as refused:
        load_prefecture_facts(path, cultivars=CULTIVARS, sources=SOURCES)

    assert message in str(refused.value)


def test_prefecture_has_a_page_if_it_has_a_record_or_a_fact() -> None:
    origins = {cultivar.origin_en for cultivar in CULTIVARS.values()}
    for id, prefecture in PREFECTURES.items():
        has_content = prefecture.name in origins or id in PREFECTURE_FACTS
        assert (id in PREFECTURE_PAGES) == has_content


def test_every_origin_is_a_prefecture() -> None:
    origins = {cultivar.origin_en for cultivar in CULTIVARS.values()} - {""}

    assert origins <= {prefecture.name for prefecture in PREFECTURES.values()}


def test_recommended_record_has_a_registration() -> None:
    rows = [row for facts in PREFECTURE_FACTS.values() for row in facts.recommended]
    # A recommendation of which only the end is known has no year of registration.
    dated = [row for row in rows if not row.when.en.startswith("until")]
    recommended = {id for row in dated for id in row.cultivars}

    systems = {id: CULTIVARS[id].registration.system for id in recommended}

    assert [id for id, system in systems.items() if system in {"none", "unknown"}] == []


def test_recommendation_that_a_text_names_is_listed_with_its_year() -> None:
    rows = [row for facts in PREFECTURE_FACTS.values() for row in facts.recommended]
    listed: dict[str, str] = {}
    for row in rows:
        listed |= {id: f"{listed.get(id, '')} {row.when.en}" for id in row.cultivars}
    said = re.compile(r"\brecommend(?:ed|s)\b(?:[^.;]*?\b(\d{4})\b)?")

    stated = {(id, year) for id, one in CULTIVARS.items() for year in said.findall(prose(one))}

    assert [one for one in stated if one[0] not in listed or one[1] not in listed[one[0]]] == []


def prose(record: Cultivar) -> str:
    """Returns the English texts of a record."""
    return ". ".join((record.description_en, *record.characteristics_en))


@pytest.mark.parametrize(
    ("id", "cultivars", "when"),
    [
        ("kumamoto", ("unkai",), "1969"),
        ("miyazaki", ("unkai",), "1969"),
        ("saitama", ("fukumidori",), "March 18, 1987"),
        ("kagoshima", ("kuritawase",), "1966"),
        ("mie", ("mie-ryokuho-1",), "2005"),
        ("shizuoka", ("sofu",), "from 2005"),
        ("kyoto", ("ogura-midori", "uji-midori"), "from 2021"),
    ],
)
def test_recommendation_that_only_notes_report_is_listed(
    id: str, cultivars: tuple[str, ...], when: str
) -> None:
    found = {(row.cultivars, row.when.en): row for row in PREFECTURE_FACTS[id].recommended}

    assert found[cultivars, when].basis in {"quoted", "carried"}
