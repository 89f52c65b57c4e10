"""Tests that the font files of the display face cover every text that uses it."""

import json
import re
from collections.abc import Iterator

import pytest
from fontTools.ttLib import TTFont

from client.fonts.stylesheet import unicode_range
from client.fonts.subset import FACE, FILES, PROJECT, SITE_NAME, characters, display_texts, split

FONTS = PROJECT / "build" / "fonts"

# Characters that the face lacks; the fallback font shows them.
NOT_IN_THE_FACE = {"ō"}


@pytest.fixture(scope="module")
def fonts() -> Iterator[dict[str, TTFont]]:
    opened = {name: TTFont(FONTS / f"{name}.woff2") for name in FILES}
    yield opened
    for font in opened.values():
        font.close()


@pytest.fixture(scope="module")
def code_points(fonts: dict[str, TTFont]) -> dict[str, set[int]]:
    """Code points that each font file contains."""
    return {name: set(font.getBestCmap()) for name, font in fonts.items()}


def test_font_files_cover_every_heading_and_name(code_points: dict[str, set[int]]) -> None:
    wanted = characters(display_texts(PROJECT / "shared"))
    lacking = wanted.difference(*code_points.values())

    assert {chr(code) for code in lacking} == NOT_IN_THE_FACE


def test_font_files_cover_headings_that_the_catalogue_gives_to_other_pages(
    code_points: dict[str, set[int]],
) -> None:
    catalogue = PROJECT / "shared" / "catalogue"
    timing = json.loads((catalogue / "timing.json").read_bytes())
    places = [
        text
        for rows in timing.values()
        for row in rows
        for part in ("site", "years")
        for text in (row[part] or {}).values()
    ]
    unconfirmed = json.loads((catalogue / "unconfirmed.json").read_bytes())
    names = [one["nameJa"] or one["nameEn"] for one in unconfirmed.values()]

    lacking = characters([*places, *names]).difference(*code_points.values())

    assert "鹿児島県枕崎市" in places
    assert {chr(code) for code in lacking} <= NOT_IN_THE_FACE


def test_characters_without_a_font_file_are_missing_in_the_face_itself() -> None:
    with TTFont(FACE, lazy=True) as face:
        assert [sign for sign in NOT_IN_THE_FACE if ord(sign) in face.getBestCmap()] == []


def test_unicode_ranges_of_the_style_sheet_match_the_font_files(
    code_points: dict[str, set[int]],
) -> None:
    sheet = (FONTS / "mincho.css").read_text(encoding="utf-8")
    rules = re.findall(r"url\(\"\./([\w-]+)\.woff2\".*?unicode-range: ([^;]+);", sheet, re.DOTALL)

    assert dict(rules) == {name: unicode_range(codes) for name, codes in code_points.items()}


def test_kana_font_has_vertical_and_proportional_features(fonts: dict[str, TTFont]) -> None:
    kana = fonts["mincho-kana"]

    assert "vert" in features(kana, "GSUB")
    assert {"palt", "vpal"} <= features(kana, "GPOS")


def features(font: TTFont, table: str) -> set[str]:
    return {record.FeatureTag for record in font[table].table.FeatureList.FeatureRecord}


def test_split_leaves_out_characters_that_no_font_file_contains() -> None:
    code_points = frozenset(characters(["朝つゆ露"]))
    parts = split(characters(["朝つゆ露", "😀"]), code_points, common=characters(["朝風"]))

    assert parts["mincho-kana"] == characters(["つゆ"])
    assert parts["mincho-common"] == characters(["朝"])
    assert parts["mincho-kanji"] == characters(["露"])


def test_half_of_the_records_need_no_font_file_of_rare_kanji(
    code_points: dict[str, set[int]],
) -> None:
    records = json.loads((PROJECT / "shared" / "catalogue" / "cultivars.json").read_bytes())
    needed = [characters([one["nameJa"], one["epithet"]]) for one in records.values()]

    rare = sum(1 for codes in needed if codes & code_points["mincho-kanji"])

    assert 0 < rare <= len(needed) / 2


def test_site_name_needs_only_the_latin_font_file(
    code_points: dict[str, set[int]],
) -> None:
    assert characters([SITE_NAME]) <= code_points["mincho-latin"]


def test_font_files_do_not_overlap(code_points: dict[str, set[int]]) -> None:
    assert sum(map(len, code_points.values())) == len(set().union(*code_points.values()))


def test_heading_of_the_english_feed_needs_only_the_latin_font_file(
    code_points: dict[str, set[int]],
) -> None:
    words = json.loads((PROJECT / "shared" / "locales" / "en" / "community.json").read_bytes())

    assert characters([words["title"]]) <= code_points["mincho-latin"]


def test_manifest_preloads_the_font_files_of_the_headings() -> None:
    manifest = json.loads((PROJECT / "build" / "manifest.json").read_bytes())

    begun = {
        (page, language): [re.sub(r"/assets/([\w-]+)-\w+\.woff2", r"\1", file) for file in files]
        for page, languages in manifest["fonts"].items()
        for language, files in languages.items()
    }
    assert begun["community", "en"] == ["mincho-latin"]
    assert begun["community", "ja"] == ["mincho-latin", "mincho-kana"]
    assert begun["cultivar", "en"] == ["mincho-latin", "mincho-kana"]
    assert all(files[0] == "mincho-latin" for files in begun.values())


def test_unicode_range_merges_adjacent_code_points() -> None:
    assert unicode_range([0x41, 0x42, 0x43, 0x3042, 0x7A, 0x7B]) == "U+41-43,U+7A-7B,U+3042"
    assert unicode_range([]) == ""
