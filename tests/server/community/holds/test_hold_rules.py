"""Rules that hold a text: what counts as a link, the same text, a burst, and a listed word."""

import pytest

from server.community.holds.rules import NewText, RecentActivity, Text, digest_of, hold_rule
from server.contracts.limits import LIMITS

LONG = "今年の新茶は香りがとても良く、毎朝飲んでいます。"
BURST = RecentActivity(things=LIMITS.burst_things)


def rule_of(
    content: str,
    *,
    before: str | None = None,
    links_most: int | None = None,
    recent: RecentActivity | None = None,
    words: tuple[str, ...] = (),
) -> str | None:
    """Returns the rule that holds a post, or an edit if `before` is given."""
    kind = NewText("post", Text(content))
    if before is not None:
        kind = NewText("edit", Text(content), Text(before))
    return hold_rule(kind, links_most=links_most, recent=recent or RecentActivity(), words=words)


def test_links_count_only_for_members_with_an_allowance() -> None:
    three = "https://a.example www.b.example ｈｔｔｐ：／／c.example"

    assert rule_of(three, links_most=2) == "links"
    assert rule_of(three, links_most=3) is None
    assert rule_of(three) is None
    assert rule_of(three, before=three, links_most=2) is None
    assert rule_of(f"{three} www.d.example", before=three, links_most=2) == "links"


def test_burst_holds_new_texts_and_no_edits() -> None:
    assert rule_of("はい", recent=BURST) == "burst"
    assert rule_of("はい", recent=RecentActivity(things=LIMITS.burst_things - 1)) is None
    assert rule_of("はい", before="いいえ", recent=BURST) is None


@pytest.mark.parametrize(
    ("content", "words", "is_held"),
    [
        ("ｶｼﾞﾉで勝つ方法", ("かじの",), True),
        ("カ\u200bジノで", ("かじの",), True),
        ("CASINO!", ("casino",), True),
        ("casinos", ("casino",), False),
        ("classic", ("ass",), False),
        ("buy  now", ("buy now",), True),
        ("格安！販売中", ("格安",), True),
        ("煎茶", ("格安", "かじの"), False),
        ("煎茶", (), False),
    ],
)
def test_listed_words_are_found_in_any_width_case_and_kana(
    content: str, words: tuple[str, ...], *, is_held: bool
) -> None:
    assert (rule_of(content, words=words) == "word") is is_held
    assert rule_of(content, before=content, words=words) is None


def test_first_rule_that_fits_is_named() -> None:
    recent, words = RecentActivity(99, is_repeat=True), ("www",)

    assert rule_of("www.a.example", links_most=0, recent=recent, words=words) == "links"
    assert rule_of("www.a.example", recent=recent, words=words) == "repeat"
    assert rule_of("www.a.example", recent=BURST, words=words) == "burst"


def test_same_text_is_known_despite_width_case_spaces_and_signs() -> None:
    assert digest_of(LONG) == digest_of(f"  {LONG}！！ ☆".replace("、", " "))
    assert digest_of("ABCDEFGHIJKLMNOPQRST") == digest_of(
        "ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔ"
    )
    assert digest_of(LONG) != digest_of(LONG.replace("今年", "去年"))
    assert digest_of("ありがとうございます！") is None
