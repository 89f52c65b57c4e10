"""Tests that English names follow modified Hepburn without macrons, or state an exception."""

import re

import pytest

from server.contracts.catalogue import CULTIVARS, cultivar_called
from server.contracts.romanisation import follows_rule, romanised


@pytest.mark.parametrize(
    ("kana", "name"),
    [
        ("ごこう", "goko"),
        ("りょうふう", "ryofu"),
        ("おおいわせ", "oiwase"),
        ("ちゃちゅう", "chachu"),
        ("じゅんぺい", "junpei"),
        ("いっちょう", "itcho"),
        ("きっこう", "kikko"),
    ],
)
def test_rule_writes_no_macron_and_no_doubled_vowel(kana: str, name: str) -> None:
    assert romanised(kana) == name


@pytest.mark.parametrize(("kana", "name"), [("さっ", "saっ"), ("っA1", "っA1"), ("ゃ", "ゃ")])
def test_kana_in_an_impossible_position_stay(kana: str, name: str) -> None:
    assert romanised(kana) == name


@pytest.mark.parametrize("id", CULTIVARS)
def test_english_name_follows_the_rule_or_says_why_not(id: str) -> None:
    cultivar = CULTIVARS[id]

    assert follows_rule(cultivar) is (cultivar.name_en_basis is None)


@pytest.mark.parametrize("id", CULTIVARS)
def test_spelling_by_the_rule_leads_to_the_record(id: str) -> None:
    cultivar = CULTIVARS[id]

    assert cultivar_called(cultivar.name_en) == id
    if follows_rule(cultivar):
        assert cultivar_called(romanised(cultivar.name_kana).removesuffix("go")) in {id, None}


def test_reading_of_a_name_in_a_foreign_language_leads_to_its_record() -> None:
    assert cultivar_called("Sanrūju") == "sun-rouge"


@pytest.mark.parametrize("id", CULTIVARS)
def test_other_spellings_are_aliases_and_not_the_name(id: str) -> None:
    cultivar = CULTIVARS[id]

    assert cultivar.name_en not in cultivar.aliases
    assert all(cultivar_called(alias) in {id, None} for alias in cultivar.aliases)


@pytest.mark.parametrize(
    ("spelling", "id"),
    [
        ("goko", "gokou"),
        ("gokō", "gokou"),
        ("koju", "kouju"),
        ("kouju", "kouju"),
        ("benifuuki", "benifuki"),
        ("ryoufuu", "ryofu"),
        ("koushun", "koshun"),
        ("kohshun", "koshun"),
        ("rokurou", "rokuro"),
        ("kyoumidori", "kyomidori"),
        ("ooiwase", "oiwase"),
        ("mie-ryokuhou-no-1", "mie-ryokuho-1"),
        ("cha-chuukanbohon-nou-6", "cha-chukanbohon-no-6"),
    ],
)
def test_former_spelling_leads_to_the_record(spelling: str, id: str) -> None:
    assert cultivar_called(spelling) == id


def test_english_texts_use_no_spelling_that_the_rule_replaced() -> None:
    replaced = {
        alias
        for cultivar in CULTIVARS.values()
        for alias in cultivar.aliases
        if re.fullmatch(r"[A-Z][a-z]*(?:uu|ou|oo)[a-z]*", alias) and alias != cultivar.name_en
    }
    found = {
        (id, word)
        for id, cultivar in CULTIVARS.items()
        for text in (
            cultivar.epithet_en,
            cultivar.description_en,
            *cultivar.characteristics_en,
            *cultivar.parent_cultivar_en,
        )
        for word in re.findall(r"[A-Za-z]+", text)
        if word in replaced
    }

    assert "Benifuuki" in replaced
    assert found == set()
