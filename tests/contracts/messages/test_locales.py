"""Tests of the messages: equal keys, placeholders and plural forms in both languages."""

import re
from calendar import month_name
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.architecture.source_tree import expect_none
from tests.contracts.tables import LANGUAGES, SHARED, messages, table

PLURALS = {"en": {"one", "other"}, "ja": {"other"}}
PLACEHOLDER = re.compile(r"{{(\w+)}}")
# English texts have curly apostrophes, no space before %, and the month before the day.
STRAIGHT = re.compile(r"(?<=\w)'(?=\w)|(?<=s)'(?= )")
OTHER_FORM = re.compile(rf"[\d}}] %|\b\d{{1,2}} (?:{'|'.join(month_name[1:])})\b")
# Texts of the catalogue have curly quotation marks, too, a dash between years, and around Japanese
# words full-width brackets.
TYPED = re.compile(
    r"""(?<=\w)'(?=\w)|"|(?<![\d-])\d{4}-\d{4}(?![\d-])|～|[ぁ-ヶ一-鿿]\((?=[ぁ-ヶ一-鿿])"""
)
CATALOGUE = ("cultivars", "conflicts", "timing", "prefectures", "acreage", "changelog", "rights")


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    return messages("en")


@pytest.fixture(scope="module")
def japanese() -> dict[str, str]:
    return messages("ja")


def _files(language: str) -> list[Path]:
    return list((SHARED / "locales" / language).rglob("*.json"))


def test_no_two_files_of_messages_have_the_same_name() -> None:
    names = [path.name for path in _files("en")]

    assert len(set(names)) == len(names)


def test_both_languages_have_the_same_files() -> None:
    names = [
        sorted(str(path.relative_to(SHARED / "locales" / one)) for path in _files(one))
        for one in LANGUAGES
    ]

    assert names[0] == names[1]


def test_both_languages_have_the_same_keys(
    english: dict[str, str], japanese: dict[str, str]
) -> None:
    assert {base(key) for key in english} == {base(key) for key in japanese}


def test_both_languages_have_the_same_placeholders(
    english: dict[str, str], japanese: dict[str, str]
) -> None:
    expect_none(keys_with_unequal_placeholders(english, japanese))


