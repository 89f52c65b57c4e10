"""The catalogue is found by every name that means one cultivar."""

import pytest

from server.contracts.catalogue import CULTIVARS, cultivar_called
from server.contracts.limits import LIMITS
from server.contracts.reference import PREFECTURES, TEA_CATEGORIES


@pytest.mark.parametrize("id", CULTIVARS)
def test_every_cultivar_is_called_by_its_own_names(id: str) -> None:
    cultivar = CULTIVARS[id]

    for name in (id, cultivar.name_en, cultivar.name_ja):
        assert cultivar_called(name) == id


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Oku Midori", "okumidori"),
        ("オクミドリ", "okumidori"),
        ("ｵｸﾐﾄﾞﾘ", "okumidori"),
        ("Gokō", "gokou"),
        ("benifuuki", "benifuki"),
        ("C8", "benihomare"),
        ("藪北", "yabukita"),
        ("まちこ", "shizu-7132"),
        ("Seiinzatsu 131", "inzatsu-131"),
        ("", None),
        ("---", None),
        ("earl grey", None),
    ],
)
def test_an_alias_or_old_spelling_finds_its_cultivar(name: str, id: str | None) -> None:
    assert cultivar_called(name) == id


def test_the_lists_are_as_long_as_agreed() -> None:
    assert len(PREFECTURES) == LIMITS.prefectures
    assert len(TEA_CATEGORIES) == LIMITS.tea_categories
