"""Messages by key and language, with plural forms and placeholders."""

import pytest

from server.contracts.locales import has_message, listed, text


def test_placeholders_are_filled_and_unknown_ones_are_kept() -> None:
    filled = text("en", "cultivars.meta.title", count=120)
    left = text("en", "cultivar.meta.title", nameJa="やぶきた")

    assert "120" in filled
    assert "やぶきた" in left
    assert "{{nameEn}}" in left


def test_count_selects_the_plural_form() -> None:
    one = text("en", "cultivars.filters.active", count=1)
    many = text("en", "cultivars.filters.active", count=2)
    japanese = text("ja", "cultivars.filters.active", count=1)

    assert one != many.replace("2", "1")
    assert "1" in japanese


def test_missing_message_raises_key_error() -> None:
    assert not has_message("en", "home.nothing")
    with pytest.raises(KeyError):
        text("ja", "home.nothing")


def test_last_item_of_an_english_list_follows_and() -> None:
    items = ["Goko", "Asahi", "Samidori"]

    assert [listed(items[:count], "en") for count in range(4)] == [
        "",
        "Goko",
        "Goko and Asahi",
        "Goko, Asahi and Samidori",
    ]
    assert listed(["ごこう", "あさひ", "さみどり"], "ja") == "ごこう、あさひ、さみどり"