@pytest.mark.parametrize("language", LANGUAGES)
def test_counted_message_has_the_plural_forms_of_its_language(language: str) -> None:
    expect_none(keys_with_wrong_plurals(messages(language), PLURALS[language]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_trimmed_text_without_markup(language: str) -> None:
    expect_none(faulty_texts(messages(language)))


@pytest.mark.parametrize(("language", "word"), [("en", "record"), ("ja", "記録")])
def test_description_of_the_report_page_names_errors_in_records(language: str, word: str) -> None:
    assert word in messages(language)["report.meta.description"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_empty_lists_name_each_kind_that_can_be_followed(language: str) -> None:
    every = messages(language)
    kinds = {text for key, text in every.items() if key.startswith("account.follows.kinds.")}
    # Comments on questions appear in the notifications, not in the list of posts.
    of_posts = kinds - {every["account.follows.kinds.question"]}
    account, community = every["account.follows.none"], every["community.following.emptyBody"]

    assert all(kind in account for kind in kinds)
    assert all(kind in community for kind in of_posts)


def test_english_messages_have_curly_apostrophes(english: dict[str, str]) -> None:
    expect_none(key for key, text in english.items() if STRAIGHT.search(text))


def test_english_messages_have_one_form_of_dates_and_percentages(english: dict[str, str]) -> None:
    expect_none(texts_in_another_form(english))


@pytest.mark.parametrize("name", CATALOGUE)
def test_catalogue_has_one_form_of_dates_and_percentages(name: str) -> None:
    expect_none(texts_in_another_form(dict(texts_of(table(f"catalogue/{name}"), name))))


@pytest.mark.parametrize("name", [*CATALOGUE, "composition", "unconfirmed", "untraced"])
def test_catalogue_has_typographic_signs(name: str) -> None:
    found = dict(texts_of(table(f"catalogue/{name}"), name))

    expect_none(key for key, text in found.items() if TYPED.search(text))


@pytest.mark.parametrize(
    "text", ["Japan's", 'so "far"', "1979-1989", "10～11%", "花香(ジャスミン)"]
)
def test_typed_sign_is_detected(text: str) -> None:
    assert TYPED.search(text)
    assert not TYPED.search("Japan’s “far” 1979–1989, 10〜11%, 花香（ジャスミン）")


def test_days_of_disagreements_are_written_out() -> None:
    found = dict(texts_of(table("catalogue/conflicts"), "conflicts"))

    expect_none(key for key, text in found.items() if re.search(r"\d{4}-\d{2}-\d{2}", text))


def test_another_form_is_detected() -> None:
    record = {"text": "On 19 March 2009", "rows": ["About 90 %", "March 19, 2009", "90%"]}

    found = texts_in_another_form(dict(texts_of(record, "a")))
    assert found == ["a.text", "a.rows.0"]
    assert STRAIGHT.search("Japan's") and STRAIGHT.search("breeders' own")
    assert not STRAIGHT.search("“a” 'b'")


def test_placeholder_in_only_one_language_is_detected() -> None:
    english = {"a.b_one": "one leaf of {{name}}", "a.b_other": "{{count}} leaves of {{name}}"}
    japanese = {"a.b_other": "{{name}}の葉"}

    assert keys_with_unequal_placeholders(english, japanese) == ["a.b"]
    assert keys_with_unequal_placeholders(english, {"a.b_other": "{{name}}の葉{{count}}枚"}) == []


def test_missing_or_extra_plural_form_is_detected() -> None:
    found = {"a.b_one": "a leaf", "a.c_one": "a leaf", "a.c_other": "leaves", "a.d": "leaf"}

    assert keys_with_wrong_plurals(found, PLURALS["en"]) == ["a.b"]
    assert keys_with_wrong_plurals(found, PLURALS["ja"]) == ["a.b", "a.c"]


def test_faulty_message_is_detected() -> None:
    found = {
        "a.empty": "  ",
        "a.number": 3,
        "a.markup": "<b>leaf</b>",
        "a.broken": "{{ name }} {count}",
        "a.spaced": "leaf ",
        "a.fine": "1 < 2 leaves of {{name}}",
    }

    assert faulty_texts(found) == ["a.empty", "a.number", "a.markup", "a.broken", "a.spaced"]


def base(key: str) -> str:
    """Returns a key without its plural suffix, as the code uses it."""
    return re.sub(r"_(?:zero|one|two|few|many|other)$", "", key)


def keys_with_unequal_placeholders(english: dict[str, str], japanese: dict[str, str]) -> list[str]:
    one, other = _placeholders_of(english), _placeholders_of(japanese)
    return sorted(key for key in one.keys() | other.keys() if one.get(key) != other.get(key))


def _placeholders_of(found: dict[str, str]) -> dict[str, set[str]]:
    placeholders: dict[str, set[str]] = {}
    for key, text in found.items():
        placeholders.setdefault(base(key), set()).update(PLACEHOLDER.findall(text))
    return placeholders


def keys_with_wrong_plurals(found: dict[str, str], expected: set[str]) -> list[str]:
    forms: dict[str, set[str]] = {}
    for key in found:
        if base(key) != key:
            forms.setdefault(base(key), set()).add(key.rpartition("_")[2])
    return [key for key, present in forms.items() if present != expected]


def faulty_texts(found: Mapping[str, object]) -> list[str]:
    return [key for key, text in found.items() if not isinstance(text, str) or not is_plain(text)]


def texts_in_another_form(english: dict[str, str]) -> list[str]:
    return [key for key, text in english.items() if OTHER_FORM.search(text)]


def texts_of(value: object, key: str) -> Iterator[tuple[str, str]]:
    """Yields the path and text of every string in a JSON value."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for name, one in inner:
            yield from texts_of(one, f"{key}.{name}")


def is_plain(text: str) -> bool:
    rest = PLACEHOLDER.sub("", text)
    return bool(text.strip()) and text == text.strip() and not re.search(r"[{}]|</?\w", rest)
