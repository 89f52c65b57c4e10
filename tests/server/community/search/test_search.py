"""Search in posts, in both languages, from one character on."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.ext.asyncio import AsyncEngine

from server.community.cursors import format_cursor
from server.community.dependencies import CommunityDependencies
from server.community.feed_query import parse_feed_query
from server.community.queries import text_search
from server.community.queries.posts import list_feed
from server.community.search import grams_of, grams_of_words, text_of, words_of
from server.contracts.folded import fold_text
from server.database.search_index import STRETCH
from server.database.transaction import transaction
from server.web.viewer import Visitor
from tests.server.community.builders import add_posts
from tests.server.conftest import START

pytestmark = [pytest.mark.anyio, pytest.mark.databases("sqlite", "postgresql")]

# More pages than any search of these tests has; a search that never ends stops here.
PAGES_MOST = 9

TEXTS = [
    "静岡の煎茶とやぶきた",
    "Sencha from Yame",
    "100% organic, a_b and c\\d",
    "Café crème",
    "ほうじ茶ラテ\n二煎目",
    "茶",
    "axb 100x",
]


async def contents_found(community: CommunityDependencies, search: str) -> set[str]:
    """Returns the contents of the posts that a search finds."""
    feed_query = parse_feed_query({"search": search, "page": "10"})
    async with transaction(community.database) as opened:
        page = await list_feed(opened.session, feed_query, viewer=Visitor())
    return {post.content for post in page.posts}


@pytest.fixture
async def posts_of_texts(database: AsyncEngine) -> None:
    """Inserts a post for each of TEXTS."""
    await add_posts(database, [{"content": text} for text in TEXTS])


# Searches, and the indexes in TEXTS of the posts that they find.
EXPECTED: list[tuple[str, set[int]]] = [
    ("煎茶", {0}),
    ("ヤブキタ", {0}),
    ("ﾔﾌﾞｷﾀ", {0}),
    ("茶", {0, 4, 5}),
    ("煎", {0, 4}),
    ("目", {4}),
    ("SENCHA", {1}),
    ("ｓｅｎｃｈａ yame", {1}),
    ("yame sencha", {1}),
    ("cafe", {3}),
    ("%", {2}),
    ("100%", {2}),
    ("_", {2}),
    ("a_b", {2}),
    ("\\", {2}),
    ("%%%", set()),
    ("煎茶 ほうじ", set()),
    ("静煎", set()),
    ("'; DROP TABLE posts; --", set()),
    ('" OR grams:*', set()),
    ("AND", {2}),
    ("NOT", set()),
]


@pytest.mark.usefixtures("posts_of_texts")
async def test_search_returns_posts_that_contain_every_word(
    community: CommunityDependencies,
) -> None:
    seen = [(search, await contents_found(community, search)) for search, _ in EXPECTED]

    assert seen == [(search, {TEXTS[index] for index in which}) for search, which in EXPECTED]


@pytest.mark.usefixtures("posts_of_texts")
async def test_blank_search_returns_all_posts(community: CommunityDependencies) -> None:
    for search in ("", " ", "\u3000", "\u0000"):
        assert await contents_found(community, search) == set(TEXTS)


@pytest.mark.usefixtures("posts_of_texts")
@pytest.mark.parametrize(("search", "expected"), [("煎茶", {0}), ("a_b", {2}), ("茶", {0, 4, 5})])
async def test_search_returns_the_same_posts_for_frequent_and_rare_words(
    community: CommunityDependencies,
    monkeypatch: pytest.MonkeyPatch,
    *,
    search: str,
    expected: set[int],
) -> None:
    texts = {TEXTS[index] for index in expected}
    assert await contents_found(community, search) == texts

    monkeypatch.setattr(text_search, "INDEXED_FEW_MOST", 0)
    monkeypatch.setattr(text_search, "SAMPLED_FEW_MOST", 0)

    assert await contents_found(community, search) == texts


async def test_search_matches_names_of_tea_type_prefecture_and_cultivar(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    about = {"tea_type": "sencha", "prefecture": "shizuoka", "tea_variety": "saemidori"}
    await add_posts(database, [{"content": "朝の一杯", **about}, {"content": "別の話"}])

    for search in ("煎茶", "Sencha", "静岡", "Shizuoka", "さえみどり", "サエミドリ", "saemidori"):
        assert await contents_found(community, search) == {"朝の一杯"}


@pytest.fixture(
    params=[(0, 1), (1000, 1), (1000, 1000)], ids=["frequent", "frequent in old posts", "rare"]
)
def _frequency(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the thresholds so that every word counts as frequent, frequent in old posts, or rare."""
    few, rare = request.param
    monkeypatch.setattr(text_search, "INDEXED_FEW_MOST", few)
    monkeypatch.setattr(text_search, "SAMPLED_FEW_MOST", few)
    monkeypatch.setattr(text_search, "RARE_MOST", rare)


async def pages_of(
    community: CommunityDependencies, query: dict[str, str]
) -> list[tuple[list[int], int]]:
    """Returns the ids and the remaining count of each page of a search."""
    pages: list[tuple[list[int], int]] = []
    after: str | None = ""
    while after is not None and len(pages) < PAGES_MOST:
        feed_query = parse_feed_query({"limit": "6", "after": after, **query})
        async with transaction(community.database) as opened:
            page = await list_feed(opened.session, feed_query, viewer=Visitor())
        pages.append(([post.id for post in page.posts], page.remaining))
        after = page.next
    return pages


