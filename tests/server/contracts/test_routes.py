"""Addresses and pages belong together, exactly, in both languages."""

import pytest

from server.contracts.routes import (
    LANGUAGES,
    ROUTES,
    Language,
    language_of,
    match,
    page_url,
    path_for,
)

EXAMPLES = {"slug": "sayama-midori", "integer": "12"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ROUTES)
def test_the_address_of_a_page_leads_back_to_it(name: str, language: Language) -> None:
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
def test_nearly_is_not_a_page(path: str) -> None:
    assert match(path) is None


def test_an_address_is_made_from_the_table() -> None:
    assert path_for("home", "en") == "/"
    assert path_for("home", "ja") == "/ja"
    assert path_for("cultivar", "ja", params={"id": "a/b"}) == "/ja/cultivars/a%2Fb"
    assert page_url("https://tea.example", "post", language="en", params={"id": "3"}) == (
        "https://tea.example/post/3"
    )


def test_the_prefix_alone_decides_the_language() -> None:
    assert [language_of(path) for path in ("/", "/jam", "/ja", "/ja/x")] == ["en", "en", "ja", "ja"]
