"""Tests that reference tables are complete, and that limits, routes and categories match them."""

import re

import pytest

from tests.contracts.tables import LANGUAGES, table

LIMITS = table("limits")
NAMED_AND_ORDERED = ("prefectures", "tea-categories", "uses")


def test_reference_has_47_prefectures_and_15_tea_categories() -> None:
    assert len(table("reference/prefectures")) == 47 == LIMITS["prefectures"]
    assert len(table("reference/tea-categories")) == 15 == LIMITS["teaCategories"]


def test_languages_of_the_limits_are_those_with_messages() -> None:
    assert sorted(LIMITS["languages"]) == sorted(LANGUAGES)


@pytest.mark.parametrize("name", NAMED_AND_ORDERED)
def test_every_reference_entry_has_two_unique_names_and_an_order(name: str) -> None:
    entries = table(f"reference/{name}").values()

    assert sorted(entry["order"] for entry in entries) == list(range(1, len(entries) + 1))
    for field in ("name", "nameJa"):
        names = [entry[field] for entry in entries]
        assert all(names)
        assert len(set(names)) == len(names)


def test_every_limit_is_a_positive_integer() -> None:
    numbers = [
        number
        for name, limit in LIMITS.items()
        if name not in {"languages", "allowances"}
        for number in (limit if isinstance(limit, list) else [limit])
    ]

    assert all(isinstance(number, int) and number > 0 for number in numbers)
    assert LIMITS["ratingLeast"] < LIMITS["ratingMost"]
    assert LIMITS["avatarBytesStorage"] < LIMITS["avatarBytesForm"]


def test_every_route_has_a_unique_path_and_typed_params() -> None:
    routes = table("routes")
    paths = [route["path"] for route in routes.values()]

    assert len(set(paths)) == len(paths)
    for name, route in routes.items():
        assert set(re.findall(r"{(\w+)}", route["path"])) == set(route["params"]), name
        assert not route["path"].startswith(("/", "ja/")), name


def test_every_post_category_uses_known_fields() -> None:
    categories = table("reference/post-categories")
    known = set(categories["review"]["fields"])

    assert [name for name, one in categories.items() if not set(one["fields"]) <= known] == []
