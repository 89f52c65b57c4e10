"""The editions of the catalogue; an invalid edition file refuses the start."""

from datetime import date
from pathlib import Path

import msgspec
import pytest

from server.contracts.catalogue import Change, Edition, load_edition
from server.errors import StartRefused

FIRST = Change(date=date(2026, 11, 21), en="First.", ja="初版。", cultivars=())
SECOND = Change(date=date(2027, 4, 1), en="Revised.", ja="改訂。", cultivars=("okuhikari",))
EDITION = Edition(
    version="1.1.0",
    published=date(2026, 11, 21),
    licence="https://creativecommons.org/licenses/by/4.0/",
    changes={"1.0.0": FIRST, "1.1.0": SECOND},
)


def write(folder: Path, edition: Edition) -> Path:
    """Writes an edition file and returns its path."""
    path = folder / "edition.json"
    path.write_bytes(msgspec.json.encode(edition))
    return path


def test_record_has_the_date_of_the_last_edition_that_names_it(tmp_path: Path) -> None:
    edition = load_edition(write(tmp_path, EDITION), {"okuhikari": None, "yabukita": None})

    assert edition.modified == date(2027, 4, 1)
    assert edition.modified_on("okuhikari") == date(2027, 4, 1)
    assert edition.modified_on("yabukita") == date(2026, 11, 21)


def test_edition_without_its_changes_refuses_the_start(tmp_path: Path) -> None:
    path = write(tmp_path, msgspec.structs.replace(EDITION, version="2.0.0"))

    with pytest.raises(StartRefused, match=r"2\.0\.0"):
        load_edition(path, {"okuhikari": None})


def test_edition_that_names_an_unknown_record_refuses_the_start(tmp_path: Path) -> None:
    with pytest.raises(StartRefused, match="okuhikari"):
        load_edition(write(tmp_path, EDITION), {"yabukita": None})
