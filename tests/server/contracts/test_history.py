"""Histories of the records: each record that an edition changed has its changes."""

from datetime import date
from pathlib import Path

import msgspec
import pytest

from server.contracts.catalogue import CULTIVARS, EDITION, Change, Edition
from server.contracts.evidence import InBoth
from server.contracts.history import CHANGELOG, HISTORIES, Revision, history_of, load_changelog
from server.errors import StartRefused

REVISION = Revision("correction", InBoth("直しました。", "Corrected."), InBoth("理由。", "Why."))
EDITIONS = Edition(
    version="2.0.0",
    published=date(2026, 11, 21),
    licence="https://creativecommons.org/licenses/by/4.0/",
    changes={
        "1.0.0": Change(date(2026, 11, 21), "First.", "初版。", ()),
        "2.0.0": Change(date(2027, 4, 1), "Revised.", "改訂。", ("okuhikari",), ("komakage",)),
    },
)


def write(folder: Path, changelog: object) -> Path:
    """Writes a changelog file and returns its path."""
    path = folder / "changelog.json"
    path.write_bytes(msgspec.json.encode(changelog))
    return path


def test_history_begins_with_the_edition_that_published_the_record() -> None:
    changelog = {"2.0.0": {"okuhikari": (REVISION,)}}

    old, new = (history_of(id, EDITIONS, changelog) for id in ("okuhikari", "komakage"))

    assert [(step.version, step.is_new) for step in old] == [("2.0.0", False), ("1.0.0", True)]
    assert old[0].revisions == (REVISION,)
    assert [(step.version, step.is_new) for step in new] == [("2.0.0", True)]
    assert EDITIONS.modified_on("komakage") == date(2027, 4, 1)


@pytest.mark.parametrize("changelog", [{}, {"2.0.0": {}}, {"2.0.0": {"okuhikari": []}}])
def test_edition_that_changes_a_record_without_its_changes_refuses_the_start(
    tmp_path: Path, changelog: object
) -> None:
    with pytest.raises(StartRefused, match=r'2\.0\.0 changed in "okuhikari" is missing'):
        load_changelog(write(tmp_path, changelog), EDITIONS)


def test_changes_of_a_record_that_the_edition_does_not_name_refuse_the_start(
    tmp_path: Path,
) -> None:
    changes = {"okuhikari": [REVISION], "yabukita": [REVISION]}

    with pytest.raises(StartRefused, match='does not name "yabukita"'):
        load_changelog(write(tmp_path, {"2.0.0": changes}), EDITIONS)


def test_changes_of_an_unknown_edition_refuse_the_start(tmp_path: Path) -> None:
    with pytest.raises(StartRefused, match=r'"3\.0\.0" is not in edition\.json'):
        load_changelog(write(tmp_path, {"3.0.0": {}}), EDITIONS)


@pytest.mark.parametrize("field", ["by", "reader"])
def test_change_with_an_unknown_field_refuses_the_start(tmp_path: Path, field: str) -> None:
    revision = msgspec.to_builtins(REVISION) | {field: "Hana"}

    with pytest.raises(StartRefused, match=field):
        load_changelog(write(tmp_path, {"2.0.0": {"okuhikari": [revision]}}), EDITIONS)


def test_each_record_that_an_edition_changed_has_an_entry() -> None:
    for version, change in EDITION.changes.items():
        assert set(change.cultivars) == set(CHANGELOG.get(version, {})), version
        assert not set(change.cultivars) & set(change.added), version
    assert all(HISTORIES[id][-1].is_new for id in CULTIVARS)


def test_changes_are_short_sentences_in_both_languages() -> None:
    for version, records in CHANGELOG.items():
        for id, revisions in records.items():
            for said in (text for one in revisions for text in (one.what, one.why)):
                assert said.en.endswith(".") and len(said.en) <= 160, (version, id)
                assert said.ja.endswith("。") and len(said.ja) <= 100, (version, id)


def test_added_pollen_parents_are_those_of_the_record() -> None:
    added = {
        id
        for id, revisions in CHANGELOG["2.0.0"].items()
        if any(one.what.en.startswith("Pollen parent") for one in revisions)
    }

    assert added == {"hoshun", "mie-ryokuho-1", "surugawase", "tenmyo", "yamanoibuki"}
    for id in added:
        pollen = next(one for one in CULTIVARS[id].parents if one.role == "pollen")
        assert any(
            one.what.en == f"Pollen parent {pollen.name_en} added."
            for one in CHANGELOG["2.0.0"][id]
        )


def test_former_english_names_of_the_history_lead_to_their_record() -> None:
    for id, revisions in CHANGELOG["2.0.0"].items():
        for one in revisions:
            if one.what.en.startswith("English name "):
                former = one.what.en.removesuffix(".").partition(" instead of ")[2]
                assert former in CULTIVARS[id].aliases
