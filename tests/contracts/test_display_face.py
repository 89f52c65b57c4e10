"""Everything that is set in the display face can be drawn by one of three files of the build."""

import json
import re
from collections.abc import Iterator

import pytest
from fontTools.ttLib import TTFont

from client.fonts.stylesheet import unicode_range
from client.fonts.subset import FACE, FILES, PROJECT, SITE_NAME, characters, display_texts, split

FONTS = PROJECT / "build" / "fonts"

# What the face itself has no drawing of; readers see these in the fallback face.
NOT_IN_THE_FACE = {"ō"}


@pytest.fixture(scope="module")
def fonts() -> Iterator[dict[str, TTFont]]:
    opened = {name: TTFont(FONTS / f"{name}.woff2") for name in FILES}
    yield opened
    for font in opened.values():
        font.close()


@pytest.fixture(scope="module")
def drawn(fonts: dict[str, TTFont]) -> dict[str, set[int]]:
    return {name: set(font.getBestCmap()) for name, font in fonts.items()}


def test_every_heading_and_name_can_be_drawn(drawn: dict[str, set[int]]) -> None:
    wanted = characters(display_texts(PROJECT / "shared"))
    lacking = wanted.difference(*drawn.values())

    assert {chr(code) for code in lacking} == NOT_IN_THE_FACE


def test_what_is_lacking_is_lacking_in_the_face_itself() -> None:
    with TTFont(FACE, lazy=True) as face:
        assert [sign for sign in NOT_IN_THE_FACE if ord(sign) in face.getBestCmap()] == []


def test_the_style_sheet_names_exactly_what_each_file_draws(drawn: dict[str, set[int]]) -> None:
    sheet = (FONTS / "mincho.css").read_text(encoding="utf-8")
    rules = re.findall(r"url\(\"\./([\w-]+)\.woff2\".*?unicode-range: ([^;]+);", sheet, re.DOTALL)

    assert dict(rules) == {name: unicode_range(codes) for name, codes in drawn.items()}


def test_kana_turn_for_upright_text_and_stand_close(fonts: dict[str, TTFont]) -> None:
    kana = fonts["mincho-kana"]

    assert "vert" in features(kana, "GSUB")
    assert {"palt", "vpal"} <= features(kana, "GPOS")


def features(font: TTFont, table: str) -> set[str]:
    return {one.FeatureTag for one in font[table].table.FeatureList.FeatureRecord}


def test_a_sign_that_no_file_draws_would_be_found() -> None:
    parts = split(characters(["朝つゆ", "😀"]), frozenset(characters(["朝つゆ"])))

    assert parts["mincho-kana"] == characters(["つゆ"])
    assert parts["mincho-kanji"] == characters(["朝"])


def test_the_name_above_every_page_needs_only_the_file_that_every_page_has(
    drawn: dict[str, set[int]],
) -> None:
    assert characters([SITE_NAME]) <= drawn["mincho-latin"]


def test_no_sign_is_fetched_twice(drawn: dict[str, set[int]]) -> None:
    assert sum(map(len, drawn.values())) == len(set().union(*drawn.values()))


def test_the_heading_of_the_english_feed_needs_only_the_file_that_every_page_has(
    drawn: dict[str, set[int]],
) -> None:
    words = json.loads((PROJECT / "shared" / "locales" / "en" / "community.json").read_bytes())

    assert characters([words["title"]]) <= drawn["mincho-latin"]


def test_a_page_begins_with_the_files_that_its_headings_need_for_certain() -> None:
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


def test_spans_are_written_as_short_as_can_be() -> None:
    assert unicode_range([0x41, 0x42, 0x43, 0x3042, 0x7A, 0x7B]) == "U+41-43,U+7A-7B,U+3042"
    assert unicode_range([]) == ""
