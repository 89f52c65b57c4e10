"""Look-up of a cultivar by any of its names."""

import pytest

from server.contracts.catalogue import CULTIVARS, cultivar_called
from server.contracts.limits import LIMITS
from server.contracts.reference import PREFECTURES, TEA_CATEGORIES


@pytest.mark.parametrize("id", CULTIVARS)
def test_every_cultivar_is_found_by_its_own_names(id: str) -> None:
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
def test_cultivar_is_found_by_aliases_and_other_spellings(name: str, id: str | None) -> None:
    assert cultivar_called(name) == id


def test_prefectures_and_tea_categories_match_their_limits() -> None:
    assert len(PREFECTURES) == LIMITS.prefectures
    assert len(TEA_CATEGORIES) == LIMITS.tea_categories
