"""Tests that every message is used in the code, and that every used message exists."""

import re
from collections.abc import Iterable, Mapping

import pytest

from tests.architecture.source_tree import SourceTree, expect_none, read_project
from tests.contracts.messages.test_locales import base
from tests.contracts.tables import LANGUAGES, messages, table

# Composed keys with fewer literal characters are ignored, because they match nearly every key.
LEAST_WRITTEN_OUT = 4
REFUSAL = re.compile(r'\bRefusal\(\s*"(\w+\.[\w.]+)"')
# Codes of refusals for which the page shows a panel instead of one message.
PANELS = {"report.unknown"}
KEY = re.compile(r"[a-z]\w*(?:\.[\w-]+)+(?<!\.json)")


@pytest.fixture(scope="module")
def keys() -> set[str]:
    return {base(key) for key in messages("en")}


@pytest.fixture(scope="module")
def used() -> set[str]:
    """String literals of the code and keys of the route table, which may be message keys."""
    return texts_of(read_project()) | route_keys()


def test_every_message_is_used(keys: set[str], used: set[str]) -> None:
    expect_none(unused(keys, used))


def test_every_used_message_exists(keys: set[str], used: set[str]) -> None:
    expect_none(missing(keys, used))


def test_every_refusal_of_the_host_has_a_text(keys: set[str]) -> None:
    sources = read_project().texts

    expect_none(
        refusals_without_message(
            {n: text for n, text in sources.items() if n.startswith("server/")}, keys
        )
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_route_has_a_title_and_a_description(language: str) -> None:
    known = {base(key) for key in messages(language)}

    assert route_keys() - known == set()


def test_unused_message_is_detected() -> None:
    keys = {"cultivar.role.seed", "cultivar.role.none", "cultivar.title", "home.title", "app.moved"}

    assert unused(keys, {"cultivar.role.{}", "{}.title"}) == ["app.moved"]
    assert unused(keys, {"{}.{}", "home.title"}) == [
        "app.moved",
        "cultivar.role.none",
        "cultivar.role.seed",
        "cultivar.title",
    ]


def test_missing_message_is_detected() -> None:
    used = {"home.titel", "home.title", "home.{}", "node.js", "cultivar.facts", "home.json"}

    assert missing({"home.title", "cultivar.facts.origin"}, used) == ["home.titel"]


def test_refusal_without_a_text_is_detected() -> None:
    sources = {"server/a.py": 'raise Refusal("post.gone", 410)\nraise Refusal("not-found", 404)'}

    assert refusals_without_message(sources, {"post.gone"}) == []
    assert refusals_without_message(sources, {"post.removed"}) == ["server/a.py: post.gone"]


def refusals_without_message(sources: Mapping[str, str], keys: set[str]) -> list[str]:
    """Returns the codes of refusals without a message."""
    return [
        f"{name}: {code}"
        for name, text in sources.items()
        for code in REFUSAL.findall(text)
        if code not in keys | PANELS
    ]


def texts_of(tree: SourceTree) -> set[str]:
    """Returns the string literals of client, worker and host."""
    return {
        text
        for name, facts in tree.facts.items()
        if name.startswith(("client/", "ssr/", "server/"))
        for text in facts.texts
    }


def route_keys() -> set[str]:
    return {
        route[field] for route in table("routes").values() for field in ("title", "description")
    }


def unused(keys: set[str], used: Iterable[str]) -> list[str]:
    composed = [_pattern(text) for text in used if _is_composed_key(text)]
    plain = set(used)
    rest = sorted(key for key in keys if key not in plain)
    return [key for key in rest if not any(pattern.fullmatch(key) for pattern in composed)]


def _is_composed_key(text: str) -> bool:
    written_out = re.sub(r"\W", "", text.replace("{}", ""))
    return "{}" in text and "." in text and len(written_out) >= LEAST_WRITTEN_OUT


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text).replace(r"\{\}", r"[\w-]+"))


def missing(keys: set[str], used: Iterable[str]) -> list[str]:
    """Returns the literals that look like message keys but are neither a key nor its prefix."""
    files = {key.partition(".")[0] for key in keys}
    prefixes = {key[: at.start()] for key in keys for at in re.finditer(r"\.", key)}
    candidates = {text for text in used if KEY.fullmatch(text) and text.split(".")[0] in files}
    return sorted(candidates - keys - prefixes)
