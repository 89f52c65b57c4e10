"""Tests that the pedigree has no cycle, and that lineage codes and stories match it."""

import json
import re
from collections import Counter

import pytest

from tests.architecture.source_tree import expect_none
from tests.contracts.lineage import ancestors, doubtful_codes, leaders_of, lineage_codes
from tests.contracts.tables import Table, table


@pytest.fixture(scope="module")
def cultivars() -> Table:
    return table("catalogue/cultivars")


@pytest.fixture(scope="module")
def groups() -> Table:
    return table("catalogue/lineage-groups")


def test_pedigree_has_no_cycle(cultivars: Table) -> None:
    expect_none(id for id in cultivars if id in ancestors(id, cultivars))


def test_lineage_codes_match_the_pedigree(cultivars: Table, groups: Table) -> None:
    written = {id: record["lineage"] for id, record in cultivars.items()}

    assert written == lineage_codes(cultivars, groups)


def test_lineage_codes_by_doubtful_parents_alone_are_marked(
    cultivars: Table, groups: Table
) -> None:
    written = {id: record.get("doubtfulLineage", []) for id, record in cultivars.items()}

    assert written == doubtful_codes(cultivars, groups)
    assert written["kanaya-ibuki"] == ["0", "11", "12"]


def test_every_lineage_group_but_three_is_named_after_a_cultivar(
    cultivars: Table, groups: Table
) -> None:
    assert groups.keys() - leaders_of(cultivars, groups).keys() == {"7", "13", "14"}


def test_lineage_group_has_the_english_name_of_its_founder(cultivars: Table, groups: Table) -> None:
    names = {record["nameJa"]: record["nameEn"] for record in cultivars.values()}
    named = [groups[code] for code in leaders_of(cultivars, groups)]

    expect_none(one["name"] for one in named if one["name"] != names[one["nameJa"]])


def test_every_lineage_group_has_cultivars_and_a_slug(cultivars: Table, groups: Table) -> None:
    used = {code for record in cultivars.values() for code in record["lineage"]}

    assert used == (groups.keys() - {"14"}) | {"x"}
    assert [code for code, group in groups.items() if not group["slug"]] == ["14"]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_lineage_with_a_page_has_a_story(groups: Table, language: str) -> None:
    field = {"ja": "story", "en": "storyEn"}[language]

    expect_none(code for code, group in groups.items() if bool(group[field]) != bool(group["slug"]))


def test_years_of_a_story_stand_in_the_records_of_its_lineage(
    cultivars: Table, groups: Table
) -> None:
    unfounded = []
    for code, group in groups.items():
        members = [record for record in cultivars.values() if code in record["lineage"]]
        told = json.dumps(members, ensure_ascii=False)
        years = re.findall(r"\d{4}", group["story"] + group["storyEn"])
        unfounded += [(code, year) for year in years if year not in told]

    expect_none(unfounded)


def test_stories_name_the_same_years_in_both_languages(groups: Table) -> None:
    years = {
        code: [set(re.findall(r"\d{4}", group[field])) for field in ("story", "storyEn")]
        for code, group in groups.items()
    }

    expect_none(code for code, (japanese, english) in years.items() if japanese != english)


def test_yabukita_is_the_largest_lineage_as_its_story_says(cultivars: Table) -> None:
    codes = [code for record in cultivars.values() for code in record["lineage"] if code != "x"]

    assert Counter(codes).most_common(1)[0][0] == "0"


def test_lineage_code_is_inherited_through_unnamed_parents() -> None:
    cultivars = {
        "head": a_cultivar("やぶきた"),
        "child": a_cultivar("子", a_parent("head")),
        "grandchild": a_cultivar("孫", a_parent(None, ancestors=["child"])),
        "stranger": a_cultivar("他"),
    }

    assert lineage_codes(cultivars, {"0": {"nameJa": "やぶきた"}}) == {
        "head": ["0"],
        "child": ["0"],
        "grandchild": ["0"],
        "stranger": ["x"],
    }


def test_kagoshima_black_tea_founds_its_own_lineage() -> None:
    founder = a_cultivar("黒", origin="Kagoshima", uses=["black", "sencha"])
    cultivars = {
        "founder": founder,
        "child": a_cultivar("子", a_parent("founder")),
        "elsewhere": a_cultivar("外", origin="Shizuoka", uses=["black"]),
        "second": a_cultivar("次", origin="Kagoshima", uses=["sencha", "black"]),
    }

    codes = lineage_codes(cultivars, {})

    assert codes == {"founder": ["7"], "child": ["7"], "elsewhere": ["x"], "second": ["x"]}


def test_uji_lineage_ends_at_the_leader_of_another_group() -> None:
    natives = a_parent(None, name="宇治在来", role="selection")
    cultivars = {
        "leader": a_cultivar("あさつゆ", natives),
        "heir": a_cultivar("子", a_parent("leader")),
        "plain": a_cultivar("平", natives),
        "child": a_cultivar("孫", a_parent("plain")),
        "crossed": a_cultivar("交", a_parent(None, name="宇治在来", role="seed")),
    }

    assert lineage_codes(cultivars, {"4": {"nameJa": "あさつゆ"}}) == {
        "leader": ["4", "13"],
        "heir": ["4"],
        "plain": ["13"],
        "child": ["13"],
        "crossed": ["x"],
    }


def test_pedigree_cycle_is_detected() -> None:
    cultivars = {
        "a": a_cultivar("甲", a_parent("b")),
        "b": a_cultivar("乙", a_parent("a")),
        "c": a_cultivar("丙", a_parent("a")),
    }

    assert [id for id in cultivars if id in ancestors(id, cultivars)] == ["a", "b"]


def a_cultivar(
    name: str, *parents: Table, origin: str = "", uses: list[str] | None = None
) -> Table:
    return {"nameJa": name, "parents": list(parents), "originEn": origin, "uses": uses or []}


def a_parent(
    id: str | None, *, name: str = "", role: str = "seed", ancestors: list[str] | None = None
) -> Table:
    ancestor_evidence: Table = {ancestor: [] for ancestor in ancestors or []}
    return {"cultivarId": id, "nameJa": name, "role": role, "ancestors": ancestor_evidence}
