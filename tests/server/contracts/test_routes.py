"""Routes and their URL paths, which match each other exactly in both languages."""

import re
from pathlib import Path

import pytest

from server.contracts.routes import (
    LANGUAGES,
    NEEDED,
    ROUTES,
    Language,
    language_of,
    match,
    page_url,
    path_for,
)

SERVER = Path(__file__).parents[3] / "server"
# Names of routes in the code of the host.
NAMED = re.compile(r'(?:path_for\(|page_url\(\w+, |ROUTES\[)"(\w+)"')
EXAMPLES = {"slug": "sayama-midori", "integer": "12"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ROUTES)
def test_path_of_a_route_matches_that_route(name: str, language: Language) -> None:
    params = {key: EXAMPLES[kind] for key, kind in ROUTES[name].record.params.items()}

    found = match(path_for(name, language, params=params))

    assert found is not None
    assert (found.route.name, found.language, found.params) == (name, language, params)


@pytest.mark.parametrize(
    "path",
    [
        "",
        "//",
        "/ja/",
        "/jacultivars",
        "/cultivars/",
        "/Cultivars",
        "/cultivars/Saemidori",
        "/cultivars/a--b",
        "/cultivars/a b",
        "/post/0",
        "/post/x",
        "/post/1234567890123456789",
        "/cultivars\n",
        "/en/cultivars",
    ],
)
def test_path_that_only_resembles_a_route_does_not_match(path: str) -> None:
    assert match(path) is None


def test_path_and_url_are_built_from_the_route_table() -> None:
    assert path_for("home", "en") == "/"
    assert path_for("home", "ja") == "/ja"
    assert path_for("cultivar", "ja", params={"id": "a/b"}) == "/ja/cultivars/a%2Fb"
    assert page_url("https://tea.example", "post", language="en", params={"id": "3"}) == (
        "https://tea.example/post/3"
    )


def test_language_depends_only_on_the_path_prefix() -> None:
    assert [language_of(path) for path in ("/", "/jam", "/ja", "/ja/x")] == ["en", "en", "ja", "ja"]


def test_each_route_that_the_host_names_is_needed_for_the_start() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SERVER.rglob("*.py")]

    named = {name for text in texts for name in NAMED.findall(text)}

    assert named
    assert named <= NEEDED <= ROUTES.keys()