@pytest.mark.usefixtures("_frequency")
@pytest.mark.parametrize(
    "filters",
    [
        [{}, {"sort": "popular"}],
        [
            {"category": "review", "rating": "4"},
            {"category": "review", "tea_variety": "saemidori"},
        ],
    ],
    ids=["all posts", "reviews"],
)
async def test_search_continues_from_page_to_page(
    community: CommunityDependencies, database: AsyncEngine, filters: list[dict[str, str]]
) -> None:
    about = {"rating": 5, "tea_variety": "saemidori"}
    written = [{"content": f"朝 煎茶 {n}" if n % 2 else f"朝 {n}", **about} for n in range(30)]
    ids = await add_posts(database, written)
    if "category" in filters[0]:
        await add_posts(database, [{"content": "朝 煎茶", "category": "question"}])

    expected = ids[29:0:-2]
    for search, chosen in product(["煎茶", "煎", "煎茶 朝"], filters):
        pages = await pages_of(community, {"search": search, **chosen})
        assert pages == [(expected[:6], 9), (expected[6:12], 3), (expected[12:], 0)], search


@pytest.mark.usefixtures("_frequency")
async def test_search_finds_posts_with_distant_ids(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    numbers = [1, STRETCH - 1, STRETCH, 3 * STRETCH, 40 * STRETCH, 40 * STRETCH + 1]
    await add_posts(database, [{"content": "煎茶", "id": number} for number in numbers])

    pages = await pages_of(community, {"search": "煎茶", "limit": "2"})

    assert pages == [(numbers[:3:-1], 4), (numbers[3:1:-1], 2), (numbers[1::-1], 0)]


@pytest.mark.parametrize("last", [0, 3 * STRETCH, 2**63 - 1])
async def test_search_continues_from_any_id(
    community: CommunityDependencies,
    database: AsyncEngine,
    monkeypatch: pytest.MonkeyPatch,
    last: int,
) -> None:
    numbers = [1, STRETCH, 3 * STRETCH]
    await add_posts(database, [{"content": "煎茶", "id": number} for number in numbers])
    monkeypatch.setattr(text_search, "INDEXED_FEW_MOST", 0)
    after = format_cursor("newest", (START, last))

    feed_query = parse_feed_query({"search": "煎茶", "after": after})
    async with transaction(community.database) as opened:
        page = await list_feed(opened.session, feed_query, viewer=Visitor())

    assert [post.id for post in page.posts] == [one for one in numbers[::-1] if one < last]


async def test_search_finds_a_frequent_word_in_a_post_with_a_very_high_id(
    community: CommunityDependencies, database: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers = [1, 2**52]
    await add_posts(database, [{"content": "煎茶", "id": number} for number in numbers])
    monkeypatch.setattr(text_search, "INDEXED_FEW_MOST", 1)

    pages = await pages_of(community, {"search": "煎茶"})

    assert pages == [(numbers[::-1], 0)]


def test_search_words_are_folded_and_limited_to_100_characters() -> None:
    assert words_of(" ヤブキタ　ＳＥＮＣＨＡ\u0000Café ") == ("やぶきた", "sencha", "cafe")
    assert words_of("あ" * 500) == ("あ" * 100,)


async def test_search_finds_a_post_whatever_invisible_characters_either_has(
    community: CommunityDependencies, database: AsyncEngine
) -> None:
    signs = ["", *"\u00ad\u200b\u200d\u200e\u200f\ufe0f\ufeff"]
    await add_posts(database, [{"content": f"冷{sign}茶"} for sign in signs])

    for sign in signs:
        found = await pages_of(community, {"search": f"{sign}冷{sign}茶"})
        assert sum(len(numbers) for numbers, _ in found) == len(signs), ascii(sign)


def test_search_text_omits_unknown_choices() -> None:
    text = text_of(["A", None, ""], tea_type="coffee", prefecture=None, tea_variety="rose")

    assert text == "a"


def test_bigrams_do_not_cross_a_line_break() -> None:
    assert set(grams_of_words(["茶静"])) & set(grams_of("煎茶\n静岡").split()) == set()


def test_single_character_is_not_searched_in_the_index_beside_a_bigram() -> None:
    assert grams_of_words(["茶", "煎茶"]) == grams_of_words(["煎茶"])
    assert len(grams_of_words(["茶", "煎"])) == 2


@given(st.text(min_size=1, max_size=60), st.data())
def test_grams_of_a_substring_are_among_the_grams_of_its_text(
    text: str, data: st.DataObject
) -> None:
    folded = fold_text(text)
    grams = grams_of(folded).split()
    start = data.draw(st.integers(0, max(0, len(folded) - 1)))
    part = folded[start : start + data.draw(st.integers(1, 8))].split(" ")[0]

    searched = grams_of_words([part]) if part else ()

    assert all(gram in grams or any(one.startswith(gram) for one in grams) for gram in searched)
    assert all(gram.isascii() and gram.isalpha() and len(gram) in (3, 6) for gram in grams)


@given(st.text(max_size=80))
def test_folding_is_idempotent(text: str) -> None:
    assert words_of(" ".join(words_of(text))) == words_of(text)[: len(words_of(text))]
