"""Parsing of feed queries and cursors."""

import base64
import json
from datetime import UTC, datetime
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.community.cursors import Order, Position, format_cursor, parse_cursor
from server.community.feed_query import FeedQuery, parse_feed_query, parse_limit, parse_page_size

ORDERS: tuple[Order, ...] = get_args(Order)
NOW = datetime(2026, 11, 21, 4, 0, 0, 123456, tzinfo=UTC)
POSITIONS: dict[Order, Position] = {
    "newest": (NOW, 12),
    "popular": (3, NOW, 12),
    "liked": (7,),
    "comments": (NOW, 12, NOW, 13),
}


def test_empty_query_means_the_newest_ten_posts() -> None:
    assert parse_feed_query({}) == FeedQuery(sort="newest", size=10)


def test_query_with_all_parameters_is_parsed() -> None:
    query = {
        "category": "review",
        "sort": "popular",
        "rating": "4",
        "tea_type": "sencha",
        "prefecture": "shizuoka",
        "tea_variety": "saemidori",
        "search": "ヤブキタ  煎茶 煎茶",
        "after": "x",
        "page": "3",
    }

    assert parse_feed_query(query) == FeedQuery(
        category="review",
        sort="popular",
        rating=4,
        tea_type="sencha",
        prefecture="shizuoka",
        tea_variety="saemidori",
        words=("やぶきた", "煎茶"),
        after="x",
        size=30,
    )


@pytest.mark.parametrize(
    ("category", "applied"),
    [
        ("review", {"rating", "tea_type", "prefecture", "tea_variety"}),
        ("shop", {"rating", "tea_type"}),
        ("region-info", {"prefecture"}),
        ("question", set()),
        ("", set()),
        ("all", set()),
        ("general", set()),
    ],
)
def test_filter_is_ignored_outside_its_categories(category: str, applied: set[str]) -> None:
    filters = {
        "rating": "4",
        "tea_type": "sencha",
        "prefecture": "shizuoka",
        "tea_variety": "saemidori",
    }

    feed_query = parse_feed_query({"category": category, **filters})

    assert {name for name in filters if getattr(feed_query, name) is not None} == applied


@pytest.mark.parametrize(
    "query",
    [
        {"category": "gossip"},
        {"sort": "best"},
        {"category": "review", "rating": "0"},
        {"category": "review", "rating": "6"},
        {"category": "review", "rating": "４"},
        {"category": "review", "tea_type": "coffee"},
        {"category": "review", "tea_variety": "../x"},
        {"page": "0"},
        {"page": "11"},
        {"page": "1e1"},
        {"page": "９"},
        {"search": " \u0000 \u3000"},
        {"after": ""},
        {"limit": "51"},
        {"limit": "-1"},
    ],
)
def test_invalid_parameter_is_ignored(query: dict[str, str]) -> None:
    kept = {"category": query["category"]} if query.get("category") == "review" else {}

    assert parse_feed_query(query) == parse_feed_query(kept)


def test_page_size_is_ten_per_page_or_the_limit() -> None:
    assert [
        parse_page_size({"page": "10"}),
        parse_page_size({"limit": "50"}),
        parse_page_size({}),
    ] == [100, 50, 10]
    assert parse_page_size({"page": "2", "limit": "7"}) == 20
    assert [parse_limit({"limit": "3"}), parse_limit({}), parse_limit({"limit": "99"})] == [
        3,
        50,
        50,
    ]


def test_cursor_is_parsed_to_its_position_in_its_own_order_only() -> None:
    for order, place in POSITIONS.items():
        cursor = format_cursor(order, place)

        assert parse_cursor(cursor, order) == place
        assert [other for other in ORDERS if parse_cursor(cursor, other)] == [order]


def forged_cursor(content: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        None,
        "",
        "x",
        "=====",
        "あ",
        "\x00",
        "a" * 10_000,
        forged_cursor(["newest", [1]]),
        forged_cursor(["newest", [1, 2, 3]]),
        forged_cursor(["newest", [-1, 2]]),
        forged_cursor(["newest", [10**18, 2]]),
        forged_cursor(["newest", [1, 2**63]]),
        forged_cursor(["newest", [10**30, 1]]),
        forged_cursor(["newest", [1.5, 2]]),
        forged_cursor(["newest", ["1", 2]]),
        forged_cursor(["newest", [True, 2]]),
        forged_cursor(["newest", None]),
        forged_cursor({"newest": [1, 2]}),
        forged_cursor(["newest"]),
        forged_cursor(None),
    ],
)
def test_invalid_cursor_is_parsed_as_none(cursor: str | None) -> None:
    assert parse_cursor(cursor, "newest") is None


@given(st.text(max_size=60))
def test_parsing_any_text_raises_no_exception(text: str) -> None:
    parse_cursor(text, "popular")
    parse_feed_query(
        {"search": text, "after": text, "page": text, "category": text, "rating": text}
    )
