"""Validation rules of posts and comments."""

import sys
import unicodedata
from collections.abc import Callable
from time import process_time
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.accounts.profiles.rules import checked_name
from server.community.rules import (
    checked_category,
    checked_comment,
    checked_draft,
    checked_idempotency_key,
    checked_images,
    comment_number,
    post_number,
)
from server.community.schemas import ChosenImage, NewComment, PostEdit
from server.contracts.limits import LIMITS
from server.contracts.reference import POST_CATEGORIES
from server.contracts.texts import is_blank, may_be_prose, normalise
from server.errors import Refusal


def edit(**values: Any) -> PostEdit:
    return PostEdit(**{"content": "茶", **values})


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"content": ""}, "contentRequired"),
        ({"content": "\u3000\u200b\u2800"}, "contentRequired"),
        ({"content": "\u0301"}, "contentRequired"),
        ({"content": "茶" * 301}, "contentTooLong"),
        ({"content": "👩‍🌾" * 101}, "contentTooLong"),
        ({"content": "a\u202eb"}, "textNotAllowed"),
        ({"content": "a\u0000b"}, "textNotAllowed"),
        ({"content": "a\ud800b"}, "textNotAllowed"),
        ({"content": "Z" + "\u0352\ufe0f\u0310\u200d" * 2}, "textNotAllowed"),
        ({"content": "Z" + "\u0352\u00ad\u0310\ufeff" * 2}, "textNotAllowed"),
        ({"title": "茶" * 101}, "textTooLong"),
        ({"title": "a\nb"}, "textNotAllowed"),
        ({"shop_name": "a\u202eb"}, "textNotAllowed"),
        ({"shop_name": "a" * 101}, "textTooLong"),
        ({"harvest_period": "茶" * 51}, "textTooLong"),
        ({"processing_method": "茶" * 101}, "textTooLong"),
        ({"tea_type": "coffee"}, "unknownChoice"),
        ({"prefecture": "atlantis"}, "unknownChoice"),
        ({"tea_variety": "rose"}, "unknownChoice"),
        ({"rating": 0}, "unknownChoice"),
        ({"rating": 6}, "unknownChoice"),
        ({"price_yen": -1}, "priceInvalid"),
        ({"price_yen": 10_000_001}, "priceInvalid"),
        ({"price_yen": "12.5"}, "priceInvalid"),
        ({"price_yen": "1,20"}, "priceInvalid"),
        ({"price_yen": "1200 dollars"}, "priceInvalid"),
        ({"price_yen": "9" * 400}, "priceInvalid"),
    ],
)
def test_invalid_post_is_refused_with_a_reason(values: dict[str, Any], code: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_draft(edit(**values), category="review")

    assert (refused.value.code, refused.value.status) == (f"createPost.errors.{code}", 422)


@pytest.mark.parametrize(
    ("written", "yen"),
    [
        (None, None),
        ("", None),
        ("\u3000", None),
        (0, 0),
        (1200, 1200),
        ("1200", 1200),
        ("１２００", 1200),
        ("１，２００円", 1200),
        ("¥1,200", 1200),
        ("￥ 10,000,000", 10_000_000),
        ("1、200 円", 1200),
    ],
)
def test_price_is_parsed_from_full_width_digits_commas_and_yen_signs(
    written: int | str | None, yen: int | None
) -> None:
    assert checked_draft(edit(price_yen=written), category="shop").price_yen == yen


@pytest.mark.parametrize(
    "content",
    ["a" * 300, "あ" * 300, "か\u3099" * 300, "𠮷" * 300, "👍🏽" * 150, "a\n\tb", "مريم", "1️⃣" * 99],
)
def test_300_characters_are_accepted_in_any_script(content: str) -> None:
    kept = checked_draft(edit(content=content), category="question").content

    assert kept == normalise(content)
    assert len(kept) <= LIMITS.post_content_characters


def test_byte_limit_allows_300_four_byte_characters() -> None:
    assert LIMITS.post_content_characters * len("\U0010ffff".encode()) <= LIMITS.post_content_bytes


# Marks in the wrong order: normalisation would take more than a second to sort them.
PILED_MARKS = "a" + "\u0301\u0316" * 20_000


@pytest.mark.parametrize(
    "check",
    [
        lambda: checked_draft(edit(content=PILED_MARKS), category="review"),
        lambda: checked_draft(edit(title=PILED_MARKS), category="review"),
        lambda: checked_draft(edit(price_yen=PILED_MARKS), category="review"),
        lambda: checked_images((ChosenImage("0" * 36, PILED_MARKS),)),
        lambda: checked_comment(NewComment(PILED_MARKS)),
        lambda: checked_name(PILED_MARKS),
    ],
    ids=["content", "title", "price", "image", "comment", "name"],
)
def test_oversized_text_is_refused_before_normalisation(check: Callable[[], object]) -> None:
    begun = process_time()

    with pytest.raises(Refusal) as refused:
        check()

    assert refused.value.status == 422
    assert process_time() - begun < 0.3


def test_no_nfc_character_decomposes_into_more_than_four() -> None:
    signs = (chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)
    composed = (sign for sign in signs if unicodedata.is_normalized("NFC", sign))

    assert max(len(unicodedata.normalize("NFD", sign)) for sign in composed) == 4


@pytest.mark.parametrize("made", [4, 1])
def test_text_that_fits_after_composition_is_stored(made: int) -> None:
    sign = "\u1f82"
    assert len(unicodedata.normalize("NFD", sign)) == 4

    text = unicodedata.normalize("NFD" if made > 1 else "NFC", sign * LIMITS.comment_characters)

    spaced = " \u3000" * 5000 + text + "\n" * 5000
    assert checked_comment(NewComment(spaced)) == sign * LIMITS.comment_characters


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("一\n\n二", "一\n\n二"),
        ("一" + "\n" * 998 + "二", "一\n\n二"),
        ("一\n \r\n\u3000\n\u200b\n  二", "一\n\n  二"),
    ],
)
def test_run_of_blank_lines_becomes_one(typed: str, kept: str) -> None:
    assert checked_comment(NewComment(typed)) == kept
    assert checked_draft(edit(content=typed), category="culture").content == kept


