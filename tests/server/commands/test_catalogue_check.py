"""Command `catalogue check`: its output, its exit status, and --write."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from server.commands.catalogue import check_catalogue
from server.contracts.files import SHARED
from server.errors import StartRefused
from server.settings import PROJECT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHARED / "catalogue", tmp_path / "catalogue"))


def change(folder: Path, id: str, **fields: object) -> None:
    """Changes fields of a record in the folder's catalogue."""
    path = folder / "cultivars.json"
    records = json.loads(path.read_bytes())
    records[id].update(fields)
    path.write_text(json.dumps(records, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


@pytest.mark.parametrize("id", ["saemidori", "icr"])
def test_record_or_source_without_faults_is_ok(id: str) -> None:
    ran = subprocess.run(
        [PROJECT / "chanoki", "catalogue", "check", id],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "ok\n", "")


def test_whole_catalogue_is_ok(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_catalogue(folder, None, write=False) == 0

    assert capsys.readouterr().out.startswith("ok: ")


def test_faulty_record_is_named_with_its_faults(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder, "saemidori", sources=["blog"], confidence="low")

    assert check_catalogue(folder, "saemidori", write=False) == 1

    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("record saemidori: sources: no source has the id")
    assert second.startswith('record saemidori: confidence: "low" is stored, "high" is computed')


def test_write_stores_the_computed_confidence(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    original = (folder / "cultivars.json").read_bytes()
    change(folder, "saemidori", confidence="low")

    assert check_catalogue(folder, "saemidori", write=True) == 0

    assert capsys.readouterr().out == "record saemidori: confidence written\nok\n"
    assert (folder / "cultivars.json").read_bytes() == original


def test_unknown_id_is_refused_with_those_near_it(folder: Path) -> None:
    with pytest.raises(StartRefused, match='"saemdori"; near it are saemidori'):
        check_catalogue(folder, "saemdori", write=False)
