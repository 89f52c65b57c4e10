"""Rules of display names."""

from contextlib import nullcontext
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.accounts.profiles.rules import (
    UNSET_NAME,
    ValidatedProfile,
    acceptable_name,
    check_not_reset,
    checked_name,
    first_name,
    own_name,
    reserved_names,
)
from server.contracts.texts import is_blank, may_be_name, normalise
from server.errors import Refusal

BLANK = ["", " ", "\u3000", "\u200b", "\u2800", "\u3164", "\u115f", "\u0301", "\ufeff", "\u00ad",
         "\u2060", "\n\t", "\ufe0f", "\u034f", "\u200d", "\U000e0041", "\u180e"]  # fmt: skip


@pytest.mark.parametrize("text", BLANK)
def test_name_of_invisible_characters_is_refused_as_empty(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_name(text * 3)

    assert refused.value.code == "profileEdit.errors.displayNameRequired"


@pytest.mark.parametrize(
    "text",
    [
        "a\u202eb",
        "a\u2066b",
        "a\u200fb",
        "a\u200bb",
        "a\u0000b",
        "a\u0007b",
        "a\u0085b",
        "a\nb",
        "a\u2028b",
        "a\ue000b",
        "a\U000e0041b",
        "a\u0378b",
        "a\ud800b",
        "a\u200db",
        "a\ufe0fb",
        "a\U000e0100b",
        "a\u00adb",
        "a\u3164b",
        "Z" + "\u0363" * 4,
        "\U000f0000x",
    ],
)
def test_name_with_deceptive_characters_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_name(text)

    assert refused.value.code == "profileEdit.errors.displayNameNotAllowed"


@pytest.mark.parametrize(
    "text",
    [
        "茶畑 はな",
        "茶畑　はな",
        "O'Brien-Smith",
        "José",
        "Nguyễn Thị",
        "مريم",
        "अनिता",
        "👩‍🌾",
        "👍🏽 tea",
        "❤️ 茶",
        "1️⃣",
        "🫨",
        "辻\U000e0100さん",
        "<b>x</b>",
        "a" * 50,
        "茶" * 50,
    ],
)
def test_name_in_any_script_is_accepted(text: str) -> None:
    assert checked_name(text) == text


def test_name_is_stored_in_nfc_and_trimmed() -> None:
    assert checked_name("  か\u3099 \u200b") == "が"


@pytest.mark.parametrize("text", ["a" * 51, "か\u3099" * 51])
def test_name_over_50_characters_is_refused(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_name(text)

    assert refused.value.params == {"most": 50}


def test_characters_are_counted_after_composition() -> None:
    assert len(checked_name("か\u3099" * 50)) == 50


@pytest.mark.parametrize(
    "text",
    ["admin", "ADMIN", "Admin.", "аdmin", "@dmin", "ａｄｍｉｎ", "ad-min", "運営", "運 営",
     "Deleted  Member", "退会したメンバー",
     "Chanoki", "chan0ki", "Сhanoki", "公式", "Support", "s.t.a.f.f", "adrnin",
     "ᴀᴅᴍɪɴ", "🅰🅳🅼🅸🅽", "🅐🅓🅜🅘🅝", "🇦🇩🇲🇮🇳", "ꓮꓓꓟꓲꓠ", "ᎪᎠᎷᏆɴ", "4dmin", "ɐdmin",
     "chanօki", "ⲥhanoki", "ѕtaꬵꬵ", "suᑭᑭort", "aꓒmin", "mσderatoг",
     "サポ一ト", "茶ノ木", "運營", "運営者", "アドミン", "モデレーター",
     "Chanoki公式", "Chanoki 運営", "Chanoki Support", "chanoki ᴀᴅᴍɪɴ", "Chanoki Team",
     "Team Chanoki", "茶の木 公式アカウント", "運営スタッフ", "サポート窓口",
     "system administrator", "Chanoki" * 7],
)  # fmt: skip
def test_names_of_operator_and_removed_members_are_reserved(text: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_name(text)

    assert refused.value.code == "profileEdit.errors.displayNameReserved"


@pytest.mark.parametrize(
    "text", ["Teahouse", "TEA HOUSE", "Теа Нouse", "Tea House Official", "茶屋", "茶屋 運営"]
)
def test_site_name_set_by_the_operator_is_reserved(text: str) -> None:
    reserved = reserved_names("Tea House", "茶屋")

    with pytest.raises(Refusal) as refused:
        checked_name(text, reserved)

    assert refused.value.code == "profileEdit.errors.displayNameReserved"
    assert acceptable_name(text, reserved) is None
    assert checked_name("Tea House fan", reserved) == "Tea House fan"


def test_site_name_without_letters_reserves_no_names() -> None:
    assert checked_name("Hana", reserved_names("☕", "☕")) == "Hana"


def test_names_with_many_partitions_are_checked_quickly() -> None:
    begun = process_time()

    assert checked_name("a" * 49 + "x", reserved_names("a", "aa"))

    assert process_time() - begun < 1


@pytest.mark.parametrize(
    "text",
    [
        "Adminton",
        "運営太郎",
        "Stafford",
        "茶の木さん",
        "Team",
        "アカウント",
        "木口一夫",
        "🇯🇵",
        "Chanoki fan",
    ],
)
def test_name_that_only_contains_a_reserved_name_is_accepted(text: str) -> None:
    assert checked_name(text) == text


def test_name_that_grows_when_folded_is_checked_quickly() -> None:
    # One of these characters folds to eighteen; the others are long and almost reserved.
    begun = process_time()
    for text in ("公式" * 24 + "x", "admin" * 9 + "istra", "\ufdfa" * 50):
        assert checked_name(text) == normalise(text)

    assert process_time() - begun < 1


@given(st.text(max_size=80))
def test_accepted_name_passes_the_check_unchanged(text: str) -> None:
    name = acceptable_name(text)

    if name is not None:
        assert checked_name(name) == name
        assert 1 <= len(name) <= 50
        assert not is_blank(name)
        assert may_be_name(name)


@given(st.text())
def test_normalisation_is_idempotent(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@pytest.mark.parametrize(
    ("full", "email", "name"),
    [
        ("Hana", "h@example.com", "Hana"),
        (None, "h.tea@example.com", "h.tea"),
        (None, None, UNSET_NAME),
        (None, "@example.com", UNSET_NAME),
        (None, "admin@example.com", UNSET_NAME),
    ],
)
def test_first_name_is_full_name_or_email_name_or_unset(
    full: str | None, email: str | None, name: str
) -> None:
    assert first_name(full=full, email=email) == name
    assert own_name(chosen=full, email=email) == name


@pytest.mark.parametrize(
    ("reset", "name", "is_refused"),
    [
        ("花🖕", "花", False),
        ("🖕", "🍵", False),
        ("花🖕", "花・🖕", True),
        ("・しね", "・シネ", True),
        ("花！", "花!", True),
    ],
)
def test_reset_name_is_refused_with_all_of_its_signs(
    reset: str, name: str, *, is_refused: bool
) -> None:
    profile = ValidatedProfile(name, "ja", None, None, None)

    with pytest.raises(Refusal) if is_refused else nullcontext():
        check_not_reset(profile, [(reset, "´")])
