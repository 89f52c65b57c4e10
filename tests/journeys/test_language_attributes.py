"""Tests that Japanese text on English pages has `lang="ja"`, for screen readers and fonts."""

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.markup import NOT_TEXT, Element, read

JAPANESE = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uff66-\uff9f]")
SPOKEN_ATTRIBUTES = ("alt", "aria-label", "placeholder", "title", "value")
# Elements without `lang`: a title can contain no elements, an avatar is hidden from screen readers.
EXEMPT = {"title", "link", "meta", ".avatar"}


def is_exempt(element: Element) -> bool:
    names = {element.tag, *(f".{name}" for name in element.get("class").split())}
    return bool(names & EXEMPT)


def unmarked_japanese(element: Element, language: str = "") -> Iterator[str]:
    """Yields Japanese words in elements whose nearest `lang` attribute is another language."""
    language = element.get("lang") or language
    if element.tag in NOT_TEXT or is_exempt(element):
        return
    attributes = [element.get(name) for name in SPOKEN_ATTRIBUTES]
    words = [part for part in element.inside if isinstance(part, str)]
    if language != "ja":
        yield from (
            f"{element.tag}: {text}" for text in [*attributes, *words] if JAPANESE.search(text)
        )
    for part in element.inside:
        if isinstance(part, Element):
            yield from unmarked_japanese(part, language)


def addresses_in(robot: httpx.Client, path: str, pattern: str) -> list[str]:
    """Returns the addresses of links of a page that match a regular expression."""
    links = [link.get("href") for link in read(robot.get(path).text).all("a")]
    return sorted({link for link in links if re.fullmatch(pattern, link)})


@pytest.mark.parametrize(
    "path",
    [
        "/", "/cultivars?page=13", "/community?page=5", "/login", "/auth/callback", "/about",
        "/terms", "/privacy", "/legal", "/database-info", "/contact", "/nothing", "/post/999999",
        "/database-info/conflicts", "/database-info/unconfirmed-names", "/search?q=midori",
    ],
)  # fmt: skip
def test_japanese_words_on_a_page_have_lang_ja(robot: httpx.Client, path: str) -> None:
    assert list(unmarked_japanese(read(robot.get(path).text))) == []


@pytest.mark.parametrize(
    ("path", "pattern", "step"),
    [
        ("/cultivars?page=13", r"/cultivars/[\w-]+", 4),
        ("/community?page=5", r"/post/\d+", 1),
        pytest.param("/cultivars?page=13", r"/cultivars/[\w-]+", 1, marks=pytest.mark.audit),
    ],
    ids=["records", "posts", "every record"],
)
def test_japanese_words_on_records_and_posts_have_lang_ja(
    robot: httpx.Client, path: str, pattern: str, step: int
) -> None:
    addresses = addresses_in(robot, path, pattern)[::step]

    assert len(addresses) > 20
    found = {one: list(unmarked_japanese(read(robot.get(one).text))) for one in addresses}
    assert {one: words for one, words in found.items() if words} == {}


def test_japanese_words_on_a_member_page_have_lang_ja(robot: httpx.Client) -> None:
    posts = addresses_in(robot, "/community", r"/post/\d+")
    members = addresses_in(robot, posts[0], r"/members/[\w-]+")

    assert members
    for member in members:
        assert list(unmarked_japanese(read(robot.get(member).text))) == []


def test_unmarked_japanese_words_are_detected() -> None:
    page = '<html lang="en"><p>Tea <b lang="ja">茶</b></p><p>茶<img alt="茶の木"></p></html>'

    assert list(unmarked_japanese(read(page))) == ["p: 茶", "img: 茶の木"]
