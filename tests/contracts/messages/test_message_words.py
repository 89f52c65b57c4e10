"""Tests of the words in messages: one word for one thing, spelt one way, and plain."""

import re

import pytest

from tests.architecture.source_tree import expect_none
from tests.contracts.tables import LANGUAGES, messages

# Members are メンバー on the site and 会員 in legal texts. A column of vertical text has 会員 too,
# because the display face has no vertical form of ー.
LEGAL_MEMBER = "会員"
LEGAL_TEXTS = ("legal.", "privacy.", "terms.", "outside.card.memberUpright")
# Other names of what is called photo (写真; 画像 in texts that the specification gives) and of the
# reference (品種図鑑).
OTHER_NAME = re.compile(r"\b(?:pictures?|atlas)\b|画像|地図帳", re.IGNORECASE)
SPECIFIED = re.compile(r"投稿画像|アバター画像|対応している画像形式は")
# Unclear words, and "at most 3 of 5" of different things, which is misread as a fraction.
UNCLEAR = re.compile(
    r"\b(?:somebod[y]|anybod[y]|whoeve[r]|whomeve[r])\b|at most {{\w+}} of {{", re.IGNORECASE
)
# Other words for what is called appeal (申し立て).
OTHER_WORD_FOR_APPEAL = re.compile(r"\bobject(?:s|ions?)?\b", re.IGNORECASE)
# Spellings that are not used: native populations are 在来種 except in names; ha follows no space;
# わかる, だれ and ほか are in kana, and a page is 更新 when it is reloaded, except in the privacy
# policy and the terms, whose texts change only with their meaning.
OTHER_SPELLING = re.compile(
    r"(?<!宇治)在来(?!種)|[\d}] ha(?![a-z])|(?<!担当者に)分か[らりるっ]"
    r"|誰|(?<![その])他の|再読み込み|全端末"
)
MEANING_ONLY = ("privacy.", "terms.")
# Other words for logging in and out, except of what Google calls signing in.
OTHER_WORD_FOR_LOGIN = re.compile(
    r"\bsign(?:ed|ing)?[ -](?:(?:you|its author|the member) )?(?:in|out)s?\b(?! with Google)",
    re.IGNORECASE,
)
OF_GOOGLE = "login.inApp.body"


@pytest.fixture(scope="module")
def english() -> dict[str, str]:
    return messages("en")


@pytest.fixture(scope="module")
def japanese() -> dict[str, str]:
    return messages("ja")


def test_members_have_one_japanese_name(japanese: dict[str, str]) -> None:
    expect_none(members_by_the_legal_name(japanese))


def test_english_messages_name_people_plainly(english: dict[str, str]) -> None:
    expect_none(unclear_texts(english))


def test_appeals_have_one_english_name(english: dict[str, str]) -> None:
    expect_none(texts_with_other_word_for_appeals(english))


def test_second_name_of_appeals_is_detected() -> None:
    found = {"a.a": "You may object.", "a.b": "Objections", "a.c": "You may appeal."}

    assert texts_with_other_word_for_appeals(found) == ["a.a", "a.b"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_photos_and_the_reference_have_one_name_in_each_language(language: str) -> None:
    expect_none(texts_with_another_name(messages(language)))


def test_second_name_of_photos_is_detected() -> None:
    found = {"a.a": "Your pictures", "a.b": "画像を選ぶ", "a.c": "投稿画像は5MB以下にしてください"}

    assert texts_with_another_name(found) == ["a.a", "a.b"]


def test_second_name_of_members_is_detected() -> None:
    found = {"terms.title": "会員登録", "app.title": "会員", "home.title": "メンバー"}

    assert members_by_the_legal_name(found) == ["app.title"]


def test_unclear_english_word_is_detected() -> None:
    found = {
        "a.a": "Anybody reads it.",
        "a.b": "For whomever",
        "a.c": "Another member’s post",
        "a.d": "at most {{most}} of {{characters}} characters",
    }

    assert unclear_texts(found) == ["a.a", "a.b", "a.d"]


def test_words_are_spelt_one_way(japanese: dict[str, str]) -> None:
    expect_none(texts_spelt_otherwise(japanese))


def test_other_spelling_is_detected() -> None:
    found = {
        "a.a": "系統や在来",
        "a.b": "{{area}} ha",
        "a.c": "宇治在来は在来種",
        "a.d": "{{area}}ha",
        "a.e": "年の分かる記録",
        "a.f": "記述が分かれています",
        "a.g": "誰でも読めます",
        "a.h": "その他の品種",
        "a.i": "他の人の写真",
        "terms.a": "他の人の写真",
    }

    assert texts_spelt_otherwise(found) == ["a.a", "a.b", "a.e", "a.g", "a.i"]


def test_logging_in_has_one_english_name(english: dict[str, str]) -> None:
    expect_none(texts_with_other_word_for_login(english))


def test_second_name_of_logging_in_is_detected() -> None:
    found = {
        "a.a": "You are signed in.",
        "a.b": "Sign in with Google",
        "a.c": "Your sign-in has expired",
        "a.d": "A moderator signed you out",
        "a.e": "The sign of a line in the diagram",
    }

    assert texts_with_other_word_for_login(found) == ["a.a", "a.c", "a.d"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_left_has_one_name_beside_posts(language: str) -> None:
    every = messages(language)
    keys = ("post.deletedMember", "today.leftMember", "prefectures.leftMember")

    assert len({every[key] for key in keys}) == 1


def members_by_the_legal_name(japanese: dict[str, str]) -> list[str]:
    return [
        key
        for key, text in japanese.items()
        if LEGAL_MEMBER in text and not key.startswith(LEGAL_TEXTS)
    ]


def unclear_texts(english: dict[str, str]) -> list[str]:
    return [key for key, text in english.items() if UNCLEAR.search(text)]


def texts_spelt_otherwise(japanese: dict[str, str]) -> list[str]:
    return [
        key
        for key, text in japanese.items()
        if OTHER_SPELLING.search(text) and not key.startswith(MEANING_ONLY)
    ]


def texts_with_other_word_for_login(english: dict[str, str]) -> list[str]:
    return [
        key
        for key, text in english.items()
        if OTHER_WORD_FOR_LOGIN.search(text) and key != OF_GOOGLE
    ]


def texts_with_another_name(found: dict[str, str]) -> list[str]:
    return [key for key, text in found.items() if OTHER_NAME.search(SPECIFIED.sub("", text))]


def texts_with_other_word_for_appeals(english: dict[str, str]) -> list[str]:
    return [key for key, text in english.items() if OTHER_WORD_FOR_APPEAL.search(text)]
