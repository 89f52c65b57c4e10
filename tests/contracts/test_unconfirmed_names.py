"""Tests that names without a record state their source and belong to no record."""

import json
from typing import Any

import pytest

from server.contracts.catalogue import CULTIVARS
from server.contracts.files import SHARED
from server.contracts.name_fold import fold_name

NAMES: dict[str, dict[str, Any]] = json.loads(
    (SHARED / "catalogue" / "unconfirmed.json").read_text("utf-8")
)
SOURCES = json.loads((SHARED / "catalogue" / "sources.json").read_text("utf-8"))


@pytest.mark.parametrize("id", NAMES)
def test_name_is_described_in_both_languages_with_known_sources_and_records(id: str) -> None:
    one = NAMES[id]
    texts = [one["known"], *([one["note"]] if one["note"] else [])]

    assert all(text["ja"].endswith("。") and text["en"].endswith(".") for text in texts)
    assert set(one["sources"]) <= set(SOURCES)
    assert set(one["records"]) <= set(CULTIVARS)


def test_a_name_of_a_record_is_not_unconfirmed() -> None:
    known = {
        fold_name(name)
        for record in CULTIVARS.values()
        for name in (record.name_ja, record.name_en, *record.aliases)
    }

    names = [name for one in NAMES.values() for name in (one["nameJa"], one["nameEn"]) if name]

    assert [name for name in names if fold_name(name) in known] == []
    assert set(NAMES) & set(CULTIVARS) == set()