@pytest.mark.parametrize("marks", [4, 200])
def test_piled_combining_marks_are_refused_in_prose(marks: int) -> None:
    piled = "茶" + "\u0489" * marks

    with pytest.raises(Refusal, match="textNotAllowed"):
        checked_draft(edit(content=piled), category="culture")
    with pytest.raises(Refusal, match="commentNotAllowed"):
        checked_comment(NewComment(piled))


@given(st.text(max_size=400))
def test_text_is_stored_in_normal_form_or_refused(text: str) -> None:
    try:
        kept = checked_draft(edit(content=text), category="culture").content
    except Refusal as refused:
        assert refused.status == 422
        return

    assert checked_draft(edit(content=kept), category="culture").content == kept
    assert 1 <= len(kept) <= 300
    assert not is_blank(kept)
    assert may_be_prose(kept)
    assert "\r" not in kept


@given(st.text(max_size=120), st.sampled_from(["title", "shop_name", "processing_method"]))
def test_single_line_field_contains_no_line_break(text: str, field: str) -> None:
    try:
        kept = getattr(checked_draft(edit(**{field: text}), category="review"), field)
    except Refusal as refused:
        assert refused.params["field"] == field
        return

    assert kept is None or not set("\n\r\t\x00\u202e") & set(kept)


@pytest.mark.parametrize("category", POST_CATEGORIES)
def test_category_that_is_not_offered_is_refused(category: str) -> None:
    if POST_CATEGORIES[category].offered:
        assert checked_category(category) == category
        return
    with pytest.raises(Refusal):
        checked_category(category)


def test_unknown_category_is_refused() -> None:
    with pytest.raises(Refusal) as refused:
        checked_category("gossip")

    assert refused.value.code == "createPost.errors.unknownChoice"


def test_too_many_duplicate_or_invalid_images_are_refused() -> None:
    one, other, *many = [str(UUID(int=n)) for n in range(7)]
    kept = checked_images((ChosenImage(one, " 茶碗 "), ChosenImage(other, "\u3000")))

    assert kept == (ChosenImage(one, "茶碗"), ChosenImage(other))
    for images, code in (
        (tuple(ChosenImage(id) for id in (one, other, *many)), "createPost.errors.imageCountError"),
        ((ChosenImage(one), ChosenImage(one, "x")), "postRefusals.imageUnknown"),
        ((ChosenImage("\0" * 36),), "postRefusals.imageUnknown"),
        ((ChosenImage("../x"),), "postRefusals.imageUnknown"),
        ((ChosenImage(one, "x" * 201),), "createPost.errors.textTooLong"),
        ((ChosenImage(one, "x\ny"),), "createPost.errors.textNotAllowed"),
    ):
        with pytest.raises(Refusal) as refused:
            checked_images(images)
        assert refused.value.code == code


def test_refused_alternative_text_is_named_by_its_position() -> None:
    alts = ("茶碗", "茶\u200c碗")
    images = tuple(ChosenImage(str(UUID(int=at)), alt) for at, alt in enumerate(alts))

    with pytest.raises(Refusal) as refused:
        checked_images(images)

    assert refused.value.params == {"field": "alt", "position": 2}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (" \u200b", "commentRequired"),
        ("茶" * 1001, "commentTooLong"),
        ("a\u0007", "commentNotAllowed"),
    ],
)
def test_invalid_comment_is_refused_with_a_reason(content: str, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        checked_comment(NewComment(content))

    assert refused.value.code == f"postDetail.{code}"


def test_comment_is_trimmed() -> None:
    assert checked_comment(NewComment(" 私も\r\n好き ")) == "私も\n好き"


def test_key_is_a_uuid_in_any_spelling() -> None:
    key = "7A5E2B0C-0000-4000-8000-000000000001"

    assert checked_idempotency_key(key) == checked_idempotency_key(key.lower().replace("-", ""))
    assert checked_idempotency_key(None) is checked_idempotency_key("") is None
    with pytest.raises(Refusal) as refused:
        checked_idempotency_key("once please")
    assert refused.value.status == 400


@pytest.mark.parametrize("text", ["", "0", "01", "-1", "1.5", "abc", "１", "9" * 19, " 1", "1\n"])
def test_invalid_id_is_refused_with_404(text: str) -> None:
    with pytest.raises(Refusal) as post:
        post_number(text)
    with pytest.raises(Refusal) as comment:
        comment_number(text)

    assert (post.value.code, post.value.status) == ("postDetail.notFound", 404)
    assert (comment.value.code, comment.value.status) == ("postDetail.commentNotFound", 404)


def test_valid_id_is_parsed() -> None:
    assert (post_number("12"), comment_number("9" * 18)) == (12, int("9" * 18))
