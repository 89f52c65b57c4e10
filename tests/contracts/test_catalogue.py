"""Tests that the records are consistent, alone, with each other and with other tables."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from server.contracts.files import SHARED
from tests.architecture.source_tree import expect_none
from tests.contracts.bases import bases_by_field
from tests.contracts.tables import Table, table

CULTIVARS = table("catalogue/cultivars")
SOURCES = table("catalogue/sources")
USES = table("reference/uses")
PREFECTURES = table("reference/prefectures")

NORIN_NUMBERS = 57
# Numbers between confirmed ones, for which no source names the cultivar.
UNCONFIRMED_NUMBERS = frozenset({56})
KANA = re.compile(r"[ぁ-ゖー0-9A-Za-z・ -]+")
JAPANESE = re.compile(r"[぀-ヿ一-鿿]")


def test_every_parent_has_a_name_of_its_own_record() -> None:
    expect_none(misnamed_parents(CULTIVARS))


def test_every_named_source_exists_and_every_source_is_used() -> None:
    used = {source for record in CULTIVARS.values() for source in record["sources"]}
    rights = {source for right in table("catalogue/rights").values() for source in right["sources"]}
    areas = table("catalogue/acreage").values()
    measured = {source for rows in areas for row in rows for source in row["sources"]}
    names = {
        source for name in table("catalogue/unconfirmed").values() for source in name["sources"]
    }

    places = {
        source
        for facts in table("catalogue/prefectures").values()
        for row in (*facts["areas"], *facts["recommended"])
        for source in row["sources"]
    }

    assert used | rights | measured | names | places == set(SOURCES)
    assert [id for id, record in CULTIVARS.items() if not record["sources"]] == []


def test_link_was_found_unreachable_after_the_first_edition() -> None:
    published = table("catalogue/edition")["published"]

    found = {day for source in SOURCES.values() for day in source.get("unreachable", {}).values()}

    assert [day for day in found if day < published] == []


def test_table_of_claims_in_the_readme_matches_the_files() -> None:
    bases = bases_by_field()
    columns = ("records", "read", "quoted", "carried", "searched")

    readme = (SHARED / "README.md").read_text(encoding="utf-8")
    written = [line for line in readme.splitlines() if re.match(r"\| `[^`]+` \| \d", line)]

    assert written == [
        f"| `{field}` | {' | '.join(str(bases[field][name]) for name in columns)} |"
        for field in sorted(bases)
    ]


def test_lists_of_a_record_have_no_duplicates() -> None:
    expect_none(duplicates(CULTIVARS))


def test_norin_numbers_have_no_gap_but_the_unconfirmed_ones() -> None:
    numbers = [record["registration"]["norinNo"] for record in CULTIVARS.values()]
    given = set(range(1, NORIN_NUMBERS + 1))

    assert sorted(filter(None, numbers)) == sorted(given - UNCONFIRMED_NUMBERS)


def test_names_epithets_and_descriptions_are_unique() -> None:
    for field in ("nameJa", "nameEn", "epithet", "epithetEn", "description", "descriptionEn"):
        counts = Counter(record[field] for record in CULTIVARS.values())
        assert [text for text, count in counts.items() if count > 1] == [], field


def test_pages_of_one_list_or_shop_count_once() -> None:
    roots: dict[str, set[str]] = {}
    for key, source in SOURCES.items():
        if source["type"] in {"list", "shop"}:
            roots.setdefault(source["publisher"], set()).add(source["derivedFrom"] or key)

    assert {publisher: found for publisher, found in roots.items() if len(found) > 1} == {}


def test_a_list_that_reprints_the_register_counts_as_the_register() -> None:
    assert SOURCES["chakatsu"]["derivedFrom"] == SOURCES["wachaclub-p6"]["derivedFrom"]


def test_every_source_has_a_url_and_a_title() -> None:
    assert [key for key, source in SOURCES.items() if not source["title"].strip()] == []
    assert [
        key
        for key, source in SOURCES.items()
        if not re.fullmatch(r"https?://[^\s/]+\.\S+", source["url"])
    ] == []


def names_its_uses(record: Table) -> bool:
    uses = [USES[use] for use in record["uses"]]
    return _names_pairs(record, "suitableFor", [(use["nameJa"], use["name"]) for use in uses])


def names_its_parents(record: Table) -> bool:
    names = [(parent["nameJa"], parent["nameEn"]) for parent in record["parents"]]
    return _names_pairs(record, "parentCultivar", names)


def _names_pairs(record: Table, field: str, names: list[tuple[str, str]]) -> bool:
    return list(zip(record[field], record[f"{field}En"], strict=False)) == names and (
        len(record[field]) == len(record[f"{field}En"])
    )


def has_a_known_origin(record: Table) -> bool:
    names = {(place["nameJa"], place["name"]) for place in PREFECTURES.values()} | {("", "")}
    return (record["origin"], record["originEn"]) in names


def has_at_most_one_parent_of_each_kind(record: Table) -> bool:
    roles = [parent["role"] for parent in record["parents"]]
    crossed = [role for role in roles if role in {"seed", "pollen"}]
    return len(roles) <= 2 and len(set(crossed)) == len(crossed)


def is_registered_once(record: Table) -> bool:
    registration = record["registration"]
    is_numbered = registration["norinNo"] is not None
    return bool(
        record["registrationYear"] == registration["year"]
        and is_numbered == (registration["system"] == "norin")
        and (registration["system"] != "none" or not registration["year"])
        and all(is_year(year) for year in (registration["year"], registration["pvpYear"] or ""))
    )


def is_year(text: str) -> bool:
    return not text or (text.isdecimal() and 1900 <= int(text) <= 2026)


def has_budding_within_its_range(record: Table) -> bool:
    days, span = record["budding"], record["buddingRange"]
    is_compared = record["buddingBasis"] is not None
    if days is None:
        return not is_compared and span is None
    return bool(is_compared and -30 <= days <= 30 and (span is None or span[0] <= days <= span[1]))


def has_other_harvest_of_the_other_event(record: Table) -> bool:
    other = record.get("otherHarvest")
    if other is None:
        return True
    earliest, latest = other["range"]
    is_other = record["buddingBasis"] not in (None, other["basis"])
    return is_other and -30 <= earliest <= other["days"] <= latest <= 30


def has_kana_reading(record: Table) -> bool:
    return KANA.fullmatch(record["nameKana"]) is not None


def has_the_same_texts_in_both_languages(record: Table) -> bool:
    japanese, english = record["characteristics"], record["characteristicsEn"]
    texts = [*japanese, *english, record["epithet"], record["epithetEn"]]
    is_labelled = bool(record["aroma"]["ja"]) == bool(record["aroma"]["en"])
    return 1 <= len(japanese) == len(english) <= 6 and all(map(str.strip, texts)) and is_labelled


def has_two_to_four_sentences(record: Table) -> bool:
    japanese = record["description"].count("。")
    # "No. 6" is not the end of a sentence.
    english = len(re.findall(r"(?<!\bNo)[.!?](?:\s|$)", record["descriptionEn"]))
    is_short = len(record["description"]) <= 200 and len(record["descriptionEn"]) <= 480
    return is_short and 2 <= japanese <= 4 and 2 <= english <= 4


def has_no_japanese_in_english_texts(record: Table) -> bool:
    texts = [record["nameEn"], record["epithetEn"], record["descriptionEn"], record["originEn"]]
    return not any(JAPANESE.search(text) for text in [*texts, *record["characteristicsEn"]])


Check = Callable[[Table], bool]

# Checks of a record, each with a change to a valid record that it must detect.
CHECKS: tuple[tuple[Check, Table], ...] = (
    (names_its_uses, {"suitableFor": ["煎茶", "抹茶", "紅茶"]}),
    (has_a_known_origin, {"origin": "京都府"}),
    (names_its_parents, {"parentCultivarEn": ["Nobody"]}),
    (has_at_most_one_parent_of_each_kind, {"parents": [{"role": "seed"}, {"role": "seed"}]}),
    (is_registered_once, {"registrationYear": "1900"}),
    (has_budding_within_its_range, {"buddingRange": [-30, -29]}),
    (
        has_other_harvest_of_the_other_event,
        {"otherHarvest": {"basis": "bud", "days": 1, "range": [1, 1]}},
    ),
    (has_kana_reading, {"nameKana": "品種"}),
    (has_the_same_texts_in_both_languages, {"characteristicsEn": []}),
    (has_two_to_four_sentences, {"description": "短い。"}),
    (has_no_japanese_in_english_texts, {"epithetEn": "A 品種"}),
)


def name_of_check(value: object) -> str:
    return getattr(value, "__name__", "broken")


@pytest.mark.parametrize("check", [check for check, _ in CHECKS], ids=name_of_check)
def test_every_record_passes_the_check(check: Check) -> None:
    expect_none(id for id, record in CULTIVARS.items() if not check(record))


@pytest.mark.parametrize(("check", "change"), CHECKS, ids=name_of_check)
def test_check_detects_a_broken_record(check: Check, change: Table) -> None:
    good = CULTIVARS["saemidori"]

    assert check(good)
    assert not check(good | change)


def test_five_sentences_are_too_many_and_a_number_ends_none() -> None:
    good = CULTIVARS["saemidori"]

    for text, fits in (("It is tea. " * 5, False), ("It is No. 6. " * 4, True)):
        assert has_two_to_four_sentences(good | {"descriptionEn": text}) is fits


def test_misnamed_parent_is_detected() -> None:
    parent = {"cultivarId": "a", "nameJa": "い", "nameEn": "B"}
    known = {"nameJa": "あ", "nameEn": "A", "aliases": ["い", "B"], "parents": []}
    cultivars = {"a": known, "b": {"parents": [parent]}}

    assert misnamed_parents(cultivars) == ["b: い"]


def test_duplicate_in_a_list_is_detected() -> None:
    record = {"uses": ["sencha", "sencha"], "sources": [], "aliases": [], "lineage": []}

    assert duplicates({"a": record}) == ["a.uses"]


def misnamed_parents(cultivars: Table) -> list[str]:
    return [
        f"{id}: {parent['nameJa']}"
        for id, record in cultivars.items()
        for parent in record["parents"]
        if parent["cultivarId"] and not has_the_names_of(parent, cultivars[parent["cultivarId"]])
    ]


def has_the_names_of(parent: Table, record: Table) -> bool:
    """Compares names without a remark in brackets, such as "(bud sport)"."""
    fields = ("nameJa", "nameEn")
    return all(re.sub(r"\s*[(（].*[)）]$", "", parent[one]) == record[one] for one in fields)


def duplicates(cultivars: Table) -> list[str]:
    return list(_duplicates(cultivars))


def _duplicates(cultivars: Table) -> Iterator[str]:
    for id, record in cultivars.items():
        for field in ("uses", "sources", "aliases", "lineage"):
            if len(set(record[field])) < len(record[field]):
                yield f"{id}.{field}"


def test_breeder_is_named_in_both_languages_or_in_none() -> None:
    breeders = {
        id: (record["breeder"]["ja"], record["breeder"]["en"]) for id, record in CULTIVARS.items()
    }

    assert [id for id, (ja, en) in breeders.items() if bool(ja) != bool(en)] == []


def test_year_of_the_cross_of_an_english_text_is_in_the_japanese_text() -> None:
    made = re.compile(r"cross(?:ed)? (?:made )?(?:in|of) (\d{4})")
    missing = {
        id: years
        for id, record in CULTIVARS.items()
        if (years := set(made.findall(record["descriptionEn"])))
        and not all(year in record["description"] for year in years)
    }

    assert missing == {}
