"""Names of breeders: those that the institute had at the time of the registration."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.contracts.catalogue import CULTIVARS, cultivar_called
from server.contracts.cultivar import Breeder, Cultivar
from server.contracts.evidence import INSTITUTES, OBSERVATIONS
from server.contracts.files import SHARED
from server.contracts.institutes import Period, check_breeders, load_institutes, registered_on
from server.errors import StartRefused

Table = dict[str, Any]
FILE = SHARED / "catalogue" / "institutes.json"


def check_breeder(id: str, ja: str | None, en: str | None) -> None:
    """Checks these names as the breeder of one record; raises an error for a wrong name."""
    cultivar = msgspec.structs.replace(CULTIVARS[id], breeder=Breeder(ja=ja, en=en))
    right = OBSERVATIONS.rights[id].granted
    check_breeders(INSTITUTES, FILE, cultivars={id: cultivar}, granted={id: right})


@pytest.mark.parametrize(
    ("id", "ja", "en", "message"),
    [
        (
            "yumesuruga",
            "静岡県茶業試験場",
            "Shizuoka Prefecture tea experiment station",
            '"静岡県茶業試験場" was not the name in 2012',
        ),
        (
            "koyanishi",
            "杉山彦三郎（静岡県茶業試験場）",
            "Sugiyama Hikosaburo; Shizuoka Prefecture tea experiment station",
            "was not the name in 1953",
        ),
        # Granted in March 2015, one month before the institute had this name again.
        (
            "okuharuka",
            "埼玉県茶業研究所",
            "Saitama Prefecture tea research institute",
            "was not the name in 2015-03-11",
        ),
        (
            "saemidori",
            "農林省茶業試験場枕崎支場",
            "National tea station, Makurazaki branch",
            "was not the name in 1990",
        ),
        ("koshun", "静岡県茶業試験場", "Shizuoka station", "the English name of"),
        ("koshun", "静岡県の試験場", None, '"静岡県の試験場" is not in institutes.json'),
        ("marishi", "山森次郎", None, '"山森次郎" is not in institutes.json'),
    ],
)
def test_wrong_name_of_a_breeder_prevents_the_start(
    id: str, ja: str, en: str | None, message: str
) -> None:
    with pytest.raises(StartRefused) as refused:
        check_breeder(id, ja, en)

    assert message in str(refused.value)
    assert f"`$.{id}.breeder`" in str(refused.value)


def test_english_name_of_a_person_is_complete_or_has_the_characters() -> None:
    persons = {name for name, kind in INSTITUTES.others.items() if kind == "person"}
    breeders = [(one.breeder.ja or "", one.breeder.en or "") for one in CULTIVARS.values()]

    alone = [(ja, en) for ja, en in breeders if ja in persons]

    assert [ja for ja, en in alone if not re.match(rf"[A-Z]\w+ (?:[A-Z]|\({ja})", en)] == []


def test_name_without_a_date_fits_each_year() -> None:
    period = Period(from_=None, until=None)

    assert period.includes("1953")
    assert period.includes("2023-05-19")


@pytest.mark.parametrize(
    ("day", "fits"),
    [
        ("1971", True),
        ("1971-10", False),
        ("1971-11", True),
        ("1986", True),
        ("2000", True),
        ("2000-04-30", True),
        ("2000-05-01", False),
        ("1970", False),
        ("2001", False),
    ],
)
def test_year_of_a_change_accepts_both_names(day: str, fits: bool) -> None:
    assert Period(from_="1971-11", until="2000-04").includes(day) is fits


@pytest.mark.parametrize(
    ("id", "expected"),
    [("saemidori", "1990"), ("okuharuka", "2015-03-11"), ("asahi", "1954"), ("z1", None)],
)
def test_date_of_a_record_is_its_naming_or_else_its_grant(id: str, expected: str | None) -> None:
    assert registered_on(CULTIVARS[id], OBSERVATIONS.rights[id].granted) == expected


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: first_of_shizuoka(table).update(sources=[]), "have no source"),
        (
            lambda table: first_of_shizuoka(table).update(sources=["rumour"]),
            '"rumour" is not known',
        ),
        (lambda table: first_of_shizuoka(table).update(periods=[]), "length >= 1"),
        (
            lambda table: first_of_shizuoka(table)["periods"][0].update(until="May 1957"),
            "`str` matching",
        ),
        (lambda table: first_of_shizuoka(table).update(note="x"), "`note`"),
        (lambda table: table["others"].update(x="god"), "'god'"),
    ],
)
def test_broken_table_prevents_the_start(
    tmp_path: Path, change: Callable[[Table], object], message: str
) -> None:
    table = json.loads(FILE.read_text(encoding="utf-8"))
    change(table)
    (tmp_path / "institutes.json").write_text(json.dumps(table), encoding="utf-8")

    with pytest.raises(StartRefused) as refused:
        load_institutes(tmp_path / "institutes.json")

    assert message in str(refused.value)


def first_of_shizuoka(table: Table) -> Table:
    """Returns the entry of the first name of the institute of Shizuoka."""
    name: Table = table["institutes"]["shizuoka"][0]
    return name


@pytest.mark.parametrize(
    "id", ["hatsumomiji", "benitachiwase", "akane", "hatsumidori", "benikaori"]
)
def test_kagoshima_names_of_1953_and_1954_are_of_the_agricultural_station(id: str) -> None:
    assert CULTIVARS[id].breeder.ja == "鹿児島県農業試験場"


def test_miyazaki_names_before_1970_are_of_kawaminami() -> None:
    names = {id: CULTIVARS[id].breeder.ja or "" for id in ("takachiho", "yamanami", "unkai")}

    assert {id: "川南" in name for id, name in names.items()} == {
        "takachiho": True,
        "yamanami": True,
        "unkai": False,
    }


def test_name_of_a_station_after_its_end_prevents_the_start() -> None:
    with pytest.raises(StartRefused, match="was not the name in 1988"):
        check_breeder("minekaori", "宮崎県農業試験場川南分場", "Kawaminami branch")


def stations_unlike_records(note: str) -> list[str]:
    """Returns the stations of a note that did not breed all teas in its quotation marks."""
    teas = [cultivar_called(name) or "" for name in re.findall(r"「(.+?)」", note)]
    stations = re.findall("[\u4e00-\u9fff]*試験場[\u4e00-\u9fff]*", note)
    breeders = [CULTIVARS[id].breeder.ja or "" for id in teas]
    return [name for name in stations if not all(name in breeder for breeder in breeders)]


def test_page_of_the_sources_names_stations_as_the_records_do() -> None:
    table = json.loads((SHARED / "locales/ja/site/databaseInfo.json").read_text(encoding="utf-8"))
    notes = [item["note"] for item in table["institutes"]["items"].values()]

    assert [name for note in notes for name in stations_unlike_records(note)] == []


def test_station_unlike_the_record_is_found() -> None:
    assert stations_unlike_records("茶業試験場が「はつもみじ」を育成。") == ["茶業試験場"]
    assert stations_unlike_records("農業試験場が「はつもみじ」を育成。") == []


def test_breeders_of_all_records_are_in_the_table() -> None:
    every: dict[str, Cultivar] = dict(CULTIVARS)
    granted = {id: right.granted for id, right in OBSERVATIONS.rights.items()}

    check_breeders(INSTITUTES, FILE, cultivars=every, granted=granted)
